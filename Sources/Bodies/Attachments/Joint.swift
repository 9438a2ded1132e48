import ForceLabPlugins

/// How an attachment restricts the motion of its two ends.
public protocol Joint: Plugin {
  /// Whether the two ends are at the same point; false by default.
  var isAtOnePoint: Bool { get }
  /// What Chipmunk enforces between the ends of `link`.
  func constraints(on link: JointEnds) throws(ParameterError) -> [Constraint]
}

extension PluginKind {
  public static let joint = PluginKind("joint", "Restrict the motion of connected bodies.")
}

extension Joint {
  public static var kind: PluginKind { .joint }
  public var isAtOnePoint: Bool { false }
}

/// The two ends of an attachment at the start.
public struct JointEnds: Sendable {
  /// Where the ends are in the scene: that of the body, and that of the other body or the scene.
  public let start, end: Vector
  /// m₁·m₂/(m₁ + m₂), or that of the body if the other end does not move.
  public let reducedMass: Double

  public var distance: Double { (end - start).length }
}

/// What holds between the two ends of an attachment.
public enum Constraint: Sendable, Hashable {
  /// The ends are at the same point.
  case coincidence
  /// The ends keep a distance in pt.
  case distance(Double)
  /// The ends are at most so far from each other, in pt.
  case maxDistance(Double)
  /// How far the end of the body is from the other end along a direction of length 1 that moves with that end, in pt;
  /// finite.
  case offset(ClosedRange<Double>, along: Vector)
  /// The bodies keep the difference of their rotations.
  case sameRotation
  /// The change of the difference of their rotations, in radians.
  case rotation(ClosedRange<Double>)
  /// Friction against relative rotation, up to a torque in mass·pt²/s².
  case rotationFriction(Double)
  /// A spring of a length in pt, a stiffness in mass/s² and a damping coefficient in mass/s.
  case spring(length: Double, stiffness: Double, damping: Double)
}
