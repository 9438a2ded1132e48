import ForceLabGraphs
import ForceLabSettings
import ForceLabYAML
import Testing

/// The node that `text` holds, or a failure of the test.
package func node(_ text: String) throws -> SettingsNode {
  try YAMLDocument.parse(text, file: "test.yaml")
}

/// The scalar of `text`, or a failure of the test.
package func scalar(_ text: String) throws -> Scalar { try #require(try node(text).scalar) }

/// What is wrong with `bytes`; nil if nothing is.
package func problem(in bytes: [UInt8], limits: YAMLDocument.Limits = .standard) -> Diagnostic? {
  do throws(Diagnostic) {
    _ = try YAMLDocument.parse(bytes: bytes, file: "test.yaml", limits: limits)
    return nil
  } catch {
    return error
  }
}

/// What is wrong with `text`; nil if nothing is.
package func problem(in text: String, limits: YAMLDocument.Limits = .standard) -> Diagnostic? {
  problem(in: Array(text.utf8), limits: limits)
}

/// Expects a problem at a place whose one-line message holds `gist` and says what to do.
package func expect(
  _ problem: Diagnostic?, at line: Int, _ column: Int, says gist: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    problem?.location == Location(file: "test.yaml", line: line, column: column),
    sourceLocation: sourceLocation)
  let message = problem?.message ?? ""
  #expect(message.contains(gist), "\(message)", sourceLocation: sourceLocation)
  #expect(message.contains("; "), "no advice in: \(message)", sourceLocation: sourceLocation)
  #expect(message.isOneLine, sourceLocation: sourceLocation)
}

extension String {
  /// Whether no line ends in it.
  package var isOneLine: Bool { !contains(where: \.isNewline) }
}

/// What reading `text` throws, as it is printed; nil if it throws nothing.
package func problem(
  _ format: GraphFormat, _ text: String, base: Int? = nil
) -> String? {
  problem(format, Array(text.utf8), base: base)
}

/// What reading `bytes` throws, as it is printed; nil if it throws nothing.
package func problem(_ format: GraphFormat, _ bytes: [UInt8], base: Int? = nil) -> String? {
  do throws(Diagnostic) {
    _ = try format.read(bytes, file: "f", base: base)
    return nil
  } catch {
    return error.description
  }
}
