/// Where a body is and how it moves.
public struct Motion: Sendable, Hashable {
  /// The center of mass, in pt.
  public var place = Vector.zero
  /// In radians, clockwise on the screen.
  public var angle = 0.0
  /// In pt/s.
  public var velocity = Vector.zero
  /// In rad/s.
  public var angularVelocity = 0.0

  /// The point that is at `point` in the axes of the body, relative to the center of mass.
  public func scene(_ point: Vector) -> Vector { place + point.turned(by: angle) }

  /// A point of the scene in the axes of the body.
  public func local(_ point: Vector) -> Vector { (point - place).turned(by: -angle) }

  var isFinite: Bool {
    place.x.isFinite && place.y.isFinite && angle.isFinite && velocity.x.isFinite
      && velocity.y.isFinite && angularVelocity.isFinite
  }
}

/// The beginning of a contact.
public struct Contact: Sendable, Hashable {
  public enum Partner: Sendable, Hashable {
    case body(Int)
    /// The number of the boundary; see `BodyScene.name(of:)`.
    case boundary(Int)

    fileprivate var key: Int {
      switch self {
      case .body(let number): number
      case .boundary(let index): ~index
      }
    }
  }

  public let first, second: Partner
  /// That of the first step of the contact, in mass·pt/s; of all parts that touch.
  public internal(set) var impulse: Double
  /// In pt.
  public let place: Vector
  /// In s.
  public internal(set) var time = 0.0

  /// Both partners in either order.
  var pair: SIMD2<Int> { SIMD2(min(first.key, second.key), max(first.key, second.key)) }
}

/// One body at the start of a trial.
public struct SceneBody: Sendable {
  public let name: String
  /// The entry of `bodies` that it is of, and its name.
  public let entry: Int
  public let entryName: String
  public var traits: Body
  /// The parts, relative to the center of mass and in the axes of the body.
  public let outlines: [Outline]
  public let mass: Double
  /// About the center of mass, in mass·pt².
  public let moment: Double
  /// The maximum distance of a part from the center of mass, in pt.
  public let radius: Double
  /// The place of the body in its own axes, relative to the center of mass.
  public let origin: Vector
  public let start: Motion

  public var isMovable: Bool { !traits.anchored }

  /// The corners of the bounding box.
  func box(at motion: Motion) -> Box {
    outlines.map { $0.moved(by: motion.place, turned: motion.angle) }.box
  }

  /// A body of `traits` at `place`, with parts relative to it.
  init(
    _ name: String, of entry: (number: Int, name: String), _ traits: Body, _ parts: [Outline],
    at place: Vector
  ) {
    (self.name, self.entry, entryName, self.traits) = (name, entry.number, entry.name, traits)
    let area = parts.reduce(0) { $0 + $1.area }
    let center = parts.reduce(Vector.zero) { $0 + $1.centroid * ($1.area / area) }
    outlines = parts.map { $0.moved(by: -center) }
    mass = traits.density * area * Body.unitMass
    moment = outlines.reduce(0) { $0 + $1.moment * $1.area / area } * mass
    radius = outlines.reduce(0) { radius, outline in
      switch outline {
      case .circle(let center, let ownRadius): max(radius, center.length + ownRadius)
      case .polygon(let corners): corners.reduce(radius) { max($0, $1.length) }
      }
    }
    origin = -center
    start = Motion(
      place: place + center.turned(by: traits.angle), angle: traits.angle,
      velocity: Vector(traits.velocity), angularVelocity: traits.angularVelocity)
  }
}
