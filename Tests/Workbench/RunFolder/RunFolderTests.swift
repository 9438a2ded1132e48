import ForceLabTestSupport
import Foundation
import Synchronization
import Testing
import ForceLabWorkbench
import ForceLabSettings

@Suite struct RunFolderTests {
  @Test(arguments: ["", "/a/b/c"]) func takesAnEmptyFolderOrMakesItWithItsParents(path: String)
    throws
  {
    try withFolder { folder in
      let run = try RunFolder(at: folder + path)
      #expect(run.path == folder + path)
      #expect(FileManager.default.fileExists(atPath: run.path + "/layouts"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read every folder"))
  func saysThatAFolderCannotBeRead() throws {
    try withFolder { folder in
      _ = try RunFolder(at: folder + "/run")
      chmod(folder + "/run", 0)
      let error = #expect(throws: Diagnostic.self) { try RunFolder(resuming: folder + "/run") }
      #expect(error?.message.hasPrefix("cannot read the folder for results: ") == true)
      chmod(folder + "/run", 0o700)
    }
  }

  @Test func refusesAFolderThatIsNotEmpty() throws {
    try withFolder { folder in
      try "mine".write(toFile: folder + "/notes.txt", atomically: true, encoding: .utf8)
      let error = #expect(throws: Diagnostic.self) { _ = try RunFolder(at: folder) }
      #expect(
        error?.description.hasPrefix(
          "\(folder): error: the folder is not empty (1 file); name another folder") == true)
      #expect(try text(folder + "/notes.txt") == "mine")
      #expect(!FileManager.default.fileExists(atPath: folder + "/layouts"))
    }
  }

  @Test func runsOfOneSecondHaveFoldersOfTheirOwn() throws {
    try withFolder { folder in
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      let made = Mutex<Set<String>>([])
      DispatchQueue.concurrentPerform(iterations: 9) { _ in
        guard let run = try? RunFolder(below: folder, experiment: "test", at: date) else { return }
        made.withLock { _ = $0.insert(run.path) }
      }
      let paths = made.withLock { $0 }
      #expect(paths.count == 9)
      let pattern = #/test/2023-11-1[45]-\d{6}(-[2-9])?/#
      for path in paths {
        let match = try pattern.wholeMatch(in: path.dropFirst(folder.count + 1))
        #expect(match != nil, "\(path)")
      }
    }
  }

  @Test func theExperimentThatWasRunReadsAsTheSamePlan() throws {
    try withFolder { folder in
      let plan = try plan(
        """
        summary: "With: signs, \\"quotes\\" and\\nlines"
        seed: 7
        repeat: 2
        steps: [{cut: {depth: 0.1}}, glue]
        sweep:
          - grid: {tool: [saw, {hammer: {weight: 3}}], value: {from: 1, to: 2, count: 3}}
            exclude: [{where: {value: {above: 1.5}}, because: 'yes'}]
          - sample: {count: 4, over: {whole: {from: 0, to: 10}}}
        """, set: ["steps.0.cut.depth=0.7", "word='12'"])
      _ = try Runner(plan).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 7))
      let again = try Plan(path: folder + "/run/experiment.yaml", catalog: .workshop)
      #expect(again.document.hasSameContent(as: plan.document))
      #expect(again.paths == plan.paths && again.settings == plan.settings)
      #expect(again.experiment.summary == "With: signs, \"quotes\" and\nlines")
      #expect(again.trials.map(\.seed) == plan.trials.map(\.seed))
      #expect(
        again.benches.map { $0.encoded().flowText } == plan.benches.map { $0.encoded().flowText })
    }
  }
}
