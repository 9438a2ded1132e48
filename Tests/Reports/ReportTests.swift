import Foundation
import ForceLabReports
import Testing
import ForceLabSettings

@Suite struct ReportTests {
  let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private static let summary = """
    configuration,method,trials,ok,n_stress,median_stress,low_stress,high_stress,\
    n_angular_resolution,median_angular_resolution,n_total_energy,median_total_energy,\
    n_wall_seconds,median_wall_seconds
    1,exact,2,2,2,0.25,0.2,0.3,2,0.5,2,-7,2,0.002
    2,{grid: {cell: 50}},2,2,2,0.125,0.1,0.15,2,0.4,2,-9,2,0.0015

    """

  private static var sample: SampleRun {
    var run = SampleRun()
    run.paths = ["method"]
    run.measures = ["stress", "angular_resolution", "total_energy", "wall_seconds"]
    run.repeats = 2
    run.experiment = "summary: Two <b>methods</b> & more.\n"
    run.trials = (1...2).flatMap { repetition in
      ["exact", "{grid: {cell: 50}}"].map { method in
        SampleRun.Trial(
          settings: [method], repetition: repetition, values: [0.25, 0.5, -7, 0.002])
      }
    }
    return run
  }

  private func page(_ run: SampleRun, files: [String: String] = ["summary.csv": summary]) throws
    -> String
  {
    let folder = try run.write("run", in: place)
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let path = try Report.write(folder)
    #expect(path == folder + "/report.html")
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func fields(_ page: String) -> [Substring] {
    page.split(separator: "\n").filter { $0.hasPrefix("<tr><td") }
  }

  @Test func mediansWithIntervalsAndTheBestOfEachColumn() throws {
    let page = try page(Self.sample)
    let rows = fields(page)
    try #require(rows.count == 2)
    let best = #"<span class="mark" role="img" aria-label="best">★</span>"#
    let first = """
      <tr><td class="number" data-key="1">1</td><td>exact</td>\
      <td class="number" data-key="0.25">0.2500<small>0.2000 … 0.3000</small></td>\
      <td class="number best" data-key="0.5">\(best)0.5000</td>\
      <td class="number" data-key="-7.0">-7</td><td class="number" data-key="0.002">2.00</td></tr>
      """
    #expect(String(rows[0]) == first)
    #expect(rows[1].contains(#"<td>grid {cell: 50}</td>"#))
    #expect(rows[1].contains(#"data-key="0.125">\#(best)0.1250<small>"#))
    #expect(rows[1].contains(#"<td class="number" data-key="-9.0">-9</td>"#))
    #expect(rows[1].contains(#"data-key="0.0015">\#(best)1.50</td>"#))
    #expect(page.contains(#"<th scope="col" class="number" title="higher is better">angular"#))
    #expect(page.contains(#"<th scope="col" class="number">energy</th>"#))
  }

  @Test func equalValuesHaveNoBest() throws {
    let equal = Self.summary.replacing(",0.125,", with: ",0.25,")
    let page = try page(Self.sample, files: ["summary.csv": equal])
    #expect(fields(page).allSatisfy { !$0.contains(#"best" data-key="0.25""#) })
    #expect(page.contains("★</span>1.50"))
  }

  @Test func textsAreEscaped() throws {
    let page = try page(Self.sample)
    #expect(page.contains("<p class=\"summary\">Two &lt;b&gt;methods&lt;/b&gt; &amp; more.</p>"))
    #expect(!page.contains("<b>methods</b>"))
  }

  @Test func thePageLoadsNothing() throws {
    let page = try page(Self.sample)
    #expect(!page.contains("http://") && !page.contains("https://") && !page.contains("src="))
    #expect(page.contains("default-src 'none'"))
  }

  @Test func everyFileIsLinked() throws {
    let page = try page(Self.sample)
    for file in ["experiment.yaml", "summary.csv", "trials.csv", "environment.json"] {
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
    #expect(page.contains(#"<td class="number" data-key="1">1 of 2</td>"#))
    #expect(!page.contains("Not finished."))
  }

  @Test func similarFailuresOfAConfigurationAreOneRow() throws {
    var run = Self.sample
    for trial in run.trials.indices { run.trials[trial].status = "diverged" }
    run.trials[2].status = "timed out"
    let rows = try fields(page(run)).filter { $0.contains("class=\"bad\"") }
    let counts = ["1 of 2 diverged", "2 of 2 diverged", "1 of 2 timed out"]
    #expect(zip(rows, counts).allSatisfy { $0.contains($1) } && rows.count == 3, "\(rows)")
  }

  @Test func constantColumnsAreBelowTheTable() throws {
    let same = Self.summary.replacing("-9,2,", with: "-7,2,")
    let page = try page(Self.sample, files: ["summary.csv": same])
    #expect(page.contains(#"<p class="source">The same in every row: energy -7.</p>"#))
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
    let limits = """
      limit,column,statistic,relative,n,measured,at_most,ratio,kept
      one tick,tick_ns_median,minimum,false,2,1500,1e6,0.0015,true
      twice,tick_ns_median,median,true,2,2.5,2,1.25,false

      """
    let claims = """
      claim,source,machine,column,statistic,relative,n,published,measured,ratio,tolerance,verdict,\
      holds,reason,note
      A fast one,"A paper, 2024",M1,wall_seconds,median,false,2,0.005,0.002,0.4,2,faster,true,,
      Cells,A blog,not stated,iterations,median,false,2,111,112,1.009,1,differs,false,,see there
      A ratio,A blog,,tick_ns_median,median,true,2,3333,200,0.06,2,smaller,true,slow side,

      """
    let page = try page(
      Self.sample,
      files: ["summary.csv": Self.summary, "limits.csv": limits, "published.csv": claims])
    let number = #"</td><td class="number">"#
    for row in [
      #"<td class="words">one tick\#(number)1.5 µs\#(number)1 ms\#(number)0.001500</td><td class="good">kept<"#,
      #"<td class="words">twice\#(number)2.500 ×\#(number)2 ×\#(number)1.250</td><td class="bad">exceeded<"#,
      #"A fast one<small>A paper, 2024</small></td><td class="words">M1\#(number)5 ms\#(number)2\#(number)2 ms\#(number)\#(number)0.4000</td><td class="good">faster<"#,
      #"Cells<small>A blog</small><small>see there</small></td><td class="words">not stated\#(number)111\#(number)2\#(number)112\#(number)\#(number)1.009</td><td class="bad">differs<"#,
      #"\#(number)3333 ×\#(number)2\#(number)200 ×\#(number)\#(number)0.06001</td><td class="good">smaller, as expected<"#,
    ] { #expect(page.contains(row), "\(row)") }
    #expect(page.contains("<a href=\"limits.csv\">") && page.contains("<a href=\"published.csv\">"))
  }

  @Test(arguments: [
    (
      "summary.csv", summary.replacing("0.125", with: "o.125"), 3, "'o.125' in column median_stress"
    ),
    ("limits.csv", "limit,kept\na,true\n", 1, "no column 'column'"),
    ("published.csv", "claim\n", 0, ""),
    ("published.csv", "claim", 1, "the last row is truncated"),
  ])
  func reportsDamagedFiles(file: String, text: String, line: Int, message: String) throws {
    let files = ["summary.csv": Self.summary].merging([file: text]) { $1 }
    guard line > 0 else {
      #expect(try !page(Self.sample, files: files).contains("<td class=\"words\">"))
      return
    }
    let error = #expect(throws: Diagnostic.self) { try page(Self.sample, files: files) }
    #expect(error?.location == Location(file: "\(place.path)/run/\(file)", line: line))
    #expect(error?.message.hasPrefix(message) == true)
  }
}
