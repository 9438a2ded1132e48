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

  /// At rest at the origin.
  public init() {}

  init(place: Vector, angle: Double, velocity: Vector, angularVelocity: Double) {
    (self.place, self.angle) = (place, angle)
    (self.velocity, self.angularVelocity) = (velocity, angularVelocity)
  }

  /// The point that is at `point` in the axes of the body, relative to the center of mass.
  public func scene(_ point: Vector) -> Vector { place + point.turned(by: angle) }

  /// A point of the scene in the axes of the body.
  public func local(_ point: Vector) -> Vector { (point - place).turned(by: -angle) }

  var isFinite: Bool {
    place.x.isFinite && place.y.isFinite && angle.isFinite && velocity.x.isFinite
      && velocity.y.isFinite && angularVelocity.isFinite
  }
}
