import ArgumentParser
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench

struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that the files of a run have not changed.",
    discussion: """
      Compares the size and the content hash of each file with the journal. The \
      state of a file is written (it has not changed), changed, missing, unrecorded (the run was \
      interrupted before it recorded the file) or foreign (the run did not write it).

      The hashes find accidents, not forgery: whoever can change a file can change the journal.

      Exits with 1 if a file is changed or missing, or if the journal is damaged.
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Flag(help: "Print all files, including those that have not changed.")
  var all = false

  func run() throws {
    let manifest = try RunManifest(folder: folder)
    let states = try manifest.states()
    let shown = states.filter { all || $0.state != .written }
    if !shown.isEmpty {
      let table = Table(
        [.init("state"), .init("file")],
        rows: shown.map { [$0.state.rawValue, $0.name] })
      output(table.text(width: Terminal.width ?? .max) + "\n")
    }
    let counts = RunManifest.State.allCases.compactMap { state in
      let count = states.count { $0.state == state }
      return count > 0 ? "\(count) \(state.rawValue)" : nil
    }
    output("\(counted(states.count, "file")): \(counts.joined(separator: ", "))")
    for diagnostic in manifest.damage { standardError(diagnostic) }
    let isIntact = states.allSatisfy { $0.state != .changed && $0.state != .missing }
    if !isIntact || !manifest.damage.isEmpty { throw ExitCode(1) }
  }
}
