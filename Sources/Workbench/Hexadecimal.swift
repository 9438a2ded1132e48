extension Sequence<UInt8> {
  /// The bytes in hexadecimal digits, two each, as digests are told.
  public var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
