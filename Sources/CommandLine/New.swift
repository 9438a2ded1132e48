import ArgumentParser
import Foundation
import ForceLabPlugins
import ForceLabStudies
import ForceLabSettings

/// `forcelab new`: an experiment to begin with.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a commented experiment to begin with.",
    discussion: """
      Writes NAME.yaml, which runs as it stands; NAME may have folders before it:

        forcelab new charge-sweep
        forcelab run charge-sweep.yaml

      A file that is there already is left alone.
      """)

  @Argument(help: "Name of the experiment: letters, digits, - and _.")
  var name: String

  func run() throws {
    let path = name.hasSuffix(".yaml") ? name : name + ".yaml"
    let stem = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
      .dropLast(5)
    let starter: StarterExperiment
    do throws(ParameterError) {
      starter = try StarterExperiment(String(stem))
    } catch {
      throw Diagnostic(error.message, at: nil)
    }
    try write(starter.text(schema: schemaPath(from: path)), to: path)
    let argument = path.hasPrefix("-") ? "./\(path)" : path
    print("\(path) is written. Run it: forcelab run \(argument)")
  }

  private func write(_ text: String, to path: String) throws {
    let place = Location(file: path)
    let files = FileManager.default
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard !files.fileExists(atPath: path) else {
      throw Diagnostic("this is there already; choose another name, or remove it", at: place)
    }
    guard folder.isEmpty || files.fileExists(atPath: folder) else {
      throw Diagnostic(
        "there is no folder '\(folder.dropLast())'; make it, or choose another", at: place)
    }
    do {
      // If it came to be since, it stays.
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
    } catch {
      throw Diagnostic(
        "cannot write: \((error as NSError).localizedDescription); choose another folder",
        at: place)
    }
  }

  /// The path from the file at `path` to a schema beside it or in the folder above, as in
  /// `Experiments/`; beside it if there is none yet.
  private func schemaPath(from path: String) -> String {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let known = ["schema.json", "../schema.json", "Experiments/schema.json"]
    return known.first {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    } ?? known[0]
  }
}
