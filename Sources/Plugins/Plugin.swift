/// A type whose stored properties are parameters, and whose manual says all there is to say of them.
///
/// The value made by `init()` holds the defaults.
public protocol Configurable: Sendable {
  /// The value with every parameter at its default.
  init()
  /// Name, summary and parameters: the one source of decoding, listing, description and schema.
  static var manual: Manual<Self> { get }
  /// Finds what is wrong where parameters meet; each alone is already within its range.
  func check() throws(ParameterError)
}

extension Configurable {
  /// Nothing to find, unless the type says otherwise.
  public func check() throws(ParameterError) {}
}

/// Something an experiment can name: a force, an integrator, a graph source, a study …
public protocol Plugin: Configurable {
  /// What it can stand for; each kind of plugin is a protocol that answers this once for all.
  static var kind: PluginKind { get }
}

extension Plugin {
  /// The name that experiments use.
  public var name: String { Self.manual.name }
}

/// A group of parameters that belongs to no kind, such as the `record` of an experiment.
public protocol Record: Configurable, ParameterValue {}

/// What a plugin can stand for.
public struct PluginKind: Hashable, Sendable {
  /// The kind's name, in the singular and in kebab-case: `force`.
  public let name: String
  /// Its plural, for lists.
  public let plural: String
  /// What plugins of this kind do, in one line.
  public let summary: String

  /// A kind of plugin; name, plural and one line of what they do.
  public init(_ name: String, plural: String? = nil, _ summary: String) {
    self.name = name
    self.plural = plural ?? name + "s"
    self.summary = summary
  }

  /// “a force”, “an integrator”.
  var withArticle: String { ("aeiou".contains(name.prefix(1)) ? "an " : "a ") + name }
}

/// What is wrong with a value, to be placed by whoever knows where it was written.
public struct ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public let message: String
  /// The parameter it is about, if it is about one.
  public let parameter: String?

  /// A fault, of `parameter` if it is about one.
  public init(_ message: String, parameter: String? = nil) {
    self.message = message
    self.parameter = parameter
  }

  public var description: String { message }
}
