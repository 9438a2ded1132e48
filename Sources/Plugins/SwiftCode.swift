// Swift expressions that make plugins and their parameters, for code that is generated.

extension ParameterValue {
  /// For a type that does not say otherwise.
  public var swiftCode: String { String(reflecting: self) }
}

extension Double {
  /// Fits where a `Double` is expected.
  public var swiftCode: String {
    if isNaN { return ".nan" }
    return isInfinite ? (self < 0 ? "-.infinity" : ".infinity") : shortText
  }
}

extension Optional where Wrapped: ParameterValue {
  public var swiftCode: String { self?.swiftCode ?? "nil" }
}

extension Array where Element: ParameterValue {
  public var swiftCode: String { "[" + map(\.swiftCode).joined(separator: ", ") + "]" }
}

extension Choice { public var swiftCode: String { ".\(String(describing: self))" } }

extension FileReference { public var swiftCode: String { String(reflecting: path) } }

extension Record { public var swiftCode: String { initializerCode() } }

extension Configurable {
  /// The call of an initializer, such as `ManyBody { $0.strength = -50 }`, with the parameters that differ
  /// from their defaults, or with all.
  public func initializerCode(changesOnly: Bool = true) -> String {
    let changes = Self.manual.values(of: self, changesOnly: changesOnly).map { parameter, _ in
      "$0.\(parameter.property) = \(code(of: parameter.value(of: self)))"
    }
    let type = String(describing: Self.self)
    return changes.isEmpty ? "\(type)()" : "\(type) { \(changes.joined(separator: "; ")) }"
  }

  /// The modules of the types in `initializerCode`.
  package var codeModules: Set<String> {
    let module = String(reflecting: Self.self).prefix { $0 != "." }
    return Self.manual.values(of: self, changesOnly: true).reduce(into: [String(module)]) {
      for case let value as any Configurable in $1.parameter.values(of: self) {
        $0.formUnion(value.codeModules)
      }
    }
  }
}

/// The expression of a plugin, a value of a parameter, or a list of plugins.
func code(of value: Any) -> String {
  switch value {
  case let plugin as any Plugin: plugin.initializerCode()
  case let value as any ParameterValue: value.swiftCode
  case let plugins as [Any]: "[" + plugins.map { code(of: $0) }.joined(separator: ", ") + "]"
  default: "nil"
  }
}
