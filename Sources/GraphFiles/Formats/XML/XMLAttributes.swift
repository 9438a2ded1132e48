import ForceLabSettings

/// The attributes of a start tag, as they are written.
struct XMLAttributes {
  let text: GraphText
  var all: [(name: Range<Int>, value: Range<Int>)] = []

  /// The value of the attribute `name`, with references resolved; nil if there is none.
  subscript(name: String) -> String? {
    all.first { text.bytes[$0.name].elementsEqual(name.utf8) }.map { string(of: $0.value) }
  }

  /// The prefixes that the tag declares, and their namespaces; an empty prefix for the default.
  var namespaces: [(prefix: ArraySlice<UInt8>, name: String)] {
    all.compactMap { name, value in
      guard text.bytes[name].starts(with: "xmlns".utf8) else { return nil }
      let rest = text.bytes[name].dropFirst(5)
      guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { return nil }
      return (rest.dropFirst(), string(of: value))
    }
  }

  func contains(_ name: Range<Int>) -> Bool {
    all.contains { text.bytes[$0.name].elementsEqual(text.bytes[name]) }
  }

  /// Line ends and tabs in values are spaces.
  private func string(of value: Range<Int>) -> String {
    guard text.bytes[value].contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }) else {
      return text.string(value)
    }
    let spaced = text.xmlLines(in: value).utf8.map { $0 < 0x20 ? Byte.space : $0 }
    return String(decoding: spaced, as: UTF8.self).resolving(XMLReference.character)
  }
}
