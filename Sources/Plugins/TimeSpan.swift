import ForceLabSettings

/// A time, written as a number of seconds, such as 0.1, or with a unit, such as 100ms.
public struct TimeSpan: ParameterValue, Hashable {
  public var seconds: Double

  public init(seconds: Double) { self.seconds = seconds }

  private static let units: KeyValuePairs = ["us": 1e-6, "µs": 1e-6, "ms": 1e-3, "min": 60, "s": 1]

  public static func form(within bounds: Bounds) -> ValueForm { .either([.number(bounds), .text]) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> TimeSpan?
  {
    guard let seconds = node.scalar?.number ?? node.scalar.flatMap({ seconds(in: $0.text) }) else {
      return decoder.mismatch(node, slot, expected: "a time, such as 100ms, 2s or 0.5")
    }
    return decoder.inRange(TimeSpan(seconds: seconds), seconds, node, slot)
  }

  private static func seconds(in text: String) -> Double? {
    for (unit, factor) in units where text.hasSuffix(unit) {
      let digits = text.dropLast(unit.count)
      let number = digits.last == " " ? digits.dropLast() : digits
      if let value = Double(number) { return value * factor }
    }
    return nil
  }

  public func encoded() -> SettingsNode { seconds.encoded() }
  public var swiftCode: String { "TimeSpan(seconds: \(seconds.swiftCode))" }
}
