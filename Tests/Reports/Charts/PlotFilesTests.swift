import Foundation
import ForceLabReports
import Testing
import ForceLabSettings

/// The files in plots/, which people may edit.
@Suite struct PlotFilesTests {
  private let run: MadeRun

  init() throws {
    run = try MadeRun(
      [], ["movement"], trials: [MadeRun.Trial(1, [], [1])],
      samples: "trial,iteration,movement\n1,1,100\n1,2,10\n1,3,1\n")
  }

  @Test(.enabled(if: hasGnuplot), arguments: PictureFormat.allCases)
  func picturesComeInAllFormats(format: PictureFormat) throws {
    let drawn = try RunCharts.draw(run.folder, names: ["movement"], as: format)
    #expect(drawn.problems.isEmpty)
    #expect(drawn.paths == ["\(run.folder)/plots/movement.\(format.rawValue)"])
    let data = try Data(contentsOf: URL(fileURLWithPath: drawn.paths[0]))
    let beginnings = ["svg": "<?xml", "pdf": "%PDF", "png": "\u{89}PNG"]
    let beginning = String(decoding: data.prefix(5), as: Unicode.ASCII.self)
    #expect(data.count > 500)
    #expect(format == .png || beginning.hasPrefix(beginnings[format.rawValue] ?? "?"))
  }

  @Test func anEditedScriptIsKeptUntilItIsReplaced() throws {
    try writeCharts(of: run)
    let first = try run.text(of: "plots/movement.gp")
    let changed = first.replacing("set xlabel 'iteration'", with: "set xlabel 'ticks'")
    #expect(changed != first)
    try run.write(changed, to: "plots/movement.gp")
    guard hasGnuplot else { return }
    let listed = try RunCharts.draw(run.folder)
    #expect(try run.text(of: "plots/movement.gp") == changed)
    #expect(listed.paths.isEmpty && listed.problems.count == 1)
    #expect(listed.problems[0].message.contains("movement --run-changed-scripts"))
    #expect(try run.text(of: "plots/movement.svg").contains(">iteration<"))
    let drawn = try RunCharts.draw(run.folder, names: ["movement"], changedScripts: .run)
    #expect(drawn.problems.isEmpty)
    #expect(try run.text(of: "plots/movement.svg").contains(">ticks<"))
    _ = try RunCharts.draw(run.folder, changedScripts: .replace)
    #expect(try run.text(of: "plots/movement.gp") == first)
  }

  @Test(.enabled(if: hasGnuplot)) func aScriptThatFailsIsReportedWithItsLine() throws {
    try writeCharts(of: run)
    let script = try run.text(of: "plots/movement.gp")
    try run.write(script + "set nonsense\n", to: "plots/movement.gp")
    let problems = try RunCharts.draw(
      run.folder, names: ["movement"], changedScripts: .run
    ).problems
    #expect(problems.count == 1)
    let place = problems.first?.location
    #expect(place?.file == run.folder + "/plots/movement.gp")
    #expect(place?.line == script.count { $0 == "\n" } + 1)
    #expect(problems.first?.message.contains("--fresh") == true)
  }

  @Test(.enabled(if: hasGnuplot)) func aScriptOfTheUserIsDrawnToo() throws {
    try writeCharts(of: run)
    try run.write(
      "set terminal svg\nset output 'mine.'.format\nplot sin(x)\n", to: "plots/mine.gp")
    let listed = try RunCharts.draw(run.folder, names: ["mine"])
    #expect(listed.paths.isEmpty)
    #expect(listed.problems[0].message.contains("mine --run-changed-scripts"))
    let drawn = try RunCharts.draw(run.folder, names: ["mine"], changedScripts: .run)
    #expect(drawn.paths == [run.folder + "/plots/mine.svg"])
    #expect(try run.text(of: "plots/mine.svg").contains("</svg>"))
  }

  @Test func anUnknownNameIsAnErrorWithASuggestion() throws {
    let error = #expect(throws: Diagnostic.self) {
      try RunCharts.draw(run.folder, names: ["mvement"])
    }
    #expect(error?.message == "unknown chart 'mvement'; did you mean 'movement'?")
  }

  @Test(.enabled(if: hasGnuplot)) func namesWithSpecialCharactersOfGnuplotAreDrawnAsTheyAre() throws
  {
    let values = ["{saw: {a_b: \"it's `rm`\"}}", "{saw: {a_b: \"^{2}@x&y\"}}"]
    let named = try MadeRun(
      ["tool"], ["movement"],
      trials: values.enumerated().map { MadeRun.Trial($0 + 1, [$1], [1]) },
      samples: "trial,iteration,movement\n1,1,9\n1,2,1\n2,1,8\n2,2,2\n")
    try writeCharts(of: named)
    let svg = try named.text(of: "plots/movement.svg")
    #expect(svg.contains("it’s") && svg.contains("^{2}@x&amp;y"))
  }
}
