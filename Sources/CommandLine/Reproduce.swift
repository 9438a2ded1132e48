import ArgumentParser
import Foundation
import ForceLabPlugins
import ForceLabSettings

/// `forcelab reproduce`: holds published claims against runs on this machine.
struct Reproduce: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the published claims, and tell which are reproduced on this machine.",
    discussion: """
      Runs the experiments in Experiments/published/ of the working folder, or of one above it, as \
      `forcelab run --strict` does, and prints one table at the end. Exits with 1 if a claim does \
      not hold: if it is slower, differs, or cannot be compared, unless the experiment says that \
      this is expected, and why.
      """)

  @Argument(
    help: ArgumentHelp(
      "Experiments in that folder, without .yaml; all of them if none is named.",
      valueName: "name"))
  var names: [String] = []

  func run() throws {
    try Run.parse(["--strict"] + files()).run()
  }

  private func files() throws -> [String] {
    let folder = try Self.folder()
    let known = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let experiments = known.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    guard !experiments.isEmpty else {
      throw Diagnostic("no experiments (*.yaml) in this folder", at: Location(file: folder))
    }
    // Their files, too, name them.
    var names = self.names.map { URL(fileURLWithPath: $0).lastPathComponent }
      .map { $0.hasSuffix(".yaml") ? String($0.dropLast(5)) : $0 }
    names = names.indices.filter { names.firstIndex(of: names[$0]) == $0 }.map { names[$0] }
    for name in names where !experiments.contains(name) {
      let hint = suggestion(for: name, among: experiments)
      throw Diagnostic(
        "no published experiment '\(name)'; "
          + (hint.isEmpty ? "there are \(experiments.joined(separator: ", "))" : hint),
        at: Location(file: folder))
    }
    return (names.isEmpty ? experiments : names).map { "\(folder)/\($0).yaml" }
  }

  /// `Experiments/published` in the working folder, or in the nearest above it that has one.
  private static func folder() throws -> String {
    let name = "Experiments/published"
    if isFolder(name) { return name }
    var parent = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    while parent.path != "/" {
      parent.deleteLastPathComponent()
      let candidate = parent.appendingPathComponent(name).path
      if isFolder(candidate) { return candidate }
    }
    throw Diagnostic(
      "no folder \(name) here or above; change to a folder that has one, such as ForceLab's",
      at: nil)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
