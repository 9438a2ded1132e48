extension Double {
  /// The shortest text that reads back as this number, without “.0”; infinities and NaN as in YAML.
  public var shortText: String {
    if isNaN { return ".nan" }
    if isInfinite { return self < 0 ? "-.inf" : ".inf" }
    // Swift writes numbers from 2⁵⁴ with an exponent.
    return self == rounded() && magnitude < 0x1p54 && !(self == 0 && sign == .minus)
      ? String(Int(self)) : description
  }
}
