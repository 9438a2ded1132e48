import ForceLabSettings
import ForceLabWorkbench

/// Shows the progress of a run: on a terminal a bar that is drawn over, elsewhere a line now and then.
public struct ProgressDisplay {
  public enum Style: Sendable {
    case bar
    case lines
    /// Only which trials did not end well.
    case failures
  }

  private let style: Style
  private let write: (String) -> Void
  private let width: () -> Int
  private let isColored: Bool
  private let started = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?
  private var bar = ProgressBar()
  /// The bar as it stands on the terminal; nil if it does not.
  private var drawn: String?
  private var isOver = false
  private var lastTasks: TaskProgress?
  private var failures: [FailureGroup.Key: Int] = [:]

  /// A bar keeps within the columns that `width` returns.
  public init(
    _ style: Style, width: @escaping () -> Int = { 80 }, isColored: Bool = false,
    write: @escaping (String) -> Void
  ) {
    (self.style, self.width) = (style, width)
    (self.isColored, self.write) = (isColored, write)
  }

  /// Shows a bar before the first trial has ended. No name is longer than `longest`.
  public mutating func begin(_ count: Int, current: String = "", longest: Int = 0) {
    bar = ProgressBar(count: count, longest: style == .bar ? longest : 0)
    guard style == .bar else { return }
    bar.current = current.printableLine
    draw()
    lastShown = .now
  }

  /// Shows at once what is wrong with the trial; `current` is the configuration that runs now.
  public mutating func show(_ progress: Runner.Progress, current: String = "") {
    let record = progress.record
    let seconds = started.duration(to: .now) / .seconds(1)
    bar.end(progress.done, at: seconds)
    if style == .bar { bar.current = current.printableLine }
    if record.status != .ok {
      erase()
      write("trial \(record.trial) \(reason(of: record, progress.trial))\n".printable)
    }
    guard style != .failures else { return }
    let isLast = progress.done == progress.count
    let pause: Duration = style == .bar ? .milliseconds(100) : .seconds(5)
    let isRedrawn = style == .bar && record.status != .ok
    if let lastShown, lastShown.duration(to: .now) < pause, !isLast, !isRedrawn { return }
    lastShown = .now
    if style == .bar {
      draw()
    } else {
      write(bar.line(at: seconds, width: 80) + "\n")
    }
  }

  public mutating func show(_ tasks: TaskProgress) {
    guard style != .failures, tasks != lastTasks else { return }
    let seconds = started.duration(to: .now) / .seconds(1)
    if tasks.done > lastTasks?.done ?? 0 { bar.end(tasks.done, at: seconds) }
    lastTasks = tasks
    if style == .bar {
      bar.current = tasks.taskText
      return draw()
    }
    let isLast = tasks.done == tasks.count
    if let lastShown, lastShown.duration(to: .now) < .seconds(5), !isLast { return }
    lastShown = .now
    write("\(bar.line(at: seconds, width: 80)); \(tasks.taskText)\n")
  }

  /// The status and the message, or the first trial of the configuration with a similar one.
  private mutating func reason(of record: TrialRecord, _ trial: Trial) -> String {
    let key = FailureGroup.Key(
      configuration: trial.configuration, status: record.status.rawValue, message: record.message)
    let status = record.status.rawValue
    if let first = failures[key] { return "\(status), as trial \(first) of its configuration" }
    failures[key] = record.trial
    return FailureGroup.text(status, record.message)
  }

  /// Draws the bar again if it is shown and has something new to show, such as less time left.
  public mutating func refresh() {
    if drawn != nil && !isOver { draw() }
  }

  /// Shows `text` in the place of the bar, which is not drawn again.
  public mutating func announce(_ text: String) {
    guard style == .bar else { return }
    isOver = true
    drawn = text
    write("\r\(text)\(Self.clear)")
  }

  public mutating func erase() {
    if drawn != nil { write("\r" + Self.clear) }
    drawn = nil
  }

  private mutating func draw() {
    let line = bar.line(
      at: started.duration(to: .now) / .seconds(1), width: width(), isColored: isColored)
    guard line != drawn else { return }
    drawn = line
    // What is longer than the new line is cleared after it, for clearing first would flicker.
    write("\r\(line)\(Self.clear)")
  }

  private static let clear = "\u{1B}[K"
}
