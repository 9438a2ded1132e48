import Foundation
import Testing
import ForceLabSettings

@testable import ForceLabReports

/// Whether the Python package that draws Vega-Lite specifications is installed.
let hasChartConverter =
  (try? ChartConverter.pictures(of: [], as: .svg)) != nil

/// The files in plots/.
@Suite struct PlotFilesTests {
  private let run: MadeRun

  init() throws {
    run = try MadeRun(
      samples: "trial,iteration,movement\n1,1,100\n1,2,10\n1,3,1\n")
  }

  @Test(.enabled(if: hasChartConverter), arguments: PictureFormat.allCases)
  func picturesComeInAllFormats(format: PictureFormat) throws {
    let drawn = try RunCharts.draw(run.folder, names: ["movement"], as: format)
    #expect(drawn.paths == ["\(run.folder)/plots/movement.\(format.rawValue)"])
    let caption = try String(contentsOfFile: run.folder + "/plots/movement.txt", encoding: .utf8)
    #expect(caption.hasPrefix("Movement") && caption.hasSuffix(".\n"))
    let data = try Data(contentsOf: URL(fileURLWithPath: drawn.paths[0]))
    let beginnings = ["svg": "<svg", "pdf": "%PDF", "png": "\u{89}PNG"]
    let beginning = String(decoding: data.prefix(5), as: Unicode.ASCII.self)
    #expect(data.count > 500)
    #expect(format == .png || beginning.hasPrefix(beginnings[format.rawValue] ?? "?"))
  }

  @Test func anUnknownNameIsAnErrorWithASuggestion() throws {
    let error = #expect(throws: Diagnostic.self) {
      try RunCharts.draw(run.folder, names: ["mvement"])
    }
    #expect(error?.message == "unknown chart 'mvement'; did you mean 'movement'?")
  }

  @Test func namesCannotLeaveTheSpecification() throws {
    let values = ["{saw: {a_b: \"@title\"}}", "{saw: {a_b: \"</script>\\\"\"}}"]
    let named = try MadeRun(
      ["tool"], ["movement"],
      trials: values.map { ([$0], [1]) },
      samples: "trial,iteration,movement\n1,1,9\n1,2,1\n2,1,8\n2,2,2\n")
    #expect(try !named.text(of: "plots/movement.vl.json").contains("</script"))
    let labels = Set(try named.rows(of: "movement").compactMap { $0["series"] })
    #expect(labels.contains { $0.contains("@title") })
    #expect(labels.contains { $0.contains("</script>\"") })
  }
}

/// The Vega-Lite specification of a chart.
@Suite struct ChartSpecificationTests {
  private static func chart(
    _ form: Chart.Form, panels: Int = 1, x: Chart.Axis, y: Chart.Axis, color: Chart.Axis? = nil
  ) -> Chart {
    let rows = (0..<panels).flatMap { panel in
      ["a", "b"].enumerated().flatMap { style, series in
        [(0.0, 1.0, 0.5, 1.5), (1, 0, -0.5, 3)].map { x, y, low, high in
          Chart.Row(
            x: x, y: y, low: low, high: high, value: color.map { _ in low },
            panel: "panel \(panel)", series: series, style: style)
        }
      }
    }
    return Chart(
      name: "chart", title: "Title", caption: "Caption.", form: form, x: x, y: y, color: color,
      rows: rows, events: form == .lines ? ["panel 0": [0.5]] : [:])
  }

  private static var charts: [Chart] {
    let number = Chart.Axis(column: "value", title: "value", range: 0...4)
    let names = Chart.Axis(title: "name", names: ["first", "second"])
    return [1, 3].flatMap { panels in
      [
        chart(.lines, panels: panels, x: number, y: number),
        chart(.joinedPoints, panels: panels, x: number, y: number),
        chart(.points, panels: panels, x: number, y: number),
        chart(.rows, panels: panels, x: number, y: names),
        chart(.cells, panels: panels, x: names, y: names, color: number),
      ]
    } + [chart(.ranks, x: number, y: number)]
  }

  @Test(.enabled(if: hasChartConverter)) func everyFormIsDrawn() throws {
    let specifications = Self.charts.map { ChartSpecification($0).text }
    for picture in try ChartConverter.pictures(of: specifications, as: .svg) {
      let svg = String(decoding: picture, as: UTF8.self)
      #expect(svg.contains("Title") && svg.contains("mark-") && !svg.contains("NaN"))
    }
  }

  @Test func everyPlaceholderIsFilled() throws {
    for chart in Self.charts {
      let text = ChartSpecification(chart).text
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
      #expect(!text.contains("\"@"))
      #expect(text.contains("\"facet\"") == chart.rows.contains { $0.panel == "panel 1" })
    }
  }

  @Test(.enabled(if: hasChartConverter)) func picturesForPapersHaveTheWidthOfAColumn() throws {
    let size = ChartSize(millimeters: 84, points: 8)
    let charts = Self.charts.filter { !ChartSpecification($0).text.contains("\"facet\"") }
    for picture in try ChartConverter.pictures(
      of: charts.map { ChartSpecification($0, size: size).text }, as: .svg)
    {
      let svg = String(decoding: picture, as: UTF8.self)
      #expect(svg.contains("width=\"238.1") && !svg.contains("Title"))
    }
  }

