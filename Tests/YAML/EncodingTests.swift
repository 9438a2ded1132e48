import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct EncodingTests {
  @Test func invalidUTF8NamesTheByteAndItsPlace() {
    expect(problem(in: [0xFF]), at: 1, 1, says: "the byte 0xFF is not valid UTF-8")
    expect(problem(in: [0x61, 0x3A, 0x20, 0x80]), at: 1, 4, says: "0x80")
    expect(problem(in: Array("é: ü\nab".utf8) + [0xE9, 0x73]), at: 2, 3, says: "0xE9")
    expect(problem(in: Array("a\r\nbc".utf8) + [0xC0, 0x80]), at: 2, 3, says: "0xC0")
    expect(problem(in: [0x61, 0xE2, 0x82]), at: 1, 2, says: "0xE2")
    expect(problem(in: [0xED, 0xA0, 0x80]), at: 1, 1, says: "0xED")
    expect(problem(in: [0xF4, 0x90, 0x80, 0x80]), at: 1, 1, says: "0xF4")
    expect(problem(in: [0xEF, 0xBB, 0xBF, 0x61, 0xFF]), at: 1, 2, says: "0xFF")
  }

  @Test func invalidUTF8FarIntoTheTextHasItsExactPlace() {
    let lines = String(repeating: "- ünïcödé\n", count: 20_000)
    expect(problem(in: Array((lines + "- é").utf8) + [0xFF]), at: 20_001, 4, says: "0xFF")
  }

  @Test func controlCharacters() {
    expect(problem(in: "a: b\u{0}c"), at: 1, 5, says: "U+0000 (NUL)")
    expect(problem(in: "a: 1\né: \u{7}\n"), at: 2, 4, says: "the control character U+0007")
    expect(problem(in: "a: \u{7F}"), at: 1, 4, says: "the control character U+007F")
    expect(problem(in: "a: \u{FFFE}"), at: 1, 4, says: "the character U+FFFE")
  }

  /// libyaml would take what follows them in a comment for another line.
  @Test func lineBreaksOfOldYAML() {
    expect(problem(in: "a: 1 # é\u{2028}b: 2"), at: 1, 9, says: "U+2028 is not allowed")
    expect(problem(in: "a: \u{2029}b"), at: 1, 4, says: "U+2029")
    expect(problem(in: "a: b\u{85}c"), at: 1, 5, says: "U+0085")
    expect(problem(in: [0xFF, 0xFE, 0x61, 0, 0x28, 0x20]), at: 1, 2, says: "U+2028")
  }

  @Test func escapedControlCharactersAreText() throws {
    #expect(try scalar(#""\0\a\x07""#).text == "\u{0}\u{7}\u{7}")
  }

  @Test func brokenUTF16() {
    expect(problem(in: [0xFF, 0xFE, 0x61]), at: 1, 1, says: "not valid UTF-16")
    expect(problem(in: [0xFF, 0xFE, 0x61, 0, 0, 0xD8]), at: 1, 2, says: "not valid UTF-16")
    expect(problem(in: [0xFF, 0xFE, 0, 0xDC]), at: 1, 1, says: "not valid UTF-16")
    expect(problem(in: [0xFE, 0xFF, 0, 0x0A, 0, 7]), at: 2, 1, says: "U+0007")
  }
}
