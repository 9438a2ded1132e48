import ForceLabSettings

/// A type of values that parameters can have: it describes, decodes and encodes them.
public protocol ParameterValue: Sendable {
  /// What the value looks like in a file, for documentation and the JSON Schema. `bounds` are those of numbers.
  static func form(within bounds: Bounds) -> ValueForm
  /// Nil after reporting an error to `decoder`.
  static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Self?
  /// Decodes to the same value.
  func encoded() -> SettingsNode
  /// A Swift expression of the value, where its type is known, such as `[1, 2]` or `.infinity`.
  var swiftCode: String { get }
}

/// What a value is decoded for: a name, for messages, and the range and the unit of numbers.
public struct Slot: Sendable {
  public let name: String
  public let bounds: Bounds
  public let unit: String
  /// Whether the value is an item of the list of this name.
  var isItem = false
  /// The example of the manual, or a text that may have one.
  private let help: String

  public init(name: String, bounds: Bounds = .finite, unit: String = "", help: String = "") {
    (self.name, self.bounds, self.unit, self.help) = (name, bounds, unit, help)
  }

  /// The mapping that the manual gives as an example, such as `{stress: 0.05}`; nil if there is none.
  var mappingExample: Substring? { help.firstMatch(of: /{.*}/)?.output }
}

extension Bool: ParameterValue {
  public static func form(within bounds: Bounds) -> ValueForm { .boolean }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Bool?
  {
    if case .bool(let value) = node.scalar?.value { return value }
    return decoder.mismatch(node, slot, expected: "true or false")
  }

  public func encoded() -> SettingsNode { .scalar(description) }
}

extension Int: ParameterValue {
  public static func form(within bounds: Bounds) -> ValueForm { .integer(bounds) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Int?
  {
    let value: Int?
    switch node.scalar?.value {
    case .int(let number): value = number
    case .float(let number) where number.magnitude >= 0x1p63 && number.isFinite:
      let range =
        slot.bounds == .finite
        ? "\(Int.min) to \(Int.max)"
        : "\(slot.bounds)" + (slot.bounds.upper == .infinity ? ", at most \(Int.max)" : "")
      decoder.error(
        "'\(slot.name)' is \(node.flowText), outside its range: \(range)", at: node.location)
      return nil
    case .float(let number): value = Int(exactly: number)
    default: value = slot.number(in: node).flatMap { Int(exactly: $0) }
    }
    guard let value else { return decoder.notANumber(node, slot, expected: "a whole number") }
    return decoder.inRange(value, Double(value), node, slot)
  }

  public func encoded() -> SettingsNode { .scalar(description) }
}

extension Double: ParameterValue {
  public static func form(within bounds: Bounds) -> ValueForm { .number(bounds) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Double?
  {
    guard let value = slot.number(in: node) else {
      return decoder.notANumber(node, slot, expected: "a number")
    }
    return decoder.inRange(value, value, node, slot)
  }

  public func encoded() -> SettingsNode { .scalar(shortText) }
}

extension String: ParameterValue {
  public static func form(within bounds: Bounds) -> ValueForm { .text }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> String?
  {
    if let scalar = node.scalar, !node.isNull { return scalar.text }
    return decoder.mismatch(node, slot, expected: "text")
  }

  public func encoded() -> SettingsNode { .scalar(.string(self)) }
}

extension Optional: ParameterValue where Wrapped: ParameterValue {
  public static func form(within bounds: Bounds) -> ValueForm { Wrapped.form(within: bounds) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Wrapped??
  {
    if node.isNull { return .some(nil) }
    return Wrapped.decode(node, as: slot, by: &decoder).map { .some($0) }
  }

  public func encoded() -> SettingsNode { self?.encoded() ?? .scalar("null") }
}

extension Array: ParameterValue where Element: ParameterValue {
  public static func form(within bounds: Bounds) -> ValueForm {
    .list(Element.form(within: bounds))
  }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> [Element]?
  {
    guard let items = decoder.items(of: node, named: slot.name) else { return nil }
    var slot = slot
    slot.isItem = true
    let values = items.compactMap { Element.decode($0, as: slot, by: &decoder) }
    return values.count == items.count ? values : nil
  }

  public func encoded() -> SettingsNode { .sequence(map { $0.encoded() }) }
}

/// Names and their values.
extension Dictionary: ParameterValue where Key == String, Value: ParameterValue {
  public static func form(within bounds: Bounds) -> ValueForm { .map(Value.form(within: bounds)) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> [String: Value]?
  {
    Entries<Value>.decode(node, as: slot, by: &decoder).map { entries in
      Dictionary(firstOf: entries.all.map { ($0.key, $0.value) })
    }
  }

  public func encoded() -> SettingsNode {
    .mapping(of: sorted { $0.key < $1.key }.map { ($0.key, $0.value.encoded()) })
  }
}

/// An enumeration whose raw values are the words that a parameter accepts.
public protocol Choice: ParameterValue, CaseIterable, RawRepresentable where RawValue == String {}

extension Choice {
  public static func form(within bounds: Bounds) -> ValueForm { .choice(allCases.map(\.rawValue)) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Self?
  {
    decoder.word(node, slot, among: allCases.map(\.rawValue)).flatMap { Self(rawValue: $0) }
  }

  public func encoded() -> SettingsNode { rawValue.encoded() }
}

extension Record {
  public static func form(within bounds: Bounds) -> ValueForm { .record(page) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Self?
  {
    decoder.decode(Self.self, from: node)
  }

  public func encoded() -> SettingsNode { encoded(changesOnly: true) }
}
