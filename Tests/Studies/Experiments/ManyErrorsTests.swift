@testable import ForceLabStudies
import Testing

/// All independent errors of a file are reported, each once, in the order of the file.
@Suite struct ManyErrorsTests {
  /// Lines that contain an error, and what the message says.
  private static let faults: [(lines: String, message: String)] = [
    ("bogus: 1", "unknown key 'bogus'"),
    ("repeat: many", "'repeat' must be a whole number"),
    ("warm-up: -1", "'warm-up' is -1, outside its range"),
    ("graph: {file: none.gml}", "cannot read the file 'none.gml'"),
    ("integrator: verlat", "unknown integrator 'verlat'"),
    ("repulsion: {kd-tree: {theta: wide}}", "'theta' must be a number"),
    ("metrics: [stres]", "unknown metric 'stres'; did you mean 'stress'?"),
    ("forces: [link, {many-body: {strenght: 1}}]", "unknown key 'strenght'"),
    ("limits: [{name: a, figure: {column: nope}, at-most: 1}]", "has no measure 'nope'"),
    (
      "published: [{claim: a, source: b, figure: {column: wall_seconds, where: {x: 1}}, value: 1}]",
      "no path 'x'"
    ),
    ("sweep: {grid: {forces.link.lenght: [1, 2]}}", "has no 'lenght'; did you mean 'length'?"),
  ]

  /// Bad figures need the columns of configurations, which errors in the study leave unknown.
  private static func hides(_ a: String, _ b: String) -> Bool {
    let needsColumns = ["limits"]
    let changesColumns = ["integrator", "repulsion", "metrics", "forces", "sweep"]
    return needsColumns.contains { b.hasPrefix($0) } && changesColumns.contains { a.hasPrefix($0) }
  }

  @Test(arguments: faults.indices) func everyPairOfErrorsIsReported(first: Int) throws {
    for second in Self.faults.indices where second != first {
      let pair = [Self.faults[min(first, second)], Self.faults[max(first, second)]]
      let found = try problems(pair.map { $0.lines + "\n" }.joined())
      let isHidden =
        Self.hides(pair[0].lines, pair[1].lines) || Self.hides(pair[1].lines, pair[0].lines)
      let expected = isHidden ? pair.filter { !$0.lines.hasPrefix("limits") } : pair
      #expect(found.count == expected.count, "\(pair.map(\.lines)): \(found)")
      for (message, fault) in zip(found, expected) {
        #expect(message.contains(fault.message), "\(pair.map(\.lines)): \(found)")
      }
    }
  }

  @Test func anUnknownStudyDoesNotHideOtherErrors() throws {
    let found = try problems("study: layuot\nrepeat: 0\nbogus: 1\nforces: [link]", name: "x/y")
    #expect(
      found.map { $0.prefix(10) } == ["e.yaml:1:7", "e.yaml:2:8", "e.yaml:3:9", "e.yaml:4:1"])
  }

  @Test func errorsInOneAxisDoNotHideErrorsInAnother() throws {
    let found = try problems(
      """
      sweep:
        - grid: {repulsion: [], forces.many-body.strenght: [1]}
        - grid: {repulsion.kd-tree.theta: [0.5, 1]}
          exclude: [{where: {repulsion: exact}}]
        - {}
      """)
    #expect(
      found.map { $0.dropFirst(7).prefix { $0 != "e" } } == ["3:23: ", "3:27: ", "5:15: ", "6:5: "])
  }

  /// The sweep gives what the study needs.
  @Test func sweptValuesAreNotMissing() throws {
    let found = try problems(
      "study: averages\nbogus: 1\nsweep: {grid: {values: [[1, 2]], ordr: [given]}}\n")
    #expect(found.count == 2, "\(found)")
    #expect(found.first?.contains("unknown key 'bogus'") == true)
    #expect(found.last?.contains("no path 'ordr'") == true)
  }

  @Test func pathsInASweepBelongInGrid() throws {
    let found = try problems(
      "sweep: {repulsion: [exact, kd-tree], dimensions: 3, gird: {seed: [1]}}\n")
    #expect(found.count == 3)
    #expect(
      found[0].hasSuffix(
        "unknown key 'repulsion' in 'sweep'; paths are keys of 'grid', as in "
          + "sweep: {grid: {repulsion: [exact, kd-tree]}}"))
    #expect(found[1].hasSuffix("sweep: {grid: {dimensions: [3]}}"))
    #expect(found[2].hasSuffix("unknown key 'gird' in 'sweep'; did you mean 'grid'?"))
  }

  @Test(arguments: [
    ("my-graph.graphml", "{file: my-graph.graphml}"), ("data/web", "{file: data/web}"),
    ("'two words.csv'", "{file: two words.csv}"), ("../a.mtx", "{file: ../a.mtx}"),
  ])
  func aFileIsSuggestedForAPath(value: String, advice: String) throws {
    let found = try problems("graph: \(value)\n")
    #expect(found.count == 1 && found[0].hasSuffix("; to read a file, write \(advice)"), "\(found)")
  }

  @Test func aFileThatExistsIsSuggested() throws {
    try withFolder(["karat": "0 1\n"]) { folder in
      let found = try problems("graph: karat", in: folder)
      let message = "unknown graph 'karat'; to read a file, write {file: karat}"
      #expect(found.count == 1 && found[0].hasSuffix(message), "\(found)")
    }
    let other = try problems("graph: karat\n")
    #expect(other.first?.hasSuffix("did you mean 'karate'?") == true)
    // Placements read files, too, by a parameter that must be named.
    let placement = try problems("placement: start.csv\n")
    #expect(placement.first?.hasSuffix("write {file: {path: start.csv}}") == true)
    // No force reads files.
    #expect(try problems("forces: [a.b]\n").first?.contains("to read") == false)
  }
}
