import ForceLabGraphs
import ForceLabSettings

/// The stiffest springs of a force.
public struct Stiffness: Sendable, Equatable {
  /// The sum of the springs of a node: the force on it in units of its distance from rest, in
  /// 1/tick². The stiffness of the whole layout is at most twice as large, by Gershgorin's theorem.
  public var sum: Double
  /// The parameter of the force that all of its springs are proportional to, and its value.
  public var parameter: String
  public var value: Double
  /// The stiffness above which the force itself may be unstable, however short ticks are.
  public var limit = Double.infinity

  public init(sum: Double, parameter: String, value: Double) {
    (self.sum, self.parameter, self.value) = (sum, parameter, value)
  }

  /// The springs of the stiffest node, given the springs of each edge at its source and at its target.
  init?(_ graph: Graph, parameter: String, value: Double, springs: (Int) -> (Double, Double)) {
    var sums = [Double](repeating: 0, count: graph.nodeCount)
    for edge in 0..<graph.edgeCount {
      let (source, target) = springs(edge)
      sums[Int(graph.sources[edge])] += source
      sums[Int(graph.targets[edge])] += target
    }
    guard let sum = sums.max() else { return nil }
    self.init(sum: sum, parameter: parameter, value: value)
  }

  /// The value of the parameter at which an integrator is stable whose springs may have the stiffness
  /// `safe`, rounded down to two digits; nil if the springs are soft enough.
  public func softened(to safe: Double) -> Double? {
    let safe = min(safe, limit)
    guard sum.isFinite, 2 * sum > safe else { return nil }
    let wanted = value * safe / (2 * sum)
    guard wanted > 1e-300, wanted.isFinite else { return nil }
    var (digits, exponent) = (wanted, 0)
    while digits < 10 { (digits, exponent) = (digits * 10, exponent - 1) }
    while digits >= 100 { (digits, exponent) = (digits / 10, exponent + 1) }
    return Double("\(Int(clamping: digits))e\(exponent)")
  }
}
