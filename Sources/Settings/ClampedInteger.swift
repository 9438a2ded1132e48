extension FixedWidthInteger {
  /// `value` rounded toward zero and limited to what this type holds; 0 for NaN. A computed number can be
  /// infinite or NaN, for which `init(_:)` ends the program.
  @inlinable public init<Number: BinaryFloatingPoint>(clamping value: Number) {
    // The bounds are powers of two or zero below, and the upper one may round up.
    if value >= Number(Self.max) {
      self = .max
    } else if value <= Number(Self.min) {
      self = .min
    } else {
      self = value.isNaN ? 0 : Self(value)
    }
  }
}
