/// The beginning of a contact.
public struct Contact: Sendable, Hashable {
  public enum Partner: Sendable, Hashable {
    case body(Int)
    /// The name of the boundary.
    case boundary(String)
  }

  public let first, second: Partner
  /// That of the first step of the contact, in mass·pt/s.
  public let impulse: Double
  /// In pt.
  public let place: Vector
  /// In s.
  public internal(set) var time = 0.0
}
