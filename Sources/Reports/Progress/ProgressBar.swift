import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// How far a run is, in one line that never reaches the last column of the terminal.
public struct ProgressBar {
  var current = ""
  private let count: Int
  private let longest: Int
  private var done = 0
  /// How many were done before the clock began, in a resumed run.
  private var earlier: Int?
  private var lastEnd = 0.0
  private static let maxWidth = 24
  private static let minWidth = 8
  private static let separator = " · "

  init(count: Int = 0, longest: Int = 0) { (self.count, self.longest) = (count, longest) }

  mutating func end(_ done: Int, at seconds: Double) {
    if earlier == nil { earlier = done - 1 }
    self.done = done
    lastEnd = seconds
  }

  /// The line at `seconds` of the clock, of less than `width` characters.
  func line(at seconds: Double, width: Int, isColored: Bool = false) -> String {
    let room = max(1, width - 1)
    let (text, length) = text(at: seconds, room: room)
    // Its width depends on nothing that changes on the way, so that it stands still.
    let name = longest == 0 ? 0 : Self.separator.count + min(longest, 40)
    let blocks = min(Self.maxWidth, max(Self.minWidth, room - length - 1 - name))
    guard length + 1 + blocks <= room else { return String(text.prefix(room)) }
    let filled = Self.blocks(done, of: count, width: blocks)
    let left = room - blocks - 1 - length - Self.separator.count
    guard !current.isEmpty, left >= Self.minWidth else {
      return Self.painted(filled, "36", isColored) + " " + text
    }
    let padding = String(repeating: " ", count: max(0, length - text.count))
    return Self.painted(filled, "36", isColored) + " " + text + padding + Self.separator
      + Self.painted(current.shortened(to: left), "2", isColored)
  }

  /// Count, rate and time left as there is room, and the length kept for this, so that what follows stands still.
  private func text(at seconds: Double, room: Int) -> (text: String, length: Int) {
    let counts = "\(done)/\(count)"
    let trials = "\(done)/\(counted(count, "trial"))"
    let longest = 2 * String(count).count + 1
    let (rate, time) = rateAndTime(at: seconds)
    let rest = [rate, time].compactMap { $0 }.map { ", \($0)" }.joined()
    let forms = [
      (trials + rest, longest + 35), (counts + rest, longest + 28),
      (counts + (time.map { ", \($0)" } ?? ""), longest + 18),
    ]
    let form = forms.map { ($0, max($0.count, $1)) }
      .first { $1 + 1 + Self.minWidth <= room }
    return form ?? (counts, longest)
  }

  private func rateAndTime(at seconds: Double) -> (rate: String?, time: String?) {
    guard let earlier, done > earlier, lastEnd > 0 else { return (nil, nil) }
    let each = lastEnd / Double(done - earlier)
    let left = Double(count - done) * each - (seconds - lastEnd)
    let time =
      done == count
      ? "took \(readable(seconds: seconds))"
      : left < 1 ? "1 s left" : "\(readable(seconds: left.rounded(.up))) left"
    let rate = 1 / each
    return (rate < 999.5 ? String(format: "%.3g/s", rate) : "\(readable(rate.rounded()))/s", time)
  }

  /// A bar of `width` characters.
  public static func blocks(_ done: Int, of count: Int, width: Int) -> String {
    let filled = done * width / max(1, count)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  private static func painted(_ text: String, _ color: String, _ isColored: Bool) -> String {
    isColored ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}
