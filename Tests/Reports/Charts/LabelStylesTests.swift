import Testing

@testable import ForceLabReports

@Suite struct LabelStylesTests {
  @Test func aLabelKeepsItsStyle() {
    var styles = LabelStyles()
    #expect(styles.styles(of: ["a", "b", "c"]) == ["a": 0, "b": 1, "c": 2])
    #expect(styles.styles(of: ["c", "b"]) == ["c": 2, "b": 1])
    #expect(styles.styles(of: ["d", "c", "e", "a"]) == ["d": 1, "c": 2, "e": 3, "a": 0])
    #expect(styles.styles(of: ["d", "d"]) == ["d": 1])
  }

  @Test func labelsOfOneChartHaveDifferentStyles() {
    var styles = LabelStyles()
    #expect(styles.styles(of: ["a"]) == ["a": 0])
    #expect(styles.styles(of: ["b"]) == ["b": 0])
    #expect(styles.styles(of: ["b", "a"]) == ["b": 0, "a": 1])
    #expect(styles.styles(of: ["a"]) == ["a": 0])
  }
}
