import ForceLabTestSupport
import Foundation
import Testing

/// Each call of the system that a small run, a resume, a report and a comparison make fails once, as
/// the disk is full, too many files are open, or the process is killed.
///
/// Whatever fails: the program says so and its exit code is not zero, or it did not matter; it does
/// not trap or hang; no trial that is in the journal is lost; and the run that is resumed ends as if
/// nothing had happened.
@Suite struct FaultTests {
  private static let experiment = """
    name: small
    seed: 3
    graph: {file: ring.edges}
    placement: uniform
    forces: [many-body, link]
    stop: {iterations: 4}
    repeat: 2
    sweep: {grid: {forces.many-body.strength: [-10, -30]}}

    """

  /// EIO, ENOSPC, EMFILE and ENOMEM take turns.
  private static let errors = [5, 28, 24, 12]

  /// Every fifth call fails; with `make faults`, which takes some minutes, each of them.
  private static let step =
    ProcessInfo.processInfo.environment["FORCELAB_ALL_FAULTS"] == nil ? 5 : 1

  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(Self.experiment, to: "small.yaml")
    try place.write("a b\nb c\nc d\nd e\ne f\nf a\n", to: "ring.edges")
    let whole = try place.shell(
      "\(faultyProgram) run small.yaml --out whole --quiet --no-report", limit: 30)
    #expect(whole.status == 0)
  }

  /// By the same program, whose calls do not fail now.
  private func resume(_ folder: String) throws -> Ending {
    try place.shell(
      "\(faultyProgram) run small.yaml --out \(folder) --resume --quiet --no-report", limit: 30)
  }

  /// Runs `command` with the program whose calls fail. Returns nil if the fault did not happen.
  private func run(_ command: String, _ fault: String) throws -> Ending? {
    try? FileManager.default.removeItem(at: place.folder.appending(path: "mark"))
    let ending = try place.shell(
      "FORCELAB_FAULT=\(fault) FORCELAB_FAULT_MARK=mark \(faultyProgram) \(command)", limit: 30)
    guard place.has("mark") else { return nil }
    return ending
  }

  @Test func aPluginWithAMistakeIsRefused() throws {
    let list = try place.shell("FORCELAB_FAULT=plugin \(faultyProgram) list", limit: 30)
    expectRefusal(list, "Misnamed: 'Bad Name' is not a name; use lower-case letters")
  }

  /// Checks that the journal in `folder` has all `lines`.
  private func expectAll(_ lines: some Sequence<Substring>, in folder: String, _ comment: String) {
    let present = Set(journal(folder))
    let lost = lines.filter { !present.contains($0) }
    #expect(lost.isEmpty, "\(comment): lost lines of the journal")
  }

  private func journal(_ folder: String) -> [Substring] {
    ((try? place.text(of: "\(folder)/journal.jsonl")) ?? "").split(separator: "\n")
  }

  /// Runs of which one call fails, one after the other, until no call is left.
  private func failAll(_ role: String, isKilled: Bool) throws -> Int {
    var number = 1 - Self.step
    while true {
      number += Self.step
      let out = "\(role)-\(number)"
      let fault = isKilled ? "kill" : String(Self.errors[number / Self.step % 4])
      let command = "run small.yaml --out \(out) --quiet --no-report"
      guard let ending = try run(command, "\(role):\(number):\(fault)") else { return number }
      let comment = "\(role) call \(number), \(try place.text(of: "mark")), \(fault)"
      if !isKilled {
        #expect(!ending.isTrap, "\(comment): \(ending.error)")
        let isReported = ending.error.contains("error: ") || ending.error.contains("the runner: ")
        #expect(ending.status == 0 || isReported, "\(comment): \(ending.error)")
      }
      // Complete lines of trials only: the last one may be cut off, and stamps of tables are replaced.
      let kept = journal(out).filter { $0.hasPrefix("{\"trial\":") && $0.hasSuffix("\"}") }
      let resumed = try resume(out)
      if role == "worker" && resumed.status == 1 {
        // The trial of a worker that ends is a failed trial, which is not run again.
        #expect(kept.contains { $0.contains("\"failed\"") }, "\(comment): \(ending.error)")
      } else {
        #expect(resumed.status == 0, "\(comment): \(resumed.error)")
        try expectSameRuns("whole", out, in: place, comment)
      }
      expectAll(kept, in: out, comment)
      try FileManager.default.removeItem(at: place.folder.appending(path: out))
    }
  }

  @Test(arguments: ["run", "worker"], [false, true])
  func runLosesNoJournaledTrial(role: String, isKilled: Bool) throws {
    let calls = try failAll(role, isKilled: isKilled) - 1
    #expect(calls > (role == "run" ? 100 : 10), "\(calls)")
  }

  @Test func runSurvivesInterruptedCallsAndShortTransfers() throws {
    for role in ["run", "worker"] {
      let ending = try place.shell(
        "FORCELAB_FAULT=\(role):every:short \(faultyProgram) run small.yaml --out \(role) --quiet "
          + "--no-report", limit: 60)
      #expect(ending.status == 0, "\(ending.error)")
      try expectSameRuns("whole", role, in: place, role)
    }
  }

  @Test func resumeLosesNoJournaledTrial() throws {
    let lines = journal("whole")
    var number = 1 - Self.step
    while true {
      number += Self.step
      let out = "resumed-\(number)"
      // Two of four trials have ended.
      _ = try place.shell("cp -r whole \(out)")
      try place.write(lines[..<3].joined(separator: "\n") + "\n", to: "\(out)/journal.jsonl")
      let command = "run small.yaml --out \(out) --resume --quiet --no-report"
      guard let ending = try run(command, "run:\(number):\(Self.errors[number / Self.step % 4])")
      else { break }
      let comment = "resume, call \(number), \(try place.text(of: "mark"))"
      #expect(!ending.isTrap, "\(comment)")
      if ending.status != 0 { #expect(ending.error.contains("error: "), "\(comment)") }
      expectAll(lines[..<3], in: out, comment)
      let again = try resume(out)
      #expect(again.status == 0, "\(comment): \(again.error)")
      try expectSameRuns("whole", out, in: place, comment)
      try FileManager.default.removeItem(at: place.folder.appending(path: out))
    }
    #expect(number > 50)
  }

  /// The earlier report and the earlier file stay whole.
  @Test(arguments: [
    ("report whole", "whole/report.html"), ("compare whole other --out c.csv", "c.csv"),
    ("draw whole 1", "whole/layouts/1.svg"), ("verify whole", "whole/journal.jsonl"),
  ])
  func reportCompareDrawAndVerifyReplaceFilesAtomically(command: String, file: String) throws {
    _ = try place.shell("cp -r whole other")
    let first = try place.forcelab(command.split(separator: " ").map(String.init))
    #expect(first.status == 0, "\(first.error)")
    let before = try place.text(of: file)
    let trials = try place.text(of: "whole/trials.csv")
    var number = 1 - Self.step
    while true {
      number += Self.step
      guard let ending = try run(command, "run:\(number):\(Self.errors[number / Self.step % 4])")
      else { break }
      let comment = "\(command), call \(number), \(try place.text(of: "mark"))"
      #expect(!ending.isTrap, "\(comment): \(ending.error)")
      if ending.status != 0 {
        #expect(ending.error.contains("error: ") || !ending.output.isEmpty, "\(comment)")
      }
      let after = try place.text(of: file)
      // What is not essential, such as the facts of the machine, may be missing, with a warning.
      let isWhole = after == before || !ending.error.isEmpty || file.hasSuffix("html")
      #expect(isWhole && after.last == before.last, "\(comment)")
      #expect(after.count > before.count / 2, "\(comment)")
      #expect(try place.text(of: "whole/trials.csv") == trials, "\(comment)")
    }
    let last = try place.forcelab(command.split(separator: " ").map(String.init))
    #expect(last.status == 0 && number > 5, "\(last.error)")
  }

  /// An error of the disk, or too many open files, must not look like a missing file.
  @Test(arguments: ["report whole", "show whole", "compare whole other", "verify whole"])
  func reportShowCompareAndVerifyNameReadErrors(command: String) throws {
    _ = try place.shell("cp -r whole other")
    let whole = try place.shell("\(faultyProgram) \(command)")
    let page = place.has("whole/report.html") ? try place.text(of: "whole/report.html") : ""
    var number = 1 - Self.step
    while true {
      number += Self.step
      let error = number / Self.step % 2 == 0 ? 5 : 24
      guard let ending = try run(command, "run:\(number):\(error)") else { break }
      let call = try place.text(of: "mark")
      guard ["open", "read", "status", "list", "map"].contains(call) else { continue }
      let comment = "\(command), call \(number), \(call), \(error): \(ending.error)"
      if ending.status == 0 {
        #expect(ending.output == whole.output && ending.error == whole.error, "\(comment)")
        let isSame = try page.isEmpty || place.text(of: "whole/report.html") == page
        #expect(isSame, "\(comment)")
      } else {
        #expect(ending.error.contains("error: "), "\(comment)")
      }
    }
    #expect(number > 5)
  }
}
