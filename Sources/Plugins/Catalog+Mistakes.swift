import ForceLabSettings

extension Catalog {
  /// Mistakes in the plugins that `other` does not have, one line each.
  package func mistakes(beyond other: Catalog) -> [String] {
    let known = Set(other.types.map { ObjectIdentifier($0) })
    return types.filter { !known.contains(ObjectIdentifier($0)) }.flatMap { type in
      let (kind, name) = (type.kind, type.page.name)
      let isUnique = names(of: kind).count { $0 == name } == 1
      let clash =
        isUnique ? [] : ["another \(kind.name) is named '\(name.excerpt)', too; rename it"]
      return (type.mistakes(in: self) + clash).map { "\(String(reflecting: type)): \($0)" }
    }
  }
}

extension Configurable {
  /// Mistakes in its manual, one line each. Defaults are decoded as an experiment would write them.
  package static func mistakes(in catalog: Catalog) -> [String] {
    let (parameters, page) = (manual.parameters, page)
    var mistakes: [String] = []
    for name in [page.name] + parameterNames
    where !name.isHyphenated {
      mistakes.append(
        "'\(name.excerpt)' is not a name; use lower-case letters and digits, and - between words")
    }
    if page.summary.isEmpty { mistakes.append("the manual has no summary; write one") }
    var (owner, decoder) = (Self(), ParameterDecoder(catalog: catalog))
    for (index, parameter) in parameters.enumerated() {
      let (entry, earlier) = (parameter.entry, parameters[..<index])
      let name = entry.name.excerpt
      if entry.text.isEmpty { mistakes.append("the parameter '\(name)' has no text; write one") }
      if earlier.contains(where: { $0.entry.name == entry.name }) {
        mistakes.append("two parameters are named '\(name)'; rename one")
      }
      if earlier.contains(where: { $0.hasProperty(of: parameter) }) {
        mistakes.append("the parameter '\(name)' sets the property of another one; remove one")
      }
      guard !entry.isRequired, !entry.isDefaultInWords else { continue }
      parameter.decode(parameter.encode(owner), &owner, &decoder)
    }
    mistakes += decoder.diagnostics.map { "invalid default: \($0.message)" }
    if let shorthand = page.shorthand, !parameterNames.contains(shorthand) {
      mistakes.append("the shorthand '\(shorthand.excerpt)' is not a parameter; name one")
    }
    return mistakes
  }
}

extension String {
  /// Whether it consists of words of lower-case letters and digits with hyphens between, and begins with a letter.
  package var isHyphenated: Bool { wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil }
}
