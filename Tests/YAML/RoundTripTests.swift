import ForceLabTestSupport
import Testing
import ForceLabSettings
import ForceLabYAML

/// Random nodes of awkward texts are read back unchanged.
@Suite struct RoundTripTests {
  private struct Maker {
    var random: SplitMix64

    static let words = [
      "null", "~", "true", "<<", "", "1", "0x1", ".inf", "---", "...", "- a", "a: b", "#c", "=",
      "a #b", " a", "a ", "\t", "a\n", "\na", "a\n\n b \nc", "é😀", "'", "\"", "[", "}", ",", "|",
      "%", "@", "&a", "*a", "!a", "?", "?x", ":", "x:", "- ", "b c", "a\n\n", "\n", "-1",
      "a\u{85}b", "a\u{2028}", "\r\n", "\u{0}", "\u{7}", "\u{7F}", "\u{A0}", "\u{D7FF}", "\u{E000}",
      "\u{FEFE}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "Ω", String(repeating: "k", count: 127),
    ]
    static let styles: [Scalar.Style] = [.plain, .quoted, .block]

    mutating func text() -> String {
      let count = Int.random(in: 1...3, using: &random)
      return (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined()
    }

    mutating func node(depth: Int) -> SettingsNode {
      let count = Int.random(in: 0...3, using: &random)
      switch Int.random(in: 0..<(depth > 4 ? 4 : 8), using: &random) {
      case 0..<4:
        return .scalar(text(), style: Self.styles.randomElement(using: &random) ?? .plain)
      case 4, 5: return .sequence((0..<count).map { _ in node(depth: depth + 1) })
      default:
        var mapping = Mapping()
        for _ in 0..<count { mapping[text()] = node(depth: depth + 1) }
        return SettingsNode(.mapping(mapping), at: .generated)
      }
    }
  }

  @Test func writtenTextReadsAsTheSameContent() throws {
    var maker = Maker(random: SplitMix64(seed: 1))
    for _ in 0..<3000 {
      let made = maker.node(depth: 0)
      let (block, flow) = (made.blockText, made.flowText)
      #expect(block.hasSuffix("\n"))
      #expect(flow.isOneLine)
      let (fromBlock, fromFlow) = (try node(block), try node(flow))
      #expect(fromBlock.hasSameContent(as: made), "\(block)")
      #expect(fromFlow.hasSameContent(as: made), "\(flow)")
      #expect(fromFlow.flowText == flow, "writing once more changes nothing")
    }
  }
}
