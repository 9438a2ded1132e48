/// A bfloat16: the upper half of the bits of a float, with a relative error of at most
/// 1/256. Those of positive numbers are in the order of their bits.
struct BFloat16: BitwiseCopyable {
  var bits: UInt16

  init(bits: UInt16) { self.bits = bits }
  init(_ value: Float) { bits = UInt16(truncatingIfNeeded: (value.bitPattern &+ 0x8000) >> 16) }

  var value: Float { Float(bitPattern: UInt32(bits) << 16) }

  /// The bits of half of this number, which is positive.
  var halfBits: UInt16 { bits &- 0x80 }
}
