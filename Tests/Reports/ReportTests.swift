import Foundation
import ForceLabReports
import Testing
import ForceLabSettings

@testable import ForceLabWorkbench

@Suite struct ReportTests {
  let place = TemporaryFolder()

  private static var sample: SampleRun {
    var run = SampleRun()
    run.paths = ["method"]
    run.measures = ["stress", "angular_resolution", "total_energy", "wall_seconds"]
    run.experiment = "summary: Two <b>methods</b> & more.\n"
    run.repeat([[0.25, 0.5, -7, 0.002], [0.125, 0.4, -9, 0.0015]], times: 2)
    return run
  }

  private func page(_ run: SampleRun) throws -> String {
    let folder = try run.write("run", in: place)
    let path = try Report.write(folder)
    #expect(path == folder + "/report.html")
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// The rows of the table of all measures.
  private func fields(_ page: String) -> [Substring] {
    let table = page.split(separator: #"id="configurations">"#).last ?? ""
    return table.split(separator: "\n").prefix { $0 != "</table>" }
      .filter { $0.hasPrefix(#"<tr><th scope="row">"#) }
  }

  @Test func mediansWithIntervalsAndTheBestOfEachColumn() throws {
    var run = Self.sample
    run.repeat([[0.25, 0.5, -7, 0.002], [0.125, 0.4, -9, 0.0015]], times: 6)
    // The interval of the median of six values is their range.
    (run.trials[0].values[0], run.trials[2].values[0]) = (0.2, 0.3)
    let page = try page(run)
    let rows = fields(page)
    try #require(rows.count == 2)
    let first = """
      <tr><th scope="row">exact</th><td class="number" data-key="0.25">0.25<small>0.20 … 0.30</small></td>\
      <td class="number best" data-key="0.5">0.5000</td><td class="number" data-key="-7.0">-7</td>\
      <td class="number" data-key="0.002">2</td></tr>
      """
    #expect(String(rows[0]) == first)
    #expect(
      rows[1].hasPrefix(
        #"<tr><th scope="row">grid cell 50 <span class="front" role="img" aria-label="on the Pareto front">◆"#
      ))
    #expect(rows[1].contains(#"<td class="number best" data-key="0.125">0.1250</td>"#))
    #expect(rows[1].contains(#"<td class="number" data-key="-9.0">-9</td>"#))
    #expect(rows[1].contains(#"<td class="number best" data-key="0.0015">1.500</td>"#))
    #expect(page.contains(#"<th scope="col" class="number" title="higher is better">angular"#))
    #expect(page.contains(#"<th scope="col" class="number">energy</th>"#))
  }

  @Test func textsAreEscaped() throws {
    let page = try page(Self.sample)
    #expect(page.contains("<p class=\"summary\">Two &lt;b&gt;methods&lt;/b&gt; &amp; more.</p>"))
    #expect(!page.contains("<b>methods</b>"))
  }

  @Test func thePageLoadsNothing() throws {
    var run = Self.sample
    // Charts of values that differ would name the namespace of SVG.
    run.repeat([[0.25, 0.5, -7, 0.002], [0.25, 0.5, -7, 0.002]], times: 2)
    let page = try page(run)
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("src="))
    #expect(page.contains("default-src 'none'"))
  }

  @Test func everyFileIsLinked() throws {
    let page = try page(Self.sample)
    for file in ["experiment.yaml", "trials.csv", "environment.json"] {
      #expect(page.contains("<a href=\"\(file)\">\(file)</a>"))
    }
    #expect(!page.contains("limits.csv") && !page.contains("published.csv"))
  }

  @Test func failuresAreReportedWithTheirMessages() throws {
    var run = Self.sample
    run.trials[1].status = "diverged"
    run.damage = {
      $0.replacing("false,false,\n3,", with: "false,false,\"not finite, <here>\"\n3,")
    }
    let page = try page(run)
    let failure = """
      <tr><td class="number">2</td><td class="words">method grid {cell: 50}<small>\
      <b class="bad">1 of 2 diverged</b>, trial 2: not finite, &lt;here&gt;</small></td></tr>
      """
    #expect(page.contains(failure))
    #expect(page.contains(#"grid cell 50 <small class="bad">1/2 ok</small></th>"#))
    #expect(!page.contains("Not finished."))
  }

  @Test func similarFailuresOfAConfigurationAreOneRow() throws {
    var run = Self.sample
    for trial in run.trials.indices { run.trials[trial].status = "diverged" }
    run.trials[2].status = "timed-out"
    let rows = try page(run).split(separator: "\n").filter {
      $0.hasPrefix("<tr><td") && $0.contains("class=\"bad\"")
    }
    let counts = ["1 of 2 diverged", "2 of 2 diverged", "1 of 2 timed-out"]
    #expect(zip(rows, counts).allSatisfy { $0.contains($1) } && rows.count == 3, "\(rows)")
  }

  @Test func constantColumnsAreBelowTheTable() throws {
    var run = Self.sample
    run.repeat([[0.25, 0.5, -7, 0.002], [0.125, 0.4, -7, 0.0015]], times: 2)
    let page = try page(run)
    #expect(page.contains("The same in every row: energy -7."))
    #expect(!page.contains(#">energy</th>"#))
  }

  @Test func anInterruptedRunIsReportedAsUnfinished() throws {
    var run = Self.sample
    run.trials.removeLast()
    let page = try page(run)
    #expect(page.contains("<strong>Not finished.</strong> 1 of 4 trials have not run; resume"))
    #expect(page.contains("--resume --out \(place.path)/run"))
  }

  @Test func warnsOfTimesOfADebugBuild() throws {
    var run = Self.sample
    run.environment.build = "debug"
    #expect(try page(run).contains("Debug build, whose times mean nothing"))
    run.environment.build = "release"
    #expect(try !page(run).contains("whose times mean nothing"))
  }

  @Test func limitsAndClaimsWithTheirVerdicts() throws {
    var run = SampleRun()
    run.paths = ["method"]
    run.measures = ["iterations", "tick_ns_median", "wall_seconds"]
    run.repeat([[112, 1500, 0.002], [112, 3750, 0.002]], times: 2)
    run.limits = [FigureRows(rows: [1]), FigureRows(rows: [2], base: [1])]
    run.published = [
      FigureRows(rows: [1]), FigureRows(rows: [1], isExact: true),
      FigureRows(rows: [2], base: [1]),
    ]
    run.experiment = """
      limits:
        - {name: one tick, figure: {column: tick_ns_median, statistic: minimum}, at-most: 1e6}
        - {name: twice, figure: {column: tick_ns_median, relative-to: {method: exact}}, at-most: 2}
      published:
        - {claim: A fast one, source: "A paper, 2024", machine: M1, figure: {column: wall_seconds},
           value: 0.005, tolerance: 2}
        - {claim: Cells, source: A blog, machine: not stated, figure: {column: iterations},
           value: 111, note: see there}
        - {claim: A ratio, source: A blog, value: 50, measured-by: other-program,
           figure: {column: tick_ns_median, relative-to: {method: exact}}}

      """
    let page = try page(run)
    let number = #"</td><td class="number">"#
    for row in [
      #"<td class="words">one tick\#(number)1.5 µs\#(number)1 ms\#(number)0.001500</td><td class="good">kept<"#,
      #"<td class="words">twice\#(number)2.500 ×\#(number)2 ×\#(number)1.250</td><td class="bad">exceeded<"#,
      #"A fast one<small>A paper, 2024</small><small>no interval: needs 6 repeats, has 2</small></td><td class="words">M1\#(number)5 ms\#(number)2\#(number)2 ms\#(number)\#(number)0.4000</td><td class="">compared: 2.5 times as fast<"#,
      #"Cells<small>A blog</small><small>see there</small></td><td class="words">not stated\#(number)111\#(number)2\#(number)112\#(number)\#(number)1.009</td><td class="bad">not reproduced<"#,
      #"\#(number)50 ×\#(number)2\#(number)2.500 ×\#(number)\#(number)0.05000</td><td class="">compared: 0.050 times the value<"#,
    ] { #expect(page.contains(row), "\(row)") }
  }

  @Test func limitsThatTheExperimentDoesNotHaveAreAnError() throws {
    var run = Self.sample
    run.limits = [FigureRows(rows: [1])]
    let error = #expect(throws: Diagnostic.self) { try page(run) }
    #expect(error?.location?.file == "\(place.path)/run/columns.json")
  }
}
