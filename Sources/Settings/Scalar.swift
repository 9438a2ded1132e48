/// A scalar of a YAML document: its text and how it was written.
public struct Scalar: Hashable, Sendable {
  /// How a scalar was written.
  public enum Style: Sendable {
    /// Bare, so that its text decides its type.
    case plain
    /// In single or double quotes: always text.
    case quoted
    /// A block (`|` or `>`): always text.
    case block
  }

  /// What a scalar means under the YAML 1.2 core schema.
  public enum Value: Hashable, Sendable {
    /// `null`, `Null`, `NULL`, `~` or nothing.
    case null
    /// `true` or `false` (also `True`, `TRUE` …).
    case bool(Bool)
    /// A whole number: decimal, `0x` hexadecimal or `0o` octal.
    case int(Int)
    /// A floating-point number, `.inf` and `.nan` included.
    case float(Double)
    /// Anything else.
    case string(String)
  }

  /// The text, escapes resolved.
  public var text: String
  /// How it was written.
  public var style: Style

  /// A scalar of `text`.
  public init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }
}
