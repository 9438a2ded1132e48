import Foundation

/// The time that is left of a budget.
///
/// The budget is wall time. What a step costs is processor time, which does not change while other programs
/// hold the processor; what is left is converted by the share of the processor that this program gets.
struct BudgetClock {
  private let begin = ContinuousClock.now
  private let beginOfWork = Self.processorSeconds
  /// A share measured over less time is a matter of chance.
  private static let inertia = 0.002
  /// Less means that the program was stopped for a while, and is no forecast.
  private static let minShare = 0.25

  /// Wall time since the start, in seconds.
  var elapsed: Double { begin.duration(to: .now) / .seconds(1) }
  /// Processor time of all threads since the start, in seconds.
  var worked: Double { Self.processorSeconds - beginOfWork }

  /// The processor time, in seconds, that there is until `deadline`, a wall time since the start.
  func left(until deadline: Double) -> Double {
    let elapsed = elapsed
    let share = (worked + Self.inertia) / (elapsed + Self.inertia)
    return (deadline - elapsed) * max(share, Self.minShare)
  }

  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }
}
