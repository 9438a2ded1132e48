import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct SyntaxProblemTests {
  struct Case: Sendable {
    var text: String
    var line: Int
    var column: Int
    var gist: String

    init(_ text: String, _ line: Int, _ column: Int, _ gist: String) {
      (self.text, self.line, self.column, self.gist) = (text, line, column, gist)
    }
  }

  @Test(arguments: [
    Case("a: [1, 2\n", 1, 4, "this list is not closed"),
    Case("a: {b: 1\n\n", 1, 4, "this mapping is not closed"),
    Case("a: [1, 2}\n", 1, 9, "expected ',' or ']' in the list that begins at line 1, column 4"),
    Case("a: {b: 1]\n", 1, 9, "expected ',' or '}' in the mapping that begins at line 1, column 4"),
    Case("a: [b: 1\nc: 2\n", 2, 2, "expected ',' or ']'"),
    Case("a: [", 1, 5, "expected a value, found the end of the text"),
    Case("{\n\n", 1, 2, "expected a value, found the end of the text"),
    Case("a: ]\n", 1, 4, "expected a value; add one"),
    Case(
      "a:\n  - 1\n - 2\n", 3, 2, "expected a key of the mapping that begins at line 1, column 1"),
    Case("a:\n   b: 1\n  c: 2\n", 3, 3, "expected a key"),
    Case("a: 1\n- b\n", 2, 1, "expected a key"),
    Case("a:\n  - 1\n  b: 2\n", 3, 3, "expected a '-' of the list that begins at line 2, column 3"),
    Case("a: 'x' y\n", 1, 8, "unexpected text after the value"),
    Case("a: 1\nfoo\nb: 2\n", 2, 1, "this key is not followed by ':'"),
    Case("é: ü: x\n", 1, 5, "unexpected ':'"),
    Case("a: 1\n b: 2\n", 2, 3, "unexpected ':'"),
    Case("a: - b\n", 1, 4, "unexpected list item"),
    Case("a: ? b\n", 1, 4, "unexpected key"),
    Case("[a]\nb: 1\n", 2, 1, "unexpected text after the end of the document"),
  ])
  func collections(_ it: Case) {
    expect(problem(in: it.text), at: it.line, it.column, says: it.gist)
  }

  @Test(arguments: [
    Case("a: 'x\nb: 1\n", 1, 4, "this text in quotes is not closed"),
    Case("a: \"x", 1, 4, "this text in quotes is not closed"),
    Case("a: \"x\n--- y\"\n", 2, 1, "not closed before this '---' or '...'"),
    Case("a: \"x\\q\"\n", 1, 6, "unknown escape"),
    Case("a: \"\\xZZ\"\n", 1, 7, "expected hexadecimal digits"),
    Case("a: \"\\uD800\"\n", 1, 7, "is not a Unicode character"),
    Case("a: |0\n x\n", 1, 5, "must be 1 to 9"),
    Case("a: |x\n  y\n", 1, 5, "only a comment"),
    Case("a:\n\tb: 1\n", 2, 1, "a tab cannot indent YAML"),
    Case("a: |\n x\n\ty\n", 3, 1, "a tab cannot indent YAML"),
    Case("a: @x\n", 1, 4, "'@' cannot begin a value"),
    Case("a: %x\n", 1, 4, "'%' cannot begin a value"),
  ])
  func texts(_ it: Case) {
    expect(problem(in: it.text), at: it.line, it.column, says: it.gist)
  }

  @Test(arguments: [
    Case("%FOO\n---\na\n", 1, 5, "unknown directive"),
    Case("%YAML 3.0\n---\na\n", 1, 1, "unknown version of YAML"),
    Case("%YAML 1.1\n%YAML 1.1\n---\n", 2, 1, "duplicate directive"),
    Case("%YAML 1.1\na: 1\n", 2, 1, "expected '---' after the directives"),
    Case("a: !<x 1\n", 1, 7, "expected '>' while scanning a tag"),
  ])
  func directivesAndTags(_ it: Case) {
    expect(problem(in: it.text), at: it.line, it.column, says: it.gist)
  }

  @Test(arguments: [
    Case("a: 1\nb: *nope\n", 2, 4, "unknown anchor 'nope'"),
    Case("b: *x\na: &x 1\n", 1, 4, "unknown anchor 'x'"),
    Case("a: &x [1, *x]\n", 1, 11, "inside its own anchor '&x' of line 1"),
    Case("&x a:\n  b: &y\n    c: *y\n", 3, 8, "inside its own anchor '&y'"),
    Case("a: *\n", 1, 5, "expected a name"),
    Case("a: & b\n", 1, 5, "expected a name"),
  ])
  func anchors(_ it: Case) {
    expect(problem(in: it.text), at: it.line, it.column, says: it.gist)
  }

  @Test(arguments: [
    Case("a: 1\n---\nb: 2\n", 2, 1, "unexpected second document"),
    Case("a: 1\n---\n", 2, 1, "unexpected second document"),
    Case("---\n---\n", 2, 1, "unexpected second document"),
    Case("a: 1\n...\nb: 2\n", 3, 1, "unexpected text after the end of the document"),
  ])
  func secondDocuments(_ it: Case) {
    expect(problem(in: it.text), at: it.line, it.column, says: it.gist)
  }
}
