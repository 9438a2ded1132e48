import ForceLabSettings

/// An amount of memory, written like `500MB` or `2GiB`.
public struct MemorySize: ParameterValue, Hashable {
  public var bytes: Int

  /// Less than the program needs without a trial.
  private static let minimum = 1e6
  private static let units = [
    "": 1, "B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KIB": 0x1p10, "MIB": 0x1p20,
    "GIB": 0x1p30, "TIB": 0x1p40,
  ]

  /// Nil if `text` is not an amount from 1MB on.
  public init?(_ text: String) {
    let digits = text.prefix { $0.isNumber || $0 == "." }
    guard let number = Double(digits),
      let factor = Self.units[text.dropFirst(digits.count).uppercased()],
      (Self.minimum...1e15).contains(number * factor)
    else { return nil }
    bytes = Int(clamping: number * factor)
  }

  public static func form(within bounds: Bounds) -> ValueForm { .text }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> MemorySize?
  {
    node.scalar.flatMap { MemorySize($0.text) }
      ?? decoder.mismatch(
        node, slot, expected: "an amount of memory from 1MB on, such as 500MB or 4GiB")
  }

  public func encoded() -> SettingsNode { bytes.encoded() }
}
