extension Double {
  /// The natural logarithm of a positive normal number, to within 2 units in the last place of
  /// results away from 0, in operations that the compiler can take eight numbers at a time through.
  ///
  /// x = 2ᵏ·m with m from √½ to √2, and ln m = 2·artanh((m − 1)/(m + 1)) by its power series.
  /// Zero gives a large negative number instead of −∞, and ∞ a large positive one.
  @inlinable @inline(__always)
  var logarithm: Double {
    let bits = Int64(bitPattern: bitPattern)
    // The bits of √½, taken off before and put back after the cut, centre the fraction on 1.
    let shifted = bits &- 0x3fe6_a09e_667f_3bcd
    let exponent = Double(shifted &>> 52)
    let fraction = Double(bitPattern: UInt64(bitPattern: bits &- (shifted & ~0xf_ffff_ffff_ffff)))
    let s = (fraction - 1) / (fraction + 1)
    let square = s * s
    var series = 1.0 / 21
    series = series * square + 1 / 19.0
    series = series * square + 1 / 17.0
    series = series * square + 1 / 15.0
    series = series * square + 1 / 13.0
    series = series * square + 1 / 11.0
    series = series * square + 1 / 9.0
    series = series * square + 1 / 7.0
    series = series * square + 1 / 5.0
    series = series * square + 1 / 3.0
    // ln 2 in two parts, the first of which is exact after multiplication by any exponent.
    let tail = exponent * 1.908_214_929_270_587_7e-10 + 2 * (s * square * series)
    return exponent * 6.931_471_803_691_238_2e-1 + (2 * s + tail)
  }

  /// eˣ to within 3 units in the last place for x from −708 to 709, and as at these beyond them, in
  /// operations that the compiler can take eight numbers at a time through.
  ///
  /// x = k·ln 2 + r with |r| ≤ ½·ln 2, and eˣ = 2ᵏ·eʳ with eʳ by its power series.
  @inlinable @inline(__always)
  var exponential: Double {
    let x = self < -708 ? -708 : (self > 709 ? 709 : self)
    // Adding 1.5·2⁵² leaves the nearest whole number in the last bits.
    let shifted = x * 1.442_695_040_888_963_4 + 0x1.8p52
    let whole = shifted - 0x1.8p52
    let r = x - whole * 6.931_471_803_691_238_2e-1 - whole * 1.908_214_929_270_587_7e-10
    var series = 1.0 / 6_227_020_800
    series = series * r + 1.0 / 479_001_600
    series = series * r + 1.0 / 39_916_800
    series = series * r + 1.0 / 3_628_800
    series = series * r + 1.0 / 362_880
    series = series * r + 1.0 / 40_320
    series = series * r + 1.0 / 5_040
    series = series * r + 1.0 / 720
    series = series * r + 1.0 / 120
    series = series * r + 1.0 / 24
    series = series * r + 1.0 / 6
    series = series * r + 0.5
    let power = shifted.bitPattern &- (0x1.8p52).bitPattern &+ 1023
    return Double(bitPattern: power &<< 52) * (1 + (r + r * r * series))
  }

  /// √x of a number that is zero or positive and normal, to within 2 units in the last place, for
  /// loops: the library's root reports errors, which keeps the compiler from taking eight at a time.
  ///
  /// A first guess of 1/√x by halving the exponent, then four of Newton's steps, each of which
  /// doubles the digits.
  @inlinable @inline(__always)
  var loopRoot: Double {
    let bits = Int64(bitPattern: bitPattern)
    var root = Double(bitPattern: UInt64(bitPattern: 0x5fe6_eb50_c7b5_37a9 &- (bits &>> 1)))
    let half = self * 0.5
    root = root * (1.5 - half * root * root)
    root = root * (1.5 - half * root * root)
    root = root * (1.5 - half * root * root)
    root = root * (1.5 - half * root * root)
    return self * root
  }
}
