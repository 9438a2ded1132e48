import ForceLabPlugins
import Testing

@testable import ForceLabReports

/// Axes, colors and numbers of charts.
@Suite struct ChartAxisTests {
  private static let stress = Column("stress", role: .measure)

  @Test(arguments: [
    ([10.0, 30, 90], true), ([-300, -100, -30, -10, -3], true), ([0.01, 0.1, 1], true),
    ([1, 2, 5, 60], true), ([1, 500, 1000], true), ([1, 2, 3], false), ([1, 2, 4], false),
    ([0, 1, 10, 100], false), ([-1, 1, 100], false), ([1, 21, 41, 61, 81, 101], false), ([], false),
  ])
  func valuesOverDecadesAreLogarithmic(values: [Double], isLogarithmic: Bool) {
    #expect(values.isGeometric == isLogarithmic)
  }

  /// Vega labels a range of no length in whole numbers.
  @Test(arguments: [(0.25, 0.225, 0.275), (-20.0, -22, -18), (0.0, 0, 1)], [false, true])
  func equalValuesHaveAnAxisAroundThem(it: (Double, Double, Double), isTime: Bool) throws {
    let (value, lower, upper) = it
    let column = isTime ? Column.time("layout_seconds", "time") : Self.stress
    let axis = Chart.Axis(of: column, values: [value, value], isLogarithmic: isTime)
    let chart = Chart(
      name: "time-quality", title: "", caption: "", form: .points,
      x: Chart.Axis(of: Self.stress, values: [1, 2]), y: axis,
      rows: [1, 2].map { Chart.Row(x: $0, y: value) })
    let text = try #require(
      ChartSpecification(chart).text.firstMatch(
        of: /"field":"y","scale":\{"domain":\[([-0-9.]+),([-0-9.]+)\]/))
    let domain = [text.1, text.2].compactMap { Double($0) }.map { $0 * axis.divisor }
    #expect(zip(domain, [lower, upper]).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(domain.count == 2)
  }

  @Test func oneExtremeValueDoesNotFlattenTheColors() throws {
    let usual = (0..<19).map { 0.1 + 0.005 * Double($0) }
    let colors = CellColors(of: Self.stress, values: usual + [1e6])
    let range = try #require(colors.axis.range)
    #expect(range.lowerBound == 0.1 && abs(range.upperBound - 0.19) < 1e-12)
    #expect(!colors.axis.isLogarithmic)
    #expect(colors.note.contains("1 value beyond has the color of the end"))
    let plain = CellColors(of: Self.stress, values: usual)
    #expect(plain.axis.range == nil && plain.note.isEmpty)
    // Even steps over decades have no extremes.
    let decades = CellColors(of: Self.stress, values: [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7])
    #expect(decades.axis.isLogarithmic && decades.axis.range == nil)
  }
}

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
