import Testing

@testable import ForceLabReports

@Suite struct SparklineTests {
  @Test func equalRatiosAreEqualSteps() {
    let curve = (0..<8).map { (iteration: $0, value: 1000 / Double(1 << $0)) }
    #expect(Sparklines([curve], width: 8).lines == ["█▇▆▅▄▃▂▁"])
  }

  @Test func curvesShareOneScaleAndOneAxis() {
    let long = (0..<100).map { (iteration: $0, value: 100.0) }
    let short = (0..<50).map { (iteration: $0, value: 1.0) }
    let middle = (0..<100).map { (iteration: $0, value: 10.0) }
    #expect(
      Sparklines([long, short, middle], width: 10).lines == ["██████████", "▁▁▁▁▁", "▅▅▅▅▅▅▅▅▅▅"])
  }

  @Test func gapsAreBridged() {
    let curve = [(iteration: 0, value: 10.0), (iteration: 90, value: 1.0)]
    #expect(Sparklines([curve], width: 4).lines == ["███▁"])
  }

  @Test func valuesWithoutALogarithmAreAtTheBottom() {
    let curve = [(0, 100.0), (1, 0), (2, -1), (3, .nan), (4, .infinity), (5, 1)].map {
      (iteration: $0.0, value: $0.1)
    }
    #expect(Sparklines([curve], width: 6).lines == ["█▁▁▁▁▁"])
  }

  @Test func numbersOfIterationsMayBeHuge() {
    let curve = [(iteration: -5, value: 10.0), (iteration: 1 << 62, value: 1.0)]
    #expect(Sparklines([curve, [(iteration: .max, value: 1)]], width: 4).lines == ["██▁", ""])
    // The last iteration is not the greatest.
    let wrong = [(iteration: .max, value: 10.0), (iteration: 1, value: 1.0)]
    #expect(Sparklines([wrong], width: 4).lines == ["▁▁▁█"])
  }

  @Test func constantAndEmptyCurvesHaveNoLine() {
    let flat = (0..<5).map { (iteration: $0, value: 3.0) }
    #expect(Sparklines([flat, flat]).lines == ["", ""])
    #expect(Sparklines([[], [(iteration: 1, value: 2)]]).lines == ["", ""])
    #expect(Sparklines([]).lines == [])
  }
}
