import ForceLabPlugins

/// Pushes every node in directions that vary at random in space and time.
public struct NoiseField: Field {
  public var strength = 1.0
  public var noise = FieldNoise()
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 0.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "noise-field",
    "Pushes every node in directions that vary at random, but smoothly, in space and time.",
    parameters: [
      Parameter("strength", \.strength, "Maximum force k on each axis."),
      Parameter("noise", \.noise, "How the directions vary."),
    ] + fieldParameters,
    formula: "v ← v + α·k·n(δ, t)·max(r, r₀)^−falloff, δ = x − position, −1 ≤ n ≤ 1 on each axis",
    source: "UIKit, UIFieldBehavior.noiseField(smoothness:animationSpeed:)",
    sections: potentialSection("none: it is random"))

  public var isRandom: Bool { strength != 0 }

  func force<P: Point>(on item: FieldItem<P>) -> P { noise.vector(at: item) }
}

/// Pushes every moving node in directions that vary at random, in proportion to its speed.
public struct TurbulenceField: Field {
  public var strength = 1.0
  public var noise = FieldNoise()
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 0.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "turbulence-field",
    "Pushes every node as noise-field does, in proportion to its speed, so that nodes at rest stay there.",
    parameters: [
      Parameter("strength", \.strength, unit: "1/tick", "Maximum force k on each axis per speed."),
      Parameter("noise", \.noise, "How the directions vary."),
    ] + fieldParameters,
    formula: "v ← v + α·k·‖v‖·n(δ, t)·max(r, r₀)^−falloff, δ = x − position",
    source: "UIKit, UIFieldBehavior.turbulenceField(smoothness:animationSpeed:)",
    sections: potentialSection("none: it is random"))

  public var isRandom: Bool { strength != 0 }

  func force<P: Point>(on item: FieldItem<P>) -> P { noise.vector(at: item) * item.velocity.length }
}
