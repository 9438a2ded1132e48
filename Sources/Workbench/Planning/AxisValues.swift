import ForceLabPlugins
import Foundation
import ForceLabSettings

/// The values of an axis: a list, or a range of numbers.
enum AxisValues: ParameterValue {
  case list([SettingsNode])
  case range(NumberRange, at: Location)

  static func form(within bounds: Bounds) -> ValueForm {
    .either([.list(.any), .record(NumberRange.page)])
  }

  static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> AxisValues?
  {
    if let values = node.sequence {
      guard values.isEmpty else { return .list(values) }
      decoder.error("'\(slot.name)' has no values; list some", at: node.location)
      return nil
    }
    guard node["from"] != nil || node["to"] != nil else {
      decoder.error(
        "the values of '\(slot.name)' must be a list or a range {from, to, count}; "
          + "found \(node.kindDescription)", at: node.location)
      return nil
    }
    return decoder.decode(NumberRange.self, from: node).map { .range($0, at: node.location) }
  }

  func encoded() -> SettingsNode {
    switch self {
    case .list(let nodes): .sequence(nodes)
    case .range(let range, _): range.encoded()
    }
  }

  /// The number of values; 1 for a range without a count.
  var count: Int {
    switch self {
    case .list(let nodes): nodes.count
    case .range(let range, _): range.count ?? 1
    }
  }

  /// Whether it has numbers that are not whole.
  var needsRounding: Bool {
    guard case .range(let range, _) = self else { return false }
    return range.count.map { range.values($0).contains { $0 != $0.rounded() } } ?? true
  }

  /// The values, rounded to integers if `isWhole`. A range must have a count.
  func nodes(isWhole: Bool) throws(ParameterError) -> [SettingsNode] {
    switch self {
    case .list(let nodes): return nodes
    case .range(let range, let location):
      guard let count = range.count else {
        throw ParameterError("a range {from, to} needs a 'count' here, the number of values")
      }
      return range.values(count).map { Self.node($0, isWhole: isWhole, at: location) }
    }
  }

  /// The value at `part` of the axis, 0 ..< 1; of a list, the item there.
  func node(at part: Double, isWhole: Bool) -> SettingsNode {
    switch self {
    case .list(let nodes): nodes[min(nodes.count - 1, Int(clamping: part * Double(nodes.count)))]
    case .range(let range, let location):
      Self.node(range.value(at: part), isWhole: isWhole, at: location)
    }
  }

  private static func node(_ value: Double, isWhole: Bool, at location: Location) -> SettingsNode {
    .scalar((isWhole ? value.rounded() : value).shortText, at: location)
  }
}

struct NumberRange: Record {
  enum Scale: String, Choice {
    case linear, log
  }

  var from = 0.0
  var to = 1.0
  var count: Int?
  var scale = Scale.linear

  static let manual = Manual<Self>(
    "range", "Numbers from one to another.",
    parameters: [
      Parameter("from", \.from, "The first number.", isRequired: true, example: "0.2"),
      Parameter("to", \.to, "The last number.", isRequired: true, example: "0.8"),
      Parameter(
        "count", \.count, within: Bounds(1...1_000_000), "Number of values, including both ends.",
        defaultDescription: "required except in `sample`", example: "4"),
      Parameter("scale", \.scale, "Spacing by equal differences or by equal ratios."),
    ])

  func check() throws(ParameterError) {
    guard scale == .linear || from * to > 0 else {
      throw ParameterError(
        "a logarithmic range must not include zero, found \(from.shortText) to \(to.shortText)",
        parameter: "scale")
    }
  }

  /// `count` numbers, including both ends.
  func values(_ count: Int) -> [Double] {
    (0..<count).map { value(at: count == 1 ? 0 : Double($0) / Double(count - 1)) }
  }

  /// The number at `part` of the range, 0 … 1, rounded to 12 digits so that 0.1 + 0.2 gives 0.3.
  func value(at part: Double) -> Double {
    if part == 0 { return from }
    if part == 1 { return to }
    // In this form, no intermediate number overflows.
    let exact =
      scale == .linear
      ? from * (1 - part) + to * part
      : copysign(pow(from.magnitude, 1 - part) * pow(to.magnitude, part), from)
    // Of a difference of equal numbers, only the rounding error is left.
    let isZero = scale == .linear && exact.magnitude < 1e-15 * max(from.magnitude, to.magnitude)
    return isZero ? 0 : exact.rounded(digits: 12)
  }
}

extension Double {
  /// With this number of significant digits, if such a number exists.
  package func rounded(digits: Int) -> Double {
    guard self != 0, isFinite else { return self }
    let unit = pow(10, Double(digits - 1) - log10(magnitude).rounded(.down))
    let result = (self * unit).rounded() / unit
    return result.isFinite ? result : self
  }
}
