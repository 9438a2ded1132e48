/// Marks a stored property of a plugin as scratch memory instead of a parameter, such as a table
/// made in `prepare` or a buffer kept from tick to tick.
@frozen @propertyWrapper
public struct Scratch<Value: Sendable>: Sendable {
  public var wrappedValue: Value

  @inlinable public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
