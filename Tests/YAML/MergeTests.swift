import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct MergeTests {
  @Test func explicitKeysWinOverMergedOnes() throws {
    for text in ["{<<: *b, x: 9}", "{x: 9, <<: *b}"] {
      let merged = try #require(try node("base: &b {x: 1, y: 2}\nm: \(text)\n")["m"])
      #expect(merged["x"]?.scalar?.value == .int(9))
      #expect(merged["y"]?.scalar?.value == .int(2))
      #expect(merged.mapping?.entries.count == 2)
    }
  }

  @Test func earlierMappingsWinOverLater() throws {
    let root = try node("a: &a {x: 1}\nb: &b {x: 2, y: 3}\nm: {<<: [*a, *b, {z: 4}]}\n")
    #expect(root["m"]?.flowText == "{x: 1, y: 3, z: 4}")
  }

  @Test func mergedKeysStandInThePlaceOfTheMerge() throws {
    let root = try node("b: &b {x: 1, y: 2}\nm: {a: 0, <<: *b, y: 3, z: 4}\n")
    #expect(root["m"]?.flowText == "{a: 0, x: 1, y: 3, z: 4}")
    #expect(root["m"]?.mapping?.entries[1].keyLocation.line == 1)
  }

  @Test func mergesChain() throws {
    let root = try node("a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b, z: 3}\n")
    #expect(root["c"]?.flowText == "{x: 1, y: 2, z: 3}")
  }

  @Test func quotedMergeKeyIsAnOrdinaryKey() throws {
    let root = try node("'<<': 1\n<<: {a: 2}\n")
    #expect(root["<<"]?.scalar?.value == .int(1))
    #expect(root["a"]?.scalar?.value == .int(2))
  }

  @Test func refusesMergesOfOtherValuesThanMappings() {
    expect(problem(in: "a: 1\n<<: x\n"), at: 2, 5, says: "'<<' must be an alias")
    expect(problem(in: "<<: [{a: 1}, 2]\n"), at: 1, 14, says: "the number 2")
    expect(problem(in: "a: &a [1]\nb: {<<: *a}\n"), at: 1, 8, says: "the number 1")
    expect(problem(in: "<<: {a: 1}\n<<: {b: 1}\n"), at: 2, 1, says: "line 1, column 1")
  }
}
