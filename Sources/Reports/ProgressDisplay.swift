import Workbench

/// Tells how far a run is: on a terminal a bar that is drawn over, elsewhere a line now and then.
public struct ProgressDisplay {
  private let isTerminal: Bool
  private let started = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?
  private let write: (String) -> Void

  /// A display that writes to a terminal or to something else by `write`.
  public init(isTerminal: Bool, write: @escaping (String) -> Void) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Shows `progress`, and what is wrong with its trial at once if anything is.
  public mutating func show(_ progress: Runner.Progress) {
    let (outcome, trial) = (progress.outcome, progress.trial)
    if outcome.status != .ok {
      erase()
      write("trial \(trial.number) \(outcome.status.rawValue): \(outcome.message)\n")
    }
    let isLast = progress.done == progress.count
    let pause: Duration = isTerminal ? .milliseconds(100) : .seconds(5)
    if let lastShown, lastShown.duration(to: .now) < pause, !isLast { return }
    lastShown = .now
    let line = Self.line(progress, seconds: started.duration(to: .now) / .seconds(1))
    write(isTerminal ? "\r\u{1B}[K" + line : line + "\n")
  }

  /// Clears the bar.
  public func erase() {
    if isTerminal && lastShown != nil { write("\r\u{1B}[K") }
  }

  /// Count, rate and time left in one line of at most 78 characters.
  static func line(_ progress: Runner.Progress, seconds: Double) -> String {
    let rate = Double(progress.done) / max(seconds, 1e-9)
    let left = Double(progress.count - progress.done) / rate
    let filled = progress.done * 24 / max(1, progress.count)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    return "\(bar) \(progress.done)/\(progress.count) trials, \(readable(rate))/s, "
      + (progress.done == progress.count
        ? "took \(readable(seconds: seconds))" : "\(readable(seconds: left)) left")
  }
}
