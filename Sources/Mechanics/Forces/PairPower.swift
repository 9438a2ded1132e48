import ForceLabCVectors
import ForceLabPlugins

/// Repels every two nodes by a power of their distance.
public struct PairPower: BuiltInPairForce {
  public enum Weight: String, Choice {
    /// 1; the charge of the other node multiplies the force.
    case none
    /// The degree + 1.
    case degree
    /// The degree.
    case degreeAlone = "degree-alone"
  }

  public var exponent = -1.0
  public var scale = 1.0
  public var weight = Weight.none
  public var softening = 0.0

  @Scratch private var storage: LaneStorage?

  public init() {}

  public static let manual = Manual<Self>(
    "pair-power",
    "Repels every two nodes with F = scale·w·w′·dʳ; below 10⁻⁶ px the force is proportional to d.",
    parameters: [
      Parameter(
        "exponent", \.exponent, in: -6...6,
        "Power r of the distance d: −1 in Fruchterman–Reingold, ForceAtlas2 and LinLog; "
          + "−3 to 1 in whole steps are fastest, and with a `softening`, −4 and −3."),
      Parameter(
        "scale", \.scale, in: 0..., "Factor; k² in Fruchterman–Reingold, k_r in ForceAtlas2."),
      Parameter(
        "weight", \.weight,
        "Weight w of a node: its degree + 1, as in ForceAtlas2; its degree alone, as in Noack's edge "
          + "repulsion; or none, where w is 1 and the charge of the other node multiplies the force."
      ),
      Parameter(
        "softening", \.softening, in: 0..., unit: "px",
        "Length c: √(‖δ‖² + c²) stands for the distance d in dʳ⁻¹, so that near nodes hardly repel each "
          + "other. With r = −3 the force is the t-force of t-FDP."),
    ],
    formula: """
      v ← v − α·Σ scale·w·w′·dʳ⁻¹·δ, δ to the other node, d = √(‖δ‖² + c²), r = exponent, c = softening
      U = −½·Σ scale·w·w′·dʳ⁺¹/(r + 1) over ordered pairs, with ln d for dʳ⁺¹/(r + 1) if r = −1
      """,
    source:
      "A. Noack, “Modularity clustering is force-directed layout”, 2009: (a, r)-energy models; "
      + "M. Jacomy et al., “ForceAtlas2”, 2014, for the degree + 1; "
      + "F. Zhong et al., “Force-directed graph layouts revisited: a new force based on the "
      + "t-distribution”, 2023, for the softening",
    sections: potentialSection("one with weights, and otherwise " + equalChargesNote))

  public mutating func prepare(for world: World) {
    guard weight != .none else { return }
    let offset = weight == .degree ? 1 : 0
    let lanes = LaneStorage.ensure(&storage, count: world.particles.count, lanes: 1)
    for node in 0..<world.particles.count {
      lanes[0][node] = Double(world.graph.degree(of: node) + offset)
    }
  }

  public func weights(in world: World) -> UnsafePointer<Double>? {
    weight == .none ? nil : storage.map { UnsafePointer($0.lanes[0]) }
  }

  public func coarsened(by stretch: Double) -> any Force {
    setting(\.softening, to: softening * stretch)
  }

  var law: CPairLaw {
    let form =
      switch exponent {
      case _ where softening > 0: CPairSoft
      case 1: CPairLinear
      case 0: CPairConstant
      case -1: CPairInverse
      case -2: CPairInverseSquare
      case -3: CPairInverseCube
      default: CPairPower
      }
    return CPairLaw(
      form: form, strength: -scale, min_square: max(1e-12, softening * softening),
      max_square: .infinity, exponent: exponent)
  }
}
