import ForceLabPlugins
import ForceLabSettings

/// A weighted sum of measures of a layout, which is to be minimal.
public struct Objective: Record, Hashable {
  public var stress = 0.0
  public var edgeCrossings = 0.0

  public init() {}

  public static let manual = Manual<Self>(
    "objective",
    "A measure, or a sum of measures times weights, which is to be minimal; {stress: 1, edge-crossings: 0.5} "
      + "weighs two crossings like a stress of 1.",
    parameters: [
      Parameter(
        "stress", \.stress, within: Bounds(0...1e6),
        "Weight of the stress Σ (‖xi − xj‖/d_ij − 1)² over all pairs of nodes, lengths in edges."),
      Parameter(
        "edge-crossings", \.edgeCrossings, within: Bounds(0...1e6),
        "Weight of the number of edge crossings; 2D only."),
    ],
    source: "R. Davidson and D. Harel, “Drawing graphs nicely using simulated annealing”, 1996")

  public func check() throws(ParameterError) {
    guard stress > 0 || edgeCrossings > 0 else {
      throw ParameterError("'objective' needs a measure with a weight above 0")
    }
  }
}

/// The name of a measure stands for that measure with the weight 1.
extension Objective {
  public static func form(within bounds: Bounds) -> ValueForm {
    .either([.choice(parameterNames), .record(page)])
  }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Self?
  {
    guard node.scalar != nil, !node.isNull else { return decoder.decode(Self.self, from: node) }
    return decoder.word(node, slot, among: parameterNames).flatMap {
      decoder.decode(Self.self, from: .mapping([$0: 1.encoded()], at: node.location))
    }
  }
}
