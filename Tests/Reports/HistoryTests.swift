import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabTestSupport
import Foundation
@testable import ForceLabWorkbench
import Testing

/// Kept figures over commits, and where their level changed.
@Suite struct HistoryTests {
  private func records(_ values: [Double], of name: String, processor: String = "cpu")
    -> [FigureRecord]
  {
    values.enumerated().map { index, value in
      var record = FigureRecord()
      record.date = "2026-01-\(10 + index)T00:00:00Z"
      record.commit = "commit\(index)of"
      (record.processor, record.cores) = (processor, 2)
      (record.experiment, record.name, record.column) = ("bench", name, "stress")
      record.measured = value
      return record
    }
  }

  private let steady = [1.01, 0.99, 1.02, 0.98, 1.0, 1.03, 0.97, 1.0, 1.01, 0.99, 1.02, 0.98]
  private var rising: [Double] { steady.prefix(6) + steady.suffix(6).map { $0 * 1.5 } }

  @Test func aChangeOfTheLevelIsFoundWhereItIs() throws {
    let change = try #require(ChangePoint(rising))
    #expect(change.index == 6)
    #expect(abs((change.ratio ?? 0) - 1.5) < 0.05)
    // U is 36 after six values: 2·exp(−6·36²/(12³ + 12²)).
    #expect(abs(change.p - 0.03141) < 0.00001)
    let none = try #require(ChangePoint(steady))
    #expect(none.p > 0.5)
    #expect(ChangePoint(Array(rising.prefix(10))) == nil)
    #expect(ChangePoint(Array(repeating: 1, count: 20)) == nil)
  }

  @Test func theTestRejectsSeldomWithoutAChange() {
    var generator = SeededGenerator(seed: 4)
    let rejected = (0..<400).count { _ in
      let values = (0..<20).map { _ in generator.unit() }
      return (ChangePoint(values)?.p ?? 1) <= 0.05
    }
    #expect(rejected <= 20, "\(rejected) of 400")
  }

  @Test func aFigureThatHasNoValueAnymoreIsAChange() {
    var lost = records([1, 1, 1], of: "a")
    lost[1].measured = nil
    #expect(!RecordHistory(lost).hasChanges)
    lost[2].measured = nil
    let history = RecordHistory(lost + records([1, 1], of: "b"))
    #expect(history.hasChanges)
    #expect(
      history.sentences[0] == "bench: a has no value since commit commit1o of 2026-01-11.")
    #expect(history.table.rows.map { $0[0].text } == ["bench: a", "bench: b"])
    #expect(history.table.rows.map { $0[5].text } == ["none", "1"])
    lost[0].measured = .infinity
    #expect(!RecordHistory(lost).hasChanges)
    #expect(RecordHistory(lost).table.rows[0][3].text == "none")
  }

  @Test func aConfigurationThatFailsNowIsAChange() throws {
    let place = TemporaryFolder()
    var run = SampleRun(["method": ["a", "b"]], ["layout_seconds"], repeats: 2) { _, _ in [1] }
    let before = try run.record("before", in: place).figureRecords()
    for index in run.trials.indices where run.trials[index].settings == ["b"] {
      run.trials[index].status = "diverged"
    }
    let after = try run.record("after", in: place).figureRecords()
    let history = RecordHistory(before + after)
    #expect(history.hasChanges)
    #expect(history.sentences[0].hasPrefix("sample: method: b has no value since commit "))
  }

  @Test func theValueBeforeTheLastIsShown() {
    var rows = records([1, 2, 3], of: "a") + records([4], of: "b") + records([5, 6, 7], of: "c")
    rows[6].measured = nil
    let table = RecordHistory(rows).table
    #expect(table.headings[4].title == "previous" && table.headings[5].title == "last")
    // That of c is lost, which comes first.
    #expect(table.rows.map { $0[4].text } == ["6", "2", "none"])
    #expect(table.rows.map { $0[5].text } == ["none", "3", "4"])
  }

  @Test func recordsThatOthersAddMeanwhileStay() throws {
    try withFolder { folder in
      var (one, other) = (try MachineRecords(folder: folder), try MachineRecords(folder: folder))
      try one.add(records([1], of: "a"))
      try other.add(records([2], of: "b"))
      #expect(try MachineRecords(folder: folder).all.map(\.name) == ["a", "b"])
      #expect(other.all.map(\.name) == ["a", "b"])
      let third = records([3], of: "c")
      DispatchQueue.concurrentPerform(iterations: 20) { _ in
        var own = try? MachineRecords(folder: folder)
        _ = try? own?.add(third)
      }
      #expect(try MachineRecords(folder: folder).all.count { $0.name == "c" } == 20)
    }
  }

  @Test(arguments: [("", "empty"), ("x", "truncated"), ("x\n", "no column 'date'")])
  func damagedRecordsHaveNoRunToResume(text: String, message: String) throws {
    try withFolder(["cpu.csv": text]) { folder in
      let error = #expect(throws: Diagnostic.self) { try MachineRecords(folder: folder) }
      let told = try #require(error?.message)
      #expect(told.contains(message), "\(told)")
      #expect(told.hasSuffix("; restore the file from a copy, or delete what is damaged"))
    }
  }

  @Test func sentencesAreLines() {
    let history = RecordHistory(records(rising, of: "a\nb"))
    #expect(history.sentences[0].hasPrefix("bench: a\\nb changed at commit "))
  }

  @Test func recordsInFilesOfOtherNamesStayThere() throws {
    try withFolder { folder in
      var all = try MachineRecords(folder: folder)
      let own = try #require(try all.add(records([1], of: "a")))
      let other = try #require(try all.add(records([2], of: "b", processor: "other")))
      try FileManager.default.moveItem(atPath: other, toPath: folder + "/old.csv")
      try text(folder + "/old.csv").write(toFile: own, atomically: true, encoding: .utf8)
      try all.add(records([3], of: "c"))
      let names = try MachineRecords(folder: folder).all.map(\.name).sorted()
      #expect(names == ["b", "b", "c"])
    }
  }

  @Test func figuresAreSeparatedByMachine() {
    let change = rising + Array(repeating: 1.5, count: 4) + rising.suffix(6)
    let history = RecordHistory(
      records(change, of: "a") + records(steady, of: "b")
        + records([1, 2], of: "b", processor: "other"))
    #expect(history.hasChanges)
    // The first value after the change is the lowest there, and goes to the values before it.
    #expect(history.sentences == ["bench: a changed at commit commit7o of 2026-01-17, 1.49 times."])
    #expect(history.table.rows.map { $0[2].text } == ["22", "12", "2"])
    #expect(!RecordHistory(records(steady, of: "b")).hasChanges)
    #expect(
      RecordHistory(records([1, 2], of: "b")).sentences[0].contains(
        "No figure has 11 records on one machine"))
  }
}
