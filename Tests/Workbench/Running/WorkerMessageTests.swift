import ForceLabPlugins
import ForceLabTestSupport
import Foundation
import Testing

@testable import ForceLabWorkbench

/// What a runner sends its workers, which may be of another build.
@Suite struct WorkerMessageTests {
  @Test(arguments: [(nil, "12 3 2 9007199254740991 0 0\n"), (7, "12 3 2 9007199254740991 0 7\n")])
  func aTrialIsALineOfNumbers(first: Int?, expected: String) throws {
    let trial = Trial(
      number: 12, configuration: 3, repetition: 2, seed: (1 << 53) - 1, isWarmUp: false,
      firstTrial: first)
    let line = WorkerMessage.trial(trial).line
    #expect(String(decoding: line, as: UTF8.self) == expected)
    guard case .trial(let read)? = WorkerMessage([UInt8](line.dropLast())) else {
      Issue.record("no trial")
      return
    }
    #expect(read.number == 12 && read.configuration == 3 && read.repetition == 2)
    #expect(read.seed == trial.seed && !read.isWarmUp && read.firstTrial == first)
  }

  @Test(arguments: ["", "1 2 3", "1 2 3 4 0 -1", "{}", "1 2 3 4 5 x"])
  func malformedLinesAreNoMessages(line: String) {
    if WorkerMessage([UInt8](line.utf8)) != nil { Issue.record("\(line)") }
  }

  /// A run may have thousands of files, most of them of other configurations.
  @Test func aWorkerChecksTheFilesOfItsConfigurationsAlone() throws {
    try withFolder { folder in
      let plan = try plan()
      let context = TrialContext(
        plan, results: try RunFolder(at: folder + "/run"), files: [folder + "/other": "changed"],
        memory: nil)
      var runner = try TrialRunner(context, .workshop)
      try runner.add(1, plan.configurations[0].studySettings)
    }
  }
}
