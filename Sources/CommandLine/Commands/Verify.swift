import ArgumentParser
import ForceLabReports
import ForceLabWorkbench

struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check that the files of a run have not changed.",
    discussion: """
      Compares the size and the content hash of each file with the journal. The \
      state of a file is written (it has not changed), changed, missing, unrecorded (the run was \
      interrupted before it recorded the file, or the journal has lost the line) or foreign (the run did not write it).

      The hashes find accidents, not forgery: whoever can change a file can change the journal.

      With --same-as, also compares the results of two runs of one experiment, such as those of two \
      machines: everything but times, machines and messages must be equal.

      Exits with 1 if a file is changed or missing, if lines of the journal are damaged or lost, or if results differ.
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Flag(help: "Print all files, including those that have not changed.")
  var all = false

  @Option(
    help: .value("run", "Also check this run, and that both have the same results."),
    completion: .directory)
  var sameAs: String?

  func run() throws {
    let manifests = try collect([folder] + (sameAs.map { [$0] } ?? [])) {
      try RunManifest(folder: $0)
    }
    let areIntact = try manifests.map(check)
    guard areIntact.allSatisfy(\.self) else { throw ExitCode(1) }
    guard let sameAs else { return }
    let differences = try RunDifferences(manifests[0], manifests[1])
    for line in differences.lines { output(line) }
    guard differences.count == 0 else {
      output("\(counted(differences.count, "difference")) from \(sameAs)")
      throw ExitCode(1)
    }
    output(
      "equal to \(sameAs) in all but times: \(counted(differences.trials, "trial")), "
        + counted(differences.files, "file"))
  }

  /// Prints the states of the files of a run. Returns whether all are as the run wrote them.
  private func check(_ manifest: RunManifest) throws -> Bool {
    let states = try manifest.states()
    let shown = states.filter { all || $0.state != .written }
    if !shown.isEmpty {
      let table = Table(
        [.init("state"), .init("file")], rows: shown.map { [$0.state.rawValue, $0.name] })
      output(table.text(width: Terminal.width ?? .max) + "\n")
    }
    let counts = RunManifest.State.allCases.compactMap { state in
      let count = states.count { $0.state == state }
      return count > 0 ? "\(count) \(state.rawValue)" : nil
    }
    output("\(counted(states.count, "file")): \(counts.joined(separator: ", "))")
    let lost = try manifest.lostRecords()
    let damage = manifest.damage + (lost.map { [$0] } ?? [])
    for diagnostic in damage { standardError(diagnostic) }
    return damage.isEmpty && states.allSatisfy { $0.state != .changed && $0.state != .missing }
  }
}
