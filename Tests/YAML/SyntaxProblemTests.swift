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
    Case("a: [1, 2\n", 1, 4, "this list is never closed"),
    Case("a: {b: 1\n\n", 1, 4, "this mapping is never closed"),
    Case("a: [1, 2}\n", 1, 9, "expected ',' or ']' in the list that begins at line 1, column 4"),
    Case("a: {b: 1]\n", 1, 9, "expected ',' or '}' in the mapping that begins at line 1, column 4"),
    Case("a: [b: 1\nc: 2\n", 2, 2, "expected ',' or ']'"),
    Case("a: [", 1, 5, "the text ends where a value is expected"),
    Case("{\n\n", 1, 2, "the text ends where a value is expected"),
    Case("a: ]\n", 1, 4, "expected a value here"),
    Case(
      "a:\n  - 1\n - 2\n", 3, 2, "expected a key of the mapping that begins at line 1, column 1"),
    Case("a:\n   b: 1\n  c: 2\n", 3, 3, "expected a key"),
    Case("a: 1\n- b\n", 2, 1, "expected a key"),
    Case("a:\n  - 1\n  b: 2\n", 3, 3, "expected a '-' of the list that begins at line 2, column 3"),
    Case("a: 'x' y\n", 1, 8, "nothing may follow the value"),
    Case("a: 1\nfoo\nb: 2\n", 2, 1, "this key is not followed by ':'"),
    Case("é: ü: x\n", 1, 5, "a ':' that makes a key cannot stand here"),
    Case("a: 1\n b: 2\n", 2, 3, "a ':' that makes a key cannot stand here"),
    Case("a: - b\n", 1, 4, "a list item cannot begin here"),
    Case("a: ? b\n", 1, 4, "a key cannot begin here"),
    Case("[a]\nb: 1\n", 2, 1, "the document has already ended"),
  ])
  func collections(_ it: Case) {
    expect(problem(in: it.text), at: it.line, it.column, says: it.gist)
  }

  @Test(arguments: [
    Case("a: 'x\nb: 1\n", 1, 4, "this text in quotes is never closed"),
    Case("a: \"x", 1, 4, "this text in quotes is never closed"),
    Case("a: \"x\n--- y\"\n", 2, 1, "not closed before this '---' or '...'"),
    Case("a: \"x\\q\"\n", 1, 6, "this escape is unknown"),
    Case("a: \"\\xZZ\"\n", 1, 7, "expected hexadecimal digits"),
    Case("a: \"\\uD800\"\n", 1, 7, "names no Unicode character"),
    Case("a: |0\n x\n", 1, 5, "cannot be indented by 0"),
    Case("a: |x\n  y\n", 1, 5, "nothing but a comment"),
    Case("a:\n\tb: 1\n", 2, 1, "a tab cannot indent YAML"),
    Case("a: |\n x\n\ty\n", 3, 1, "a tab cannot indent YAML"),
    Case("a: @x\n", 1, 4, "'@' cannot begin a value"),
    Case("a: %x\n", 1, 4, "'%' cannot begin a value"),
  ])
  func texts(_ it: Case) {
    expect(problem(in: it.text), at: it.line, it.column, says: it.gist)
  }

  @Test(arguments: [
    Case("%FOO\n---\na\n", 1, 5, "a '%' at the start of a line begins a directive"),
    Case("%YAML 3.0\n---\na\n", 1, 1, "this version of YAML is unknown"),
    Case("%YAML 1.1\n%YAML 1.1\n---\n", 2, 1, "stands twice"),
    Case("%YAML 1.1\na: 1\n", 2, 1, "expected '---' after the directives"),
    Case("a: !<x 1\n", 1, 7, "expected '>' while scanning a tag"),
  ])
  func directivesAndTags(_ it: Case) {
    expect(problem(in: it.text), at: it.line, it.column, says: it.gist)
  }

  @Test(arguments: [
    Case("a: 1\n---\nb: 2\n", 2, 1, "a second document starts here"),
    Case("a: 1\n---\n", 2, 1, "a second document starts here"),
    Case("---\n---\n", 2, 1, "a second document starts here"),
    Case("a: 1\n...\nb: 2\n", 3, 1, "the document has already ended"),
  ])
  func secondDocuments(_ it: Case) {
    expect(problem(in: it.text), at: it.line, it.column, says: it.gist)
  }
}
