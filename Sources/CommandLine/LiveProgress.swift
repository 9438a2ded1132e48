import Foundation
import ForceLabReports
import Synchronization
import ForceLabWorkbench

/// A progress display that also moves while a trial runs: the time left shrinks, and the width
/// follows that of the terminal.
final class LiveProgress: Sendable {
  private let display: Mutex<ProgressDisplay>
  private let isOver = Atomic(false)
  private let titles: [String]

  /// Begins to tell of a run of `plan`; with a bar where standard error is a terminal.
  init(_ plan: Plan, isQuiet: Bool, isResumed: Bool) {
    let style: ProgressDisplay.Style =
      isQuiet ? .failures : Terminal.showsProgress ? .bar : .lines
    display = Mutex(
      ProgressDisplay(
        style, width: { Terminal.progressWidth }, isColoured: Terminal.errorIsColoured,
        write: standardError))
    titles = plan.configurationTitles
    // Which trial a run goes on with shows when the first has ended.
    let first = isResumed ? "" : titles.first ?? ""
    let (count, longest) = (plan.trials.count, titles.map(\.count).max() ?? 0)
    display.withLock { $0.begin(count, current: first, longest: longest) }
    guard style == .bar else { return }
    Thread { [weak self] in
      while let self, !self.isOver.load(ordering: .relaxed) {
        self.display.withLock { $0.refresh() }
        usleep(200_000)
      }
    }.start()
  }

  /// Tells of a trial that has ended.
  func show(_ progress: Runner.Progress) {
    let current = progress.current.map { titles[$0.configuration - 1] } ?? ""
    display.withLock { $0.show(progress, current: current) }
  }

  /// Shows what is done after the last trial in the place of the bar.
  func announce(_ text: String) {
    isOver.store(true, ordering: .relaxed)
    display.withLock { $0.announce(text) }
  }

  /// Removes the bar for good.
  func end() {
    isOver.store(true, ordering: .relaxed)
    display.withLock { $0.erase() }
  }
}