  @Test func pointsWithLabelsNeedNoLegend() {
    let number = Chart.Axis(column: "value", title: "value", range: 0...4)
    var chart = Self.chart(.points, x: number, y: number)
    #expect(ChartSpecification(chart).text.contains("\"columns\""))
    for index in chart.rows.indices { chart.rows[index].label = chart.rows[index].series }
    let text = ChartSpecification(chart).text
    #expect(!text.contains("\"columns\"") && text.contains("\"align\":\"left\""))
  }

  @Test func pointsWithoutLabelsHaveNone() {
    let number = Chart.Axis(column: "value", title: "value", range: 0...4)
    var chart = Self.chart(.points, x: number, y: number)
    chart.rows[0].label = "a"
    let text = ChartSpecification(chart).text
    #expect(text.contains("\"label\":\"a\"") && !text.contains("\"label\":null"))
  }

  @Test func tooltipsHaveNoEmptySeries() {
    let number = Chart.Axis(column: "value", title: "value", range: 0...4)
    var chart = Self.chart(.points, x: number, y: number)
    let title = #""title":"series""#
    #expect(ChartSpecification(chart).text.contains(title))
    for index in chart.rows.indices { chart.rows[index].series = "" }
    #expect(!ChartSpecification(chart).text.contains(title))
  }

  @Test func labelsCoverNeitherPointsNorEachOther() {
    let view = PointLabels.View(width: 300, height: 200, font: 11)
    // In a corner, in a heap, and at the other end.
    let points: [PointLabels.Point] = [
      ("first", 2, 2), ("second", 150, 100), ("third", 152, 101), ("fourth", 156, 99),
      ("fifth", 298, 100),
    ]
    let places = PointLabels(points, in: view).places.compactMap { $0 }
    #expect(places.count == points.count)
    let boxes = zip(points, places).map { point, place in
      let width = 11 * point.label.estimatedWidth
      let left =
        point.x + place.dx
        - (place.align == "left" ? 0 : place.align == "right" ? width : width / 2)
      return (x: left...left + width, y: point.y + place.dy - 5...point.y + place.dy + 5)
    }
    for (index, box) in boxes.enumerated() {
      #expect(box.x.lowerBound >= 0 && box.x.upperBound <= 300 && box.y.lowerBound >= 0)
      #expect(!points.contains { box.x.contains($0.x) && box.y.contains($0.y) })
      #expect(!boxes[..<index].contains { $0.x.overlaps(box.x) && $0.y.overlaps(box.y) })
    }
  }

  @Test func labelsWithoutRoomAreLeftOut() {
    let view = PointLabels.View(width: 300, height: 200, font: 11)
    let heap = (0..<40).map { PointLabels.Point("label", 150 + Double($0 % 3), 100) }
    let shown = PointLabels(heap, in: view, maxOverlap: 0.1).places.count { $0 != nil }
    #expect(5..<20 ~= shown)
    #expect(PointLabels(heap, in: view).places.allSatisfy { $0 != nil })
    let places = PointLabels([("", 9, 9), ("a", 99, 99)], in: view).places
    #expect(places.map { $0 == nil } == [true, false])
  }

  @Test func longUprightTitlesTakeSeveralLines() {
    let axis = { (title: String) in Chart.Axis(column: "value", title: title) }
    let short = ChartSpecification(
      Self.chart(.lines, x: axis("time"), y: axis("maximum depth of bodies"))
    ).text
    #expect(short.contains(#""title":["maximum depth of bodies"]"#))
    let long = ChartSpecification(
      Self.chart(
        .lines, panels: 2, x: axis("time"), y: axis("maximum depth of bodies in each other (pt)"))
    ).text
    #expect(long.contains(#""title":["maximum depth of"#), "\(long)")
  }

  @Test(arguments: [
    ([1.0, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 90], true), ([1, 2, 3, 4, 5], false),
    ([0, 1, 2, 90], false),
  ])
  func aFarMaximumTakesALogarithmicAxis(times: [Double], isFar: Bool) {
    #expect(times.hasFarMaximum == isFar)
  }

  @Test func aLogarithmicAxisLeavesOutZeros() {
    let axis = Chart.Axis(column: "value", title: "value", isLogarithmic: true, range: 0.1...4)
    let text = ChartSpecification(Self.chart(.lines, x: axis, y: axis)).text
    #expect(text.contains("\"type\":\"log\"") && !text.contains("\"index\":0"))
  }

  @Test func longBarsDoNotFlattenTheChart() {
    let axis = Chart.Axis(column: "value", title: "value")
    var chart = Self.chart(.points, x: axis, y: axis)
    for index in chart.rows.indices { chart.rows[index].high = 1.5 }
    #expect(!ChartSpecification(chart).isCut)
    chart.rows[0].high = 1e6
    #expect(ChartSpecification(chart).isCut)
    #expect(!ChartSpecification(chart).text.contains("\"domain\":[0,1000000]"))
  }
}
