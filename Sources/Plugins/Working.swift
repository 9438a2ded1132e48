/// Marks a stored property of a plugin that is working memory, not a parameter:
/// tables made in `prepare`, buffers that are kept from tick to tick.
@frozen @propertyWrapper
public struct Working<Value: Sendable>: Sendable {
  /// The value.
  public var wrappedValue: Value

  /// Working memory that starts as `wrappedValue`.
  @inlinable
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
