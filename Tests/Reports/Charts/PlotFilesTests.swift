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
      [], ["movement"], trials: [MadeRun.Trial(1, [], [1])],
      samples: "trial,iteration,movement\n1,1,100\n1,2,10\n1,3,1\n")
  }

  @Test(.enabled(if: hasChartConverter), arguments: PictureFormat.allCases)
  func picturesComeInAllFormats(format: PictureFormat) throws {
    let drawn = try RunCharts.draw(run.folder, names: ["movement"], as: format)
    #expect(drawn.paths == ["\(run.folder)/plots/movement.\(format.rawValue)"])
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
      trials: values.enumerated().map { MadeRun.Trial($0 + 1, [$1], [1]) },
      samples: "trial,iteration,movement\n1,1,9\n1,2,1\n2,1,8\n2,2,2\n")
    try writeCharts(of: named)
    #expect(try !named.text(of: "plots/movement.vl.json").contains("</script"))
    let labels = Set(try named.rows(of: "movement").compactMap { $0["series"] })
    #expect(labels.contains { $0.contains("@title") })
    #expect(labels.contains { $0.contains("</script>\"") })
  }
}

/// The Vega-Lite specification of a chart.
@Suite struct ChartSpecificationTests {
  private static func chart(_ form: Chart.Form, panels: Int = 1, x: Chart.Axis, y: Chart.Axis)
    -> Chart
  {
    let points = [
      Chart.Point(x: 0, y: 1, low: 0.5, high: 1.5), Chart.Point(x: 1, y: 0, low: 2, high: 3),
    ]
    let series = ["a", "b"].enumerated().map {
      Chart.Series(label: $1, style: $0, points: points)
    }
    return Chart(
      name: "chart", title: "Title", caption: "Caption.", form: form, x: x, y: y,
      panels: (0..<panels).map {
        Chart.Panel(title: "panel \($0)", series: series, marks: form.isLines ? [0.5] : [])
      },
      source: "trials.csv")
  }

  private static var charts: [Chart] {
    let number = Chart.Axis(column: "value", title: "value", range: 0...4)
    let names = Chart.Axis(names: ["first", "second"], title: "name")
    return [1, 3].flatMap { panels in
      [
        chart(.lines, panels: panels, x: number, y: number),
        chart(.points(areJoined: true), panels: panels, x: number, y: number),
        chart(.points(areJoined: false), panels: panels, x: number, y: number),
        chart(.rows, panels: panels, x: number, y: names),
        chart(.cells(number), panels: panels, x: names, y: names),
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
      #expect(text.contains("\"facet\"") == (chart.panels.count > 1))
    }
  }

  @Test func aLogarithmicAxisLeavesOutZeros() {
    var axis = Chart.Axis(column: "value", title: "value", isLogarithmic: true)
    axis.range = 0.1...4
    let text = ChartSpecification(Self.chart(.lines, x: axis, y: axis)).text
    #expect(text.contains("\"type\":\"log\"") && !text.contains("\"index\":0"))
  }
}
