import ForceLabCVectors
import ForceLabPlugins

/// Repels every two nodes with a force of 1/r, as d3's `forceManyBody` does.
public struct ManyBody: BuiltInPairForce {
  /// In px²/tick². Negative values repel, positive ones attract.
  public var strength = -30.0
  /// The distance in px below which the force stops growing as 1/r.
  public var distanceMin = 1.0
  /// The distance in px beyond which there is no force.
  public var distanceMax = Double.infinity

  public init() {}

  public static let manual = Manual<Self>(
    "many-body",
    "Repels every two nodes with F = strength/r, or attracts them if strength is positive.",
    parameters: [
      Parameter(
        "strength", \.strength, unit: "px²/tick²", "Negative values repel, positive ones attract."),
      Parameter(
        "distance-min", \.distanceMin, in: 0..., unit: "px",
        "Below this distance, r² is replaced by distance-min·r."),
      Parameter(
        "distance-max", \.distanceMax, in: 0...(.infinity), unit: "px",
        "Beyond this distance there is no force."),
    ],
    formula: """
      v ← v + α·Σ q·strength/r²·δ, δ to the other node, r = ‖δ‖, q the other's charge
      U = ½·Σ q·strength·ln r over ordered pairs
      """,
    source: "d3-force, forceManyBody", sections: potentialSection("one " + equalChargesNote))

  public func check() throws(ParameterError) {
    guard distanceMin <= distanceMax else {
      throw ParameterError(
        "'distance-min' is \(distanceMin.shortText); it must be at most 'distance-max', "
          + distanceMax.shortText, parameter: "distance-min")
    }
  }

  /// Less strength for a greater `distanceMax` keeps the pressure in a cloud of nodes the same.
  public func coarsened(by stretch: Double) -> any Force {
    setting(\.strength, to: distanceMax < .infinity ? strength / (stretch * stretch) : strength)
      .setting(\.distanceMin, to: distanceMin * stretch)
      .setting(\.distanceMax, to: distanceMax * stretch)
  }

  var law: CPairLaw {
    CPairLaw(
      form: distanceMax == .infinity ? CPairQuotient : CPairCutQuotient, strength: strength,
      min_square: distanceMin * distanceMin, max_square: distanceMax * distanceMax, exponent: -1)
  }
}
