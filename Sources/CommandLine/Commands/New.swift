import ArgumentParser
import ForceLabFiles
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write an example experiment, or a package with a plugin.",
    usage: """
      forcelab new <name>
      forcelab new --plugin <type> [--kind <kind>] [--forcelab <place>]
      """,
    discussion: """
      Writes NAME.yaml, a commented experiment. NAME may contain folders:

        forcelab new charge-sweep
        forcelab run charge-sweep.yaml

      With --plugin, writes a package with a plugin, an experiment, a test and a Makefile. Its \
      program has all commands of forcelab:

        forcelab new --plugin Wind
        make -C Wind run

      Existing files are not overwritten.
      """)

  @Argument(help: "Name of the experiment: letters, digits, - and _.")
  var name: String?

  @Option(help: .value("type", "Type name of the plugin, such as Wind."))
  var plugin: String?

  @Option(help: "Kind of the plugin. By default, \(LabPackage.Kind.all[0].name).")
  var kind: LabPackage.Kind?

  @Option(
    help: .value(
      "place",
      "Folder or URL of ForceLab for the package. By default, the sources of this program."),
    completion: .directory)
  var forcelab: String?

  func validate() throws {
    guard (name == nil) != (plugin == nil) else {
      throw ValidationError("name either an experiment or, with --plugin, a plugin")
    }
    guard plugin != nil || (kind == nil && forcelab == nil) else {
      throw ValidationError("\(kind == nil ? "--forcelab" : "--kind") needs --plugin; add it")
    }
  }

  func run() throws {
    if let plugin { return try writePackage(plugin) }
    let path = name.map { $0.hasSuffix(".yaml") ? $0 : $0 + ".yaml" } ?? ""
    let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    guard !path.hasSuffix("/.yaml"), Experiment.isName(stem) else {
      throw Diagnostic(
        "'\(path.dropLast(5))' is not a name of an experiment; use letters, digits, - and _, at "
          + "most 100, as in charge-sweep", at: nil)
    }
    let text = filled(
      PackageResources.experiment_yaml,
      ["name": stem, "text": stem.encoded().flowText, "schema": schemaPath(from: path)])
    guard !FileManager.default.fileExists(atPath: path) else {
      throw Diagnostic(
        "already exists; choose another name, or remove the file", at: Location(file: path))
    }
    let folder = parentFolder(of: path)
    guard isFolder(folder) else {
      throw Diagnostic(
        "no folder '\(folder)'; make it, or choose another", at: Location(file: path))
    }
    try writeNewFile(text.utf8, to: path)
    output("Wrote \(path). Run it: \(Lab.name) run \(path.hasPrefix("-") ? "./" : "")\(path)")
  }

  private func writePackage(_ type: String) throws {
    let package = try LabPackage(type, kind: kind ?? .all[0], place: forcelab)
    let place = Location(file: type)
    guard !FileManager.default.fileExists(atPath: type) else {
      throw Diagnostic("already exists; choose another name", at: place)
    }
    try describing("cannot create the folder", at: place) { () throws(SystemError) in
      _ = try system(.makeFolder) { mkdir(type, 0o777) }
    }
    do {
      for (path, text) in package.files {
        let file = "\(type)/\(path)"
        try describing("cannot create the folder", at: place) { () throws(SystemError) in
          try makeFolder(parentFolder(of: file))
        }
        try writeNewFile(text.utf8, to: file)
      }
    } catch {
      // What cannot be removed is no more than what was written.
      try? FileManager.default.removeItem(atPath: type)
      throw error
    }
    output(
      """
      Wrote the package \(type), which depends on ForceLab in \(package.place).
      Run its experiment: make -C \(type) run
      Run its tests:      make -C \(type) test
      The plugin is in \(type)/\(package.pluginPath).
      """)
  }

  /// The relative path from the file at `path` to the schema.
  private func schemaPath(from path: String) -> String {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    let known = ["schema.json", "../schema.json", "Experiments/schema.json"]
    return known.first {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    } ?? known[0]
  }
}
