import ForceLabSettings
import Testing

@Suite struct ClampedIntegerTests {
  @Test func anyFloatingPointNumberHasAnInteger() {
    #expect(Int(clamping: 2.9) == 2 && Int(clamping: -2.9) == -2 && Int(clamping: -0.0) == 0)
    for value in [Double.infinity, .greatestFiniteMagnitude, 0x1p63] {
      #expect(Int(clamping: value) == .max && Int(clamping: -value) == .min)
    }
    #expect(Int(clamping: Double.nan) == 0 && UInt8(clamping: -0.5) == 0)
    #expect(Int(clamping: (0x1p63).nextDown) == .max - 1023)
    #expect(UInt8(clamping: 255.9) == 255 && UInt8(clamping: Float.infinity) == 255)
    #expect(Int32(clamping: Float(0x1p31)) == .max && Int32(clamping: -0x1p31) == .min)
  }
}
