@testable import ForceLabBodies
import Testing

/// Which anchored bodies may overlap.
@Suite struct AnchoredBodyTests {
  /// The first error of a scene; nil if there is none.
  private func problem(_ yaml: String) throws -> String? {
    let document = try YAMLDocument.parse("name: a\nstudy: bodies\n" + yaml, file: "bad.yaml")
    do {
      _ = try Plan(document: document, catalog: .standard)
      return nil
    } catch {
      return error.diagnostics.first?.description
    }
  }

  /// Only the last two of many anchored bodies overlap.
  @Test func manyAnchoredBodies() throws {
    let column = "formation: {pile: {count: 4000, columns: 1, gap: 0, jitter: 0}}"
    let pegs = "bodies: [{rectangle: {width: 9, height: 9}, anchored: true, \(column)}"
    #expect(try problem(pegs + "]\nduration: 0.1\n") == nil)
    #expect(
      try problem(pegs + ", {name: top, ellipse: {}, anchored: true, at: [0, -36000]}]\n")?
        .contains("'top' overlap") == true)
  }

  /// Anchored bodies may touch, and overlap if one is not there for others.
  @Test func anchoredBodiesMayTouch() throws {
    let first = "bodies: [{rectangle: {}, anchored: true}, {rectangle: {}, anchored: true, at: "
    #expect(try problem(first + "[100, 0]}]\n") == nil)
    #expect(try problem(first + "[99, 0], collides: nothing}]\n") == nil)
    #expect(
      try problem(first + "[99, 0]}]\n")?.contains("'rectangle-1' and 'rectangle-2' overlap")
        == true)
  }
}
