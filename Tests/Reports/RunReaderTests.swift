import Foundation
import Testing
import ForceLabSettings

@testable import ForceLabReports
@testable import ForceLabWorkbench

@Suite struct RunRecordTests {
  let place = TemporaryFolder()

  /// A run of two swept paths, two configurations and two repeats.
  static var swept: SampleRun {
    SampleRun(
      [
        "repulsion": ["exact", "{grid: {cell: 50, name: \"a\nb\"}}"],
        "forces.many-body.strength": ["-30"],
      ], ["stress", "tick_ns_median"], repeats: 2
    ) { _, _ in [0.25, 1000] }
  }

  @Test func aRunIsReadAsItWasWritten() throws {
    let run = try Self.swept.record(in: place)
    #expect(run.paths == ["repulsion", "forces.many-body.strength"])
    #expect(run.measures.map(\.name) == ["stress", "tick_ns_median"] && run.repeats == 2)
    #expect(run.trials.map(\.number) == [1, 2, 3, 4])
    #expect(run.trials.map(\.repetition) == [1, 1, 2, 2] && run.trials[2].seed == "2")
    #expect(run.trials[1].settings == ["{grid: {cell: 50, name: \"a\nb\"}}", "-30"])
    // A field over two lines counts as such.
    #expect(run.trials.map(\.line) == [2, 3, 5, 6])
    #expect(run.number("stress", of: run.trials[0]) == 0.25)
    #expect(run.environment?.build == "release" && run.warnings.isEmpty)
  }

  /// Also in a file as pandas, R or Excel writes it again.
  @Test(arguments: ["true", "True", "TRUE"]) func warmUpTrialsDoNotCount(flag: String) throws {
    var sample = Self.swept
    sample.trials[0].isWarmUp = true
    sample.damage = { "\u{FEFF}" + $0.replacing("true", with: flag) }
    #expect(try sample.record(in: place).trials.map(\.number) == [2, 3, 4])
  }

  @Test func emptyAndNonFiniteFieldsAreNil() throws {
    var sample = SampleRun([1, .nan, .infinity])
    sample.trials[0].values = [nil]
    let run = try sample.record(in: place)
    #expect(run.trials.map { run.number("tick_ns_median", of: $0) } == [nil, nil, nil])
  }

  struct Damage: CustomTestStringConvertible {
    /// The message after the name of the file.
    let testDescription: String
    let change: @Sendable (String) -> String

    init(_ message: String, _ change: @escaping @Sendable (String) -> String) {
      (testDescription, self.change) = (message, change)
    }

    static let all = [
      Damage(": error: the file is empty") { _ in "" },
      Damage(": error: the file is empty") { _ in "\u{FEFF}" },
      Damage(":7:36: error: the last row is truncated") { String($0.dropLast(7)) },
      Damage(":7:42: error: the last row is truncated") { String($0.dropLast(1)) },
      Damage(":7:42: error: the last row is truncated") {
        String($0.replacing("\n", with: "\r\n").dropLast(1))
      },
      Damage(":6:1: error: unterminated quotation in this row") {
        $0.components(separatedBy: "\n").prefix(6).joined(separator: "\n") + "\n"
      },
      Damage(":2:44: error: 12 fields in this row") {
        $0.replacing("0.25,1000", with: "0.25", maxReplacements: 1)
      },
      Damage(":5:55: error: 14 fields in this row") {
        $0.replacing("2,exact", with: "2,exact,exact")
      },
      Damage(":8:1: error: 1 field in this row") { $0 + "\n" },
      Damage(":1: error: not a trials.csv") { $0.replacing("repeat,seed", with: "again,seed") },
      Damage(":1: error: not a trials.csv") { _ in "id,x,y\n0,1,2\n" },
      Damage(":2:1: error: '1x' in column trial") { $0.replacing("\n1,1,1,1", with: "\n1x,1,1,1") },
      Damage(":2:1: error: configuration \(Int.min) has other settings") {
        $0.replacing("\n1,1,1,1", with: "\n1,\(Int.min),1,1")
      },
      Damage(":2:22: error: misplaced quotation mark") {
        $0.replacing("done,0.25", with: "\"done\"0.25", maxReplacements: 1)
      },
      Damage(
        ":2:27: error: 'wide' in column stress is not a number; restore the file from a copy"
      ) {
        $0.replacing("done,0.25", with: "done,wide", maxReplacements: 2)
      },
      Damage(":2:27: error: 'NA' in column stress is not a number") {
        $0.replacing("done,0.25", with: "done,NA")
      },
      Damage(":2:37: error: 'no' in column warm_up is neither true nor false") {
        $0.replacing("1000,false", with: "1000,no", maxReplacements: 1)
      },
      Damage(":1:1: error: no column 'contended'") { $0.replacing("contended", with: "shared") },
      Damage(":1: error: there are two columns 'stress'") {
        $0.replacing("tick_ns_median", with: "stress")
      },
      Damage(":2:19: error: unknown status 'OK'") {
        $0.replacing(",ok,", with: ",OK,", maxReplacements: 1)
      },
      Damage(":5:1: error: trial 1 has two rows") {
        $0.replacing("\n3,1,2,", with: "\n1,1,2,")
      },
    ]
  }

