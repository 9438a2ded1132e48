import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabSettings
import ForceLabYAML
import Testing

/// The settings in `text`.
package func node(_ text: String) throws -> SettingsNode {
  try YAMLDocument.parse(text, file: "test.yaml")
}

/// The scalar in `text`.
package func scalar(_ text: String) throws -> Scalar { try #require(try node(text).scalar) }

/// The error in `bytes`, or nil.
package func problem(in bytes: [UInt8], limits: YAMLDocument.Limits = .standard) -> Diagnostic? {
  do throws(Diagnostic) {
    _ = try YAMLDocument.parse(bytes: bytes, file: "test.yaml", limits: limits)
    return nil
  } catch {
    return error
  }
}

/// The error in `text`, or nil.
package func problem(in text: String, limits: YAMLDocument.Limits = .standard) -> Diagnostic? {
  problem(in: Array(text.utf8), limits: limits)
}

/// Expects an error at a place whose one-line message contains `gist` and advice.
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

/// The error of reading `text`, as it is printed, or nil.
package func problem(
  _ format: any GraphFormat, _ text: String, base: Int? = nil,
  _ names: AttributeNames = AttributeNames()
) -> String? {
  problem(format, Array(text.utf8), base: base, names)
}

package func problem(
  _ format: any GraphFormat, _ bytes: [UInt8], base: Int? = nil,
  _ names: AttributeNames = AttributeNames()
) -> String? {
  problem { _ = try format.read(bytes, file: "f", base: base, names) }
}

/// The error of `body`, as it is printed, or nil.
package func problem(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "\(error)"
  }
}

extension GraphFormat where Self == GMLFormat { package static var gml: Self { Self() } }
extension GraphFormat where Self == JSONFormat { package static var json: Self { Self() } }
extension GraphFormat where Self == GEXFFormat { package static var gexf: Self { Self() } }
extension GraphFormat where Self == GraphMLFormat { package static var graphML: Self { Self() } }
extension GraphFormat where Self == EdgeListFormat { package static var edgeList: Self { Self() } }
extension GraphFormat where Self == DOTFormat { package static var dot: Self { Self() } }
extension GraphFormat where Self == METISFormat { package static var metis: Self { Self() } }
extension GraphFormat where Self == MatrixMarketFormat {
  package static var matrixMarket: Self { Self() }
}

extension GraphFormat {
  package func read(
    _ bytes: [UInt8], file: String, base: Int? = nil, _ names: AttributeNames = AttributeNames()
  ) throws(Diagnostic) -> Graph {
    try read(bytes, file: file, names, EdgeListOptions(base: base))
  }

  package func read(
    _ text: String, file: String, base: Int? = nil, _ names: AttributeNames = AttributeNames()
  ) throws(Diagnostic) -> Graph {
    try read(Array(text.utf8), file: file, base: base, names)
  }
}
