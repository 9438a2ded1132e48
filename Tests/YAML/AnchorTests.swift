import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct AnchorTests {
  @Test func unknown() {
    expect(problem(in: "a: 1\nb: *nope\n"), at: 2, 4, says: "unknown anchor 'nope'")
    expect(problem(in: "b: *x\na: &x 1\n"), at: 1, 4, says: "unknown anchor 'x'")
  }

  @Test func selfReference() {
    expect(problem(in: "a: &x [1, *x]\n"), at: 1, 11, says: "inside its own anchor '&x' of line 1")
    expect(problem(in: "&x a:\n  b: &y\n    c: *y\n"), at: 3, 8, says: "inside its own anchor '&y'")
  }

  @Test func badNames() {
    expect(problem(in: "a: *\n"), at: 1, 5, says: "expected a name")
    expect(problem(in: "a: & b\n"), at: 1, 5, says: "expected a name")
  }
}
