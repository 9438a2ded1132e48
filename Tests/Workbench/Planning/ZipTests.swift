import Testing

@Suite struct ZipTests {
  @Test func axesAdvanceTogether() throws {
    let plan = try plan("sweep: {zip: {word: [a, b, c], whole: {from: 1, to: 3, count: 3}}}")
    #expect(plan.settings == ["a 1", "b 2", "c 3"])
  }

  @Test func axesOfUnequalLengthAreRefused() throws {
    #expect(
      try problems("sweep:\n  zip:\n    word: [a, b]\n    whole: [1]\n    value: [1, 2]") == [
        "e.yaml:6:5: error: the axes of a zip must have the same number of values, "
          + "found 2 of 'word' and 1 of 'whole'"
      ])
  }
}
