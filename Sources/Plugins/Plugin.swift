import ForceLabSettings

/// A type whose stored properties are parameters, described by its manual.
public protocol Configurable: Sendable {
  init()
  /// Decoding, lists, descriptions and schemas are made from it.
  static var manual: Manual<Self> { get }
  /// Throws if parameters contradict each other. Each parameter is already within its range.
  func check() throws(ParameterError)
}

extension Configurable {
  /// The defaults with changes, such as `ManyBody { $0.strength = -50 }`.
  public init(_ change: (inout Self) throws -> Void) rethrows {
    self.init()
    try change(&self)
  }

  public func check() throws(ParameterError) {}
}

/// A named component of experiments: a force, an integrator, a graph source, a study …
public protocol Plugin: Configurable {
  static var kind: PluginKind { get }
  /// Whether results depend on the seed of the trial with these parameters; false by default, but true
  /// for placements. A plan in which nothing is random says so.
  var isRandom: Bool { get }
  /// The name in experiments; by default that of the manual of the type.
  var name: String { get }
  /// As in experiments: the name, with the parameters that differ from the defaults.
  var reference: SettingsNode { get }
}

extension Plugin {
  public var isRandom: Bool { false }

  public var name: String { Self.page.name }

  /// Throws the first error that an experiment file with the same parameters would have.
  /// Plugins that are parameters check themselves: no catalog need list them.
  package func checkAll() throws(ParameterError) {
    var (copy, decoder) = (Self(), ParameterDecoder(catalog: []))
    for parameter in Self.manual.parameters {
      guard parameter.entry.form.pluginKind == nil else {
        for case let plugin as any Plugin in parameter.values(of: self) {
          try plugin.checkParameters()
        }
        continue
      }
      parameter.decode(parameter.encode(self), &copy, &decoder)
      guard let error = decoder.diagnostics.first else { continue }
      throw ParameterError(error.message, parameter: parameter.entry.name)
    }
    try check()
  }

  /// The same, with the name of the plugin in the message.
  package func checkParameters() throws(ParameterError) {
    do { try checkAll() } catch { throw ParameterError("\(name): \(error.message)") }
  }
}

extension Configurable {
  /// Sets all parameters to those of `other` and keeps scratch memory.
  package mutating func take(parametersOf other: Self) {
    for parameter in Self.manual.parameters { parameter.copy(other, &self) }
  }

  package mutating func take(_ name: String, of other: Self) {
    Self.manual.parameters.first { $0.entry.name == name }?.copy(other, &self)
  }

  /// A value with the same parameters that nothing was prepared for and that remembers nothing.
  package var withoutScratch: Self {
    var fresh = Self()
    fresh.take(parametersOf: self)
    return fresh
  }
}

/// A group of parameters that is not a plugin, such as `record` in an experiment.
public protocol Record: Configurable, ParameterValue {}

public struct PluginKind: Hashable, Sendable {
  /// Singular, in kebab-case: `force`.
  public let name: String
  public let plural: String
  public let summary: String
  /// Whether plugins of the kind are instances of the problem, such as graphs: algorithms are compared
  /// over them, and none of them is a choice.
  public let areInstances: Bool
  /// Where plugins of the kind come from, for the message of an unknown name; empty if they are types.
  public let origin: String

  public init(
    _ name: String, plural: String? = nil, areInstances: Bool = false, origin: String = "",
    _ summary: String
  ) {
    self.name = name
    self.plural = plural ?? name + "s"
    self.areInstances = areInstances
    self.origin = origin
    self.summary = summary
  }

  /// “a force”, “an integrator”.
  var withArticle: String { ("aeiou".contains(name.prefix(1)) ? "an " : "a ") + name }
}

/// An error in a parameter, or a note on it. The code that knows where the parameter is written adds the location.
public struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line: what is wrong and how to fix it.
  public let message: String
  public let parameter: String?
  public let severity: Diagnostic.Severity

  public init(_ message: String, parameter: String? = nil, severity: Diagnostic.Severity = .error) {
    self.message = message
    self.parameter = parameter
    self.severity = severity
  }

  public var description: String { message }
}
