import ForceLabSettings

/// A tag of the core schema, which determines the type of a node.
enum Tag: String {
  case str, int, float, bool, null, seq, map

  private static let prefix = "tag:yaml.org,2002:"

  /// `text` as libyaml expands it; nil for `!`, which makes a scalar text. Throws if it is unknown.
  static func parse(_ text: String, at location: Location) throws(Diagnostic) -> Tag? {
    if text == "!" { return nil }
    if text.hasPrefix(prefix), let tag = Tag(rawValue: String(text.dropFirst(prefix.count))) {
      return tag
    }
    let shown = text.hasPrefix(prefix) ? "!!" + text.dropFirst(prefix.count) : text
    throw Diagnostic(
      "unknown tag '\(shown.excerpt)'; valid tags: !!str, !!int, !!float, !!bool, !!null, !!seq, !!map",
      at: location)
  }

  static func apply(
    _ text: String?, to scalar: Scalar, at location: Location
  ) throws(Diagnostic) -> Scalar {
    guard let text else { return scalar }
    let tag = try parse(text, at: location)
    let plain = Scalar(scalar.text)
    switch (tag, plain.value) {
    case (nil, _), (.str, _):
      return Scalar(scalar.text, style: scalar.style == .plain ? .quoted : scalar.style)
    case (.int, .int), (.float, .float), (.bool, .bool), (.null, .null): return plain
    case (.float, .int(let number)): return Scalar(Scalar.spelling(of: Double(number)))
    case (let tag?, _): throw misfit(tag, scalar.kindDescription, location)
    }
  }

  static func check(_ text: String?, is expected: Tag, at location: Location) throws(Diagnostic) {
    guard let text, let tag = try parse(text, at: location), tag != expected else { return }
    throw misfit(tag, expected == .seq ? "a list" : "a mapping", location)
  }

  private static func misfit(_ tag: Tag, _ kind: String, _ location: Location) -> Diagnostic {
    Diagnostic(
      "the tag '!!\(tag)' does not match \(kind); remove the tag, or change the value",
      at: location)
  }
}
