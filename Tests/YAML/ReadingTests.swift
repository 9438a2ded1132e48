import ForceLabTestSupport
import Testing
import ForceLabSettings
import ForceLabYAML

@Suite struct ReadingTests {
  @Test func structureAndOrder() throws {
    let root = try node("b: [1, x]\na: {c: 2}\n")
    #expect(root.mapping?.entries.map(\.key) == ["b", "a"])
    #expect(root["b"]?.sequence?.map { $0.scalar?.value } == [.int(1), .string("x")])
    #expect(root["a"]?["c"]?.scalar?.value == .int(2))
  }

  @Test func placesAreCountedFromOneInCharacters() throws {
    let root = try node("a: 1\né😀: [ü, b]\n")
    let entries = try #require(root.mapping?.entries)
    #expect(root.location == place(1, 1))
    #expect(entries[0].value.location == place(1, 4))
    #expect(entries[1].keyLocation == place(2, 1))
    #expect(entries[1].value.location == place(2, 5))
    #expect(entries[1].value.sequence?[1].location == place(2, 9))
  }

  @Test func stylesAreKept() throws {
    let root = try node("- a\n- 'a'\n- \"a\"\n- |\n  a\n- >\n  a\n")
    #expect(
      root.sequence?.map { $0.scalar?.style } == [.plain, .quoted, .quoted, .block, .block])
  }

  @Test(arguments: ["", "\n\n", "# only a comment\n", "\u{FEFF}"])
  func emptyDocumentIsNullAtItsBeginning(text: String) throws {
    let root = try node(text)
    #expect(root.isNull)
    #expect(root.location == place(1, 1))
  }

  @Test func anchorsAndAliases() throws {
    let root = try node("a: &x [1, 2]\nb: *x\nc: &x 3\nd: *x\n")
    #expect(root["b"]?.sequence?.count == 2)
    #expect(root["b"]?.location == place(1, 4))
    #expect(root["d"]?.scalar?.value == .int(3), "the latest anchor of a name holds")
    #expect(try node("&k a: 1\nb: {*k : 2}\n")["b"]?["a"]?.scalar?.value == .int(2))
  }

  @Test func aNestedAnchorOfTheSameNameWins() throws {
    let root = try node("a: &x [&x 1]\nb: *x\n")
    #expect(root["b"]?.scalar?.value == .int(1))
  }

  @Test func byteOrderMarkIsSkipped() throws {
    #expect(try node("\u{FEFF}a: 1\n").mapping?.entries.first?.keyLocation == place(1, 1))
  }

  @Test func utf16WithByteOrderMarkIsRead() throws {
    let text = "é: 😀"
    var (little, big): ([UInt8], [UInt8]) = ([0xFF, 0xFE], [0xFE, 0xFF])
    for unit in text.utf16 {
      little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    for bytes in [little, big] {
      let root = try YAMLDocument.parse(bytes: bytes, file: "wide.yaml")
      #expect(root["é"]?.scalar?.text == "😀")
    }
  }

  @Test func richSampleIsRead() throws {
    let root = try node(richSample)
    #expect(root["escapes"]?.scalar?.text == "tab\t, é é, 😀 😀, linejoined")
    #expect(root["literal"]?.scalar?.text == "first\n  second\n\nthird")
    #expect(root["forces"]?.sequence?.count == 4)
    #expect(root["empty"]?.isNull == true)
  }

  private func place(_ line: Int, _ column: Int) -> Location {
    Location(file: "test.yaml", line: line, column: column)
  }
}
