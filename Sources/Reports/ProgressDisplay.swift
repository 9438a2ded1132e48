import Foundation
import Workbench

/// Tells how far a run is: on a terminal a bar that is drawn over, elsewhere a line now and then.
public struct ProgressDisplay {
  /// How much is told.
  public enum Style: Sendable {
    /// A bar that is drawn over.
    case bar
    /// Lines, some seconds apart.
    case lines
    /// Only which trials did not end well.
    case failures
  }

  private let style: Style
  private let started = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?
  private let write: (String) -> Void

  /// A display of `style` that writes by `write`.
  public init(_ style: Style, write: @escaping (String) -> Void) {
    self.style = style
    self.write = write
  }

  /// Shows an empty bar for `count` trials, so that a long first trial is not silence.
  public mutating func begin(_ count: Int) {
    guard style == .bar else { return }
    write(Self.redrawn + Self.bar(0, of: count))
    lastShown = .now
  }

  /// Shows `progress`, and what is wrong with its trial at once if anything is.
  public mutating func show(_ progress: Runner.Progress) {
    let record = progress.record
    if record.status != .ok {
      erase()
      write("trial \(record.trial) \(record.status.rawValue): \(record.message)\n")
    }
    guard style != .failures else { return }
    let isLast = progress.done == progress.count
    let pause: Duration = style == .bar ? .milliseconds(100) : .seconds(5)
    let isRedrawn = style == .bar && record.status != .ok
    if let lastShown, lastShown.duration(to: .now) < pause, !isLast, !isRedrawn { return }
    lastShown = .now
    let seconds = started.duration(to: .now) / .seconds(1)
    let line = Self.line(progress.done, of: progress.count, seconds: seconds)
    write(style == .bar ? Self.redrawn + line : line + "\n")
  }

  /// Clears the bar.
  public func erase() {
    if style == .bar && lastShown != nil { write(Self.redrawn) }
  }

  /// To the start of the line, which is cleared.
  private static let redrawn = "\r\u{1B}[K"

  /// Count, rate and time left in one line of at most 78 characters.
  static func line(_ done: Int, of count: Int, seconds: Double) -> String {
    let rate = Double(done) / max(seconds, 1e-9)
    let end =
      done == count
      ? "took \(readable(seconds: seconds))"
      : "\(readable(seconds: Double(count - done) / rate)) left"
    return bar(done, of: count) + ", \(String(format: "%.3g", rate))/s, \(end)"
  }

  private static func bar(_ done: Int, of count: Int) -> String {
    let filled = done * 24 / max(1, count)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
      + " \(done)/\(counted(count, "trial"))"
  }
}
