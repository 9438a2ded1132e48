import ArgumentParser
import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct Reproduce: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the experiments with published claims and check the claims.",
    discussion: """
      Runs the experiments in Experiments/published of the working directory, of the nearest \
      directory above it that has one, or else those that come with the program, like \
      `forcelab run --strict`, and prints one table at the end. Exits with 1 if a claim is not \
      reproduced, not comparable or unclear, unless the experiment says why it is known to differ. \
      Times of other programs and machines are only compared.
      """)

  @Argument(
    help: .value(
      "name", "Names of experiments in that folder, without .yaml; all of them if none is given."))
  var names: [String] = []

  @OptionGroup var trust: TrustOption

  func run() throws {
    var run = try Run.parse(["--strict", "--executor", "local"] + files())
    run.trust = trust
    try run.run()
  }

  private func files() throws -> [String] {
    let folder = try Self.folder()
    // A folder that cannot be read has no experiments for this command.
    let known = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let experiments = known.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    guard !experiments.isEmpty else {
      throw Diagnostic("no experiments (*.yaml) in this folder", at: Location(file: folder))
    }
    // Paths of the files are accepted too.
    let names = self.names.map { path in
      let file = URL(fileURLWithPath: path)
      let name = file.lastPathComponent
      return (
        name: name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name, file: file.relativePath
      )
    }
    for (name, file) in names where !experiments.contains(name) {
      guard !RunFolder.holdsRun(file) else {
        throw Diagnostic(
          "this is the folder of a run, not the name of a published experiment; to repeat the run, use "
            + "`\(Diagnostic.program) run \("\(file)/experiment.yaml".asArgument)`",
          at: Location(file: file))
      }
      let known = "use one of \(experiments.joined(separator: ", "))"
      throw Diagnostic(
        "unknown published experiment '\(name)'; "
          + suggestion(for: name, among: experiments, else: known), at: Location(file: folder))
    }
    return (names.isEmpty ? experiments : names.map(\.name).uniqued).map { "\(folder)/\($0).yaml" }
  }

  private static let path = "Experiments/published"

  /// The folder of that name in the working directory, in the nearest directory above it, or else that of the program.
  private static func folder() throws -> String {
    var parent = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    var place = path
    while !isFolder(place), parent.path != "/" {
      parent.deleteLastPathComponent()
      place = parent.appendingPathComponent(path).path
    }
    if isFolder(place) { return place }
    if let place = programFolder(path) { return place }
    throw Diagnostic(
      "no folder \(path) here, above or beside the program; change to the folder of ForceLab's sources, or "
        + "install the program with `make install`", at: nil)
  }
}
