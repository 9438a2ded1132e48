import ForceLabReports
import ForceLabWorkbench
import Foundation
import Synchronization

/// A progress display that also updates the time left and its width while a trial runs.
final class LiveProgress: Sendable {
  private let display: Mutex<ProgressDisplay>
  private let titles: [String]

  init(_ plan: Plan, isQuiet: Bool, isResumed: Bool) {
    let style: ProgressDisplay.Style = isQuiet ? .failures : Terminal.showsProgress ? .bar : .lines
    display = Mutex(
      ProgressDisplay(
        style, width: { Terminal.progressWidth }, isColored: Terminal.errorIsColored,
        write: Output.writeError))
    titles = plan.configurationTitles
    // A resumed run starts at a trial that is known only when it has ended.
    let first = isResumed ? nil : plan.schedule.first.map { titles[$0.configuration - 1] }
    let (count, longest) = (plan.trialCount, titles.map(\.count).max() ?? 0)
    display.withLock { $0.begin(count, current: first ?? "", longest: longest) }
    guard style == .bar else { return }
    Thread { [weak self] in
      while self?.update({ $0.refresh() }) != nil { usleep(200_000) }
    }.start()
  }

  func show(_ progress: Runner.Progress) {
    let current = progress.current.map { titles[$0.configuration - 1] } ?? ""
    update { $0.show(progress, current: current) }
  }

  func update(_ change: (inout ProgressDisplay) -> Void) { display.withLock { change(&$0) } }

  /// Makes room for a line of text.
  func erase() { update { $0.erase() } }
}
