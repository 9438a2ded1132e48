import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct MappingTests {
  @Test func assigningReplacesInPlaceAppendsAndRemoves() throws {
    var mapping = try #require(try node("{a: 1, b: 2}").mapping)
    mapping["a"] = .scalar(.int(3))
    mapping["c"] = .scalar(.int(4))
    mapping["b"] = nil
    mapping["absent"] = nil
    #expect(mapping.entries.map(\.key) == ["a", "c"])
    #expect(mapping["a"]?.scalar?.value == .int(3))
    #expect(mapping["b"] == nil)
  }
}
