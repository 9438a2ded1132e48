import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// A force that depends on where a node is, and perhaps on how it moves, but not on other nodes.
///
/// A field is `strength` times a force of its own times its falloff, `max(r, minimumRadius)^−falloff`, where `r` is the
/// distance from `position`. To write one, give the five properties, `force` and, if there is one, `potential`.
protocol Field: PointForce {
  var strength: Double { get set }
  /// The origin of the field, in px; empty for that of the layout.
  var position: [Double] { get set }
  var region: FieldRegion { get set }
  var falloff: Double { get set }
  var minimumRadius: Double { get set }

  /// The force on an item for a strength of 1, without the falloff.
  func force<P: Point>(on item: FieldItem<P>) -> P
  /// The potential energy of an item for a strength of 1, with the falloff; nil, the default, if there is none.
  func potential<P: Point>(of item: FieldItem<P>) -> Double?
}

/// A node in a field.
struct FieldItem<P: Point> {
  /// From the origin of the field, in px.
  var offset: P
  /// In px per tick.
  var velocity: P
  var mass: Double
  var charge: Double
  /// In ticks; in a scene of bodies in s.
  var time: Double
  /// The seed of the layout.
  var seed: UInt64
  /// The mass if forces are divided by masses, or else 1.
  var inertia = 1.0

  /// The direction from the origin; zero at the origin itself.
  var outward: P {
    let length = offset.length
    return length > 0 ? offset / length : .zero
  }
}

extension Field {
  func potential<P: Point>(of item: FieldItem<P>) -> Double? { nil }

  /// The parameters of all fields.
  static var fieldParameters: [Parameter<Self>] {
    [
      Parameter("position", \.position, unit: "px", "Origin.", defaultDescription: "the origin"),
      Parameter("region", \.region, "Where the field acts, around its origin."),
      Parameter(
        "falloff", \.falloff, in: 0..., "Exponent with which the field decreases with the distance."
      ),
      Parameter(
        "minimum-radius", \.minimumRadius, above: 0, unit: "px",
        "Distance below which the field is no stronger."),
    ]
  }

  public func check(dimensions: Int) throws(ParameterError) {
    try checkPoint(position, "position", dimensions: dimensions)
  }

  /// The falloff at a distance.
  func weight(_ distance: Double) -> Double {
    falloff == 0 ? 1 : pow(max(distance, minimumRadius), -falloff)
  }

  func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type) {
    guard strength != 0 else { return }
    let velocity = world.particles.velocity
    for node in 0..<world.particles.count {
      let item = item(node, of: world, P.self)
      guard region.contains(item.offset) else { continue }
      let push = force(on: item) * (alpha * strength * weight(item.offset.length))
      (P(velocity, node) + push).store(velocity, node)
    }
  }

  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double? {
    guard hasPotential(in: world) else { return nil }
    return (0..<world.particles.count).reduce(0) { sum, node in
      sum + strength * (potential(of: item(node, of: world, P.self)) ?? 0)
    }
  }

  public func hasPotential(in world: World) -> Bool {
    let item = FieldItem<SIMD2<Double>>(
      offset: .zero, velocity: .zero, mass: 1, charge: 1, time: 0, seed: 0)
    return region.isEverywhere && potential(of: item) != nil
  }

  /// The section on the potential of fields that have one.
  static var regionSection: [(title: String, text: String)] {
    potentialSection("one only without a region, at whose border the force ends")
  }

  private func item<P: Point>(_ node: Int, of world: World, _: P.Type) -> FieldItem<P> {
    FieldItem(
      offset: P(world.particles.position, node) - P(position), velocity: P(world.velocity, node),
      mass: world.particles.mass[node], charge: world.particles.charge[node],
      time: world.time ?? Double(world.tick), seed: world.seed,
      inertia: world.heldVelocity == nil ? 1 : world.particles.mass[node])
  }

  /// The integral of the falloff times `r^power` from 0 to `distance`: the potential of a force that is
  /// directed from the origin.
  func radialIntegral(_ distance: Double, power: Double = 0) -> Double {
    let inner = min(distance, minimumRadius)
    let core = pow(minimumRadius, -falloff) * pow(inner, power + 1) / (power + 1)
    guard distance > minimumRadius else { return core }
    let exponent = power + 1 - falloff
    let shell =
      exponent == 0
      ? log(distance / minimumRadius)
      : (pow(distance, exponent) - pow(minimumRadius, exponent)) / exponent
    return core + shell
  }
}

/// Where a field acts: everywhere, in a circle or in a rectangle around its origin.
public struct FieldRegion: Record, Equatable {
  public var radius: Double?
  public var width: Double?
  public var height: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "region", "A circle, in 3D a sphere, or a rectangle, in 3D a column.",
    parameters: [
      Parameter(
        "radius", \.radius, above: 0, unit: "px", "Radius of the circle.",
        defaultDescription: "no limit"),
      Parameter(
        "width", \.width, above: 0, unit: "px", "Width of the rectangle.",
        defaultDescription: "no limit"),
      Parameter(
        "height", \.height, above: 0, unit: "px", "Height of the rectangle.",
        defaultDescription: "no limit"),
    ])

  public func check() throws(ParameterError) {
    guard radius == nil || (width == nil && height == nil) else {
      throw ParameterError(
        "a region is a circle or a rectangle; remove 'radius', or 'width' and 'height'",
        parameter: "radius")
    }
  }

  var isEverywhere: Bool { self == FieldRegion() }

  /// The border is inside.
  func contains<P: Point>(_ offset: P) -> Bool {
    (radius.map { offset.squaredLength <= $0 * $0 } ?? true)
      && (width.map { abs(offset[0]) <= $0 / 2 } ?? true)
      && (height.map { abs(offset[1]) <= $0 / 2 } ?? true)
  }
}
