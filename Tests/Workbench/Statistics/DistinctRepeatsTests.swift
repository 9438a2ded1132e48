import Testing

@testable import ForceLabWorkbench

@Suite struct DistinctRepeatsTests {
  @Test func copiesOfARepeatDoNotCount() {
    #expect(distinctRepeats([["a"], ["a"], ["b"], ["a"], ["c"]]) == [0, 2, 4])
    #expect(distinctRepeats([["a", "x"], ["b", "x"], ["b", "y"], ["a", "z"]]) == [0, 2])
  }

  @Test func unknownResultsAreNotCopies() {
    #expect(distinctRepeats([[nil], [nil], ["a"], ["a"]]) == [0, 1, 2])
    #expect(distinctRepeats([]) == [])
  }

  /// The same letter in another configuration is another result.
  @Test func aResultIsACopyOnlyWithinItsConfiguration() {
    #expect(distinctRepeats([["a", "b"], ["b", "a"]]) == [0, 1])
  }
}