  @Test(arguments: Damage.all) func reportsDamageWithItsLine(damage: Damage) throws {
    var sample = Self.swept
    sample.damage = damage.change
    let error = #expect(throws: Diagnostic.self) { try sample.record(in: place) }
    #expect(
      error?.description.contains("trials.csv" + damage.testDescription) == true,
      "\(error?.description ?? "")")
  }

  @Test func lostSamplesAndEventsAreWarnings() throws {
    let folder = try Self.swept.write("run", in: place)
    var columns = RunColumns(["stress", "tick_ns_median"])
    (columns.samples, columns.events) = ([.measure("movement")], [])
    try Data(columns.prettyJSON.utf8).write(to: URL(fileURLWithPath: folder + "/columns.json"))
    let warnings = try RunReader(folder: folder).warnings.map(\.description)
    #expect(warnings.count == 2)
    for (warning, name) in zip(warnings, ["samples", "events"]) {
      #expect(warning.contains("\(name).csv: warning: no such file, so reports lack"))
    }
  }

  @Test func samplesMayHaveAByteOrderMarkAndQuotes() throws {
    var sample = SampleRun([1])
    sample.samples = "\u{FEFF}trial,\"iteration\",movement\n\"1\",\"2\",\"\"\n1,3,\"0.5\"\n"
    let run = try sample.record(in: place)
    let table = try #require(try run.samples(of: [1]))
    let rows = try #require(table.traces[1]?.rows(every: 1))
    #expect(table.columns == ["iteration", "movement"])
    #expect(rows.count == 2 && rows[0][0] == 2 && rows[0][1].isNaN && rows[1] == [3, 0.5])
  }

  @Test func columnsOfWordsAreNotCompared() throws {
    var sample = SampleRun([1, 2, 3, 4])
    sample.measures = ["tick_ns_median", "word_hash"]
    for index in sample.trials.indices { sample.trials[index].values.append(Double(7000 + index)) }
    // Of hashes, one may look like a number.
    sample.damage = { text in (7001...7003).reduce(text) { $0.replacing("\($1)", with: "\($1)abc") }
    }
    let run = try sample.record(in: place)
    #expect(
      run.valueColumns == ["tick_ns_median"] && run.measures.map(\.name) == ["tick_ns_median"])
    var options = Comparison.Options()
    options.measures = ["word_hash"]
    let error = #expect(throws: Diagnostic.self) { try place.compare(sample, sample, options) }
    #expect(
      error?.message
        == "column 'word_hash' is not numeric; use one of tick_ns_median, layouts")
  }

  @Test func reportsInvalidUTF8() throws {
    let folder = try Self.swept.write("run", in: place)
    try Data("trial\n".utf8 + [0xC3, 0x28, 0x0A]).write(
      to: URL(fileURLWithPath: folder + "/trials.csv"))
    let error = #expect(throws: Diagnostic.self) { try RunReader(folder: folder) }
    #expect(error?.message.hasPrefix("the text is not UTF-8") == true)
    #expect(error?.location?.line == 2)
  }

  @Test func limitsOfADamagedExperimentNameItsFile() throws {
    var sample = Self.swept
    sample.limits = [FigureRows(rows: [1])]
    sample.experiment = "limits: [{name: a, figure: {column: stress}, at-most: 1}]\n"
    let folder = try sample.write("run", in: place)
    #expect(try RunReader(folder: folder).limits().map(\.measured) == [0.25])
    let file = URL(fileURLWithPath: folder + "/experiment.yaml")
    for text in [nil, "name: ["] as [String?] {
      try FileManager.default.removeItem(at: file)
      if let text { try Data(text.utf8).write(to: file) }
      let run = try RunReader(folder: folder)
      let error = #expect(throws: Diagnostic.self) { try run.limits() }
      #expect(error?.location?.file == file.path, "\(error?.description ?? "")")
      try Data().write(to: file)
    }
  }

  @Test func damageOfOptionalFilesIsAWarning() throws {
    let folder = try Self.swept.write("run", in: place)
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder + "/environment.json"))
    try Data("name: [".utf8).write(to: URL(fileURLWithPath: folder + "/experiment.yaml"))
    let run = try RunReader(folder: folder)
    #expect(run.warnings.map(\.severity) == [.warning, .warning])
    #expect(run.warnings[0].message.hasPrefix("the file is damaged, so the machine and the build"))
    #expect(run.warnings[1].message.hasSuffix("; reports and comparisons lack its settings"))
    #expect(run.environment == nil && run.experiment == nil && run.trials.count == 4)
    try Data("- x\n".utf8).write(to: URL(fileURLWithPath: folder + "/experiment.yaml"))
    let other = try RunReader(folder: folder)
    #expect(other.experiment == nil)
    #expect(
      other.warnings.last?.message.hasPrefix("an experiment must be a mapping, found ") == true)
  }
}
