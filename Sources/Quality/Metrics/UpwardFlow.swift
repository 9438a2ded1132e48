import ForceLabGraphs
import ForceLabPlugins

public struct UpwardFlow: EdgeMetric {
  public enum Direction: String, Choice {
    case up, down, left, right
  }

  public var direction = Direction.up

  public init() {}

  public static let manual = Manual<Self>(
    "upward-flow",
    "Part of the edges that point in one direction, from their first to their second node; from 0 to 1. As on a screen, "
      + "up is towards smaller y.",
    parameters: [Parameter("direction", \.direction, "The direction.")],
    shorthand: "direction",
    formula: "1/m·|{(u, v): (xv − xu)·e > 0}| over the m edges (u, v), e the direction",
    source: "The consistent flow direction of Purchase 2002")

  public var columns: [Column] { [.measure("upward_flow", unit: "part", better: .higher)] }

  /// Nil without edges.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    guard graph.edgeCount > 0 else { return nil }
    let axis = layout.coordinates[direction == .up || direction == .down ? 1 : 0]
    let rises = direction == .down || direction == .right
    let count = zip(graph.sources, graph.targets).count { edge in
      let (start, end) = (axis[Int(edge.0)], axis[Int(edge.1)])
      return rises ? end > start : end < start
    }
    return Double(count) / Double(graph.edgeCount)
  }
}
