import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML
import Foundation

/// What a file `NAME.engine.yaml` says of an engine: the program that computes layouts, and its parameters.
package struct EngineManifest: Record {
  package var name = ""
  package var summary = ""
  package var source = ""
  package var version = 1
  package var command: [String] = []
  package var path: [String] = []
  package var environment: [String: String] = [:]
  package var install = ""
  package var packages: [String] = []
  package var takesWeights = false
  package var weightsCondition: EffectCondition?
  package var isRandom = true
  package var parameters = DeclaredParameters()
  package var file = ""
  /// That which the engine must report; nil for any.
  var chosenVersion: String?

  package init() {}

  package static let suffix = ".engine.yaml"

  package static let manual = Manual<Self>(
    "engine manifest", "A program outside of ForceLab that computes layouts.",
    parameters: [
      Parameter(
        "name", \.name, "The name in experiments. The file is called NAME.engine.yaml.",
        isRequired: true, example: "my-engine"),
      Parameter("summary", \.summary, "What the engine does, in one sentence.", isRequired: true),
      Parameter("source", \.source, "The publication or program that it is."),
      Parameter(
        "version", \.version, within: Bounds(1...1_000_000),
        "Increases whenever the same parameters give other results."),
      Parameter(
        "command", \.command,
        "The program and its arguments. It starts in the folder of the manifest, without a shell.",
        isRequired: true, example: "[python3, my_engine.py]"),
      Parameter(
        "path", \.path,
        "Folders in which the program is looked for before those of PATH, relative to the manifest."
      ),
      Parameter(
        "environment", \.environment,
        "Environment variables of the program, such as {NODE_PATH: /usr/lib}."),
      Parameter("install", \.install, "How to install what the program needs, for a message."),
      Parameter(
        "packages", \.packages,
        "The packages of PyPI that a program in Python needs. The engine then has a parameter `version`, which chooses "
          + "the version of the first; `forcelab engine install` installs it.",
        example: "[igraph, numpy<3]"),
      Parameter(
        "weights", \.takesWeights,
        "Whether it can use weights of edges. It then has a parameter `weights`, which names their "
          + "attribute."),
      Parameter(
        "weights-when", \.weightsCondition,
        "The parameters and the values that they must have for weights to be used.",
        defaultDescription: "always", example: "{layout: [fr, kk]}"),
      Parameter(
        "random", \.isRandom, "Whether its layouts depend on the seed, apart from the start."),
      Parameter("parameters", \.parameters, "The parameters of the engine, by name."),
    ])

  package func check() throws(ParameterError) {
    guard DeclaredParameters.isName(name) else {
      throw ParameterError(
        "invalid name '\(name)'; use small letters, digits and -, and begin with a letter",
        parameter: "name")
    }
    guard command.first?.isEmpty == false else {
      throw ParameterError(
        "the command is empty; write the program and its arguments, as in [python3, \(name).py]",
        parameter: "command")
    }
    let words = command + path + environment.flatMap { [$0.key, $0.value] }
    guard !words.contains(where: { $0.utf8.contains(0) }) else {
      throw ParameterError("the command contains a NUL; remove it", parameter: "command")
    }
    guard takesWeights || weightsCondition == nil else {
      throw ParameterError(
        "'weights-when' has no effect without 'weights: true'; add it", parameter: "weights-when")
    }
    let added = [
      ("weights", "weights: true", takesWeights), ("version", "packages", !packages.isEmpty),
    ]
    for (name, key, isAdded) in added
    where isAdded && parameters.all.contains(where: { $0.name == name }) {
      throw ParameterError(
        "with '\(key)', an engine has a parameter '\(name)' already; rename this one",
        parameter: "parameters")
    }
    try checkPackages()
  }

  /// The manifest in `file`. Throws `EngineManifestErrors` with all errors.
  package init(file: String) throws(EngineManifestErrors) {
    let document: SettingsNode
    do throws(Diagnostic) {
      document = try YAMLDocument.load(file)
    } catch {
      throw EngineManifestErrors(all: [error])
    }
    var decoder = ParameterDecoder(catalog: [], folder: parentFolder(of: file))
    let manifest = decoder.decode(Self.self, from: document)
    if let manifest, let condition = manifest.weightsCondition {
      let node = document["weights-when"] ?? document
      manifest.parameters.check(condition, of: "weights", at: node, &decoder)
    }
    let expected = Self.name(of: file)
    if let manifest, manifest.name != expected {
      decoder.error(
        "the name is '\(manifest.name)', but that of the file is '\(expected)'; make them equal",
        at: document["name"]?.location ?? document.location)
    }
    guard var manifest, decoder.diagnostics.isEmpty else {
      throw EngineManifestErrors(all: decoder.diagnostics)
    }
    manifest.file = file
    self = manifest
  }

  /// The name of the engine that the manifest at `path` describes.
  package static func name(of path: String) -> String {
    String((path.split(separator: "/").last ?? "").dropLast(suffix.count))
  }

  package var folder: String { parentFolder(of: file) }

  /// The path of the program; nil if no executable file has it.
  package var program: String? {
    let name = command[0]
    let found =
      name.contains("/")
      ? [absolute(name)].first(where: isProgram) : programPath(name, in: path.map(absolute))
    return found.map {
      $0.hasPrefix("/") ? $0 : "\(FileManager.default.currentDirectoryPath)/\($0)"
    }
  }

  var missingProgram: String {
    let name = command[0]
    guard name.contains("/") else { return "no folder of PATH has a program '\(name)'" }
    let path = absolute(name)
    return isRegularFile(at: path)
      ? "'\(path)' is not executable; run chmod +x" : "there is no program '\(path)'"
  }

  /// The manifest itself, and the files that the command names, apart from the program.
  package var files: [String] {
    [file] + command.dropFirst().map(absolute).filter { isRegularFile(at: $0) }
  }

  /// The same with the program, unless that is one of the system.
  package var filesToTrust: [String] {
    let isOwn = command[0].contains("/") ? !command[0].hasPrefix("/") : !path.isEmpty
    return files + (isOwn ? program.map { [$0] } ?? [] : [])
  }

  package var commandText: String {
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return (variables + [program ?? command[0]] + command.dropFirst()).joined(separator: " ")
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }
}

package struct EngineManifestErrors: Error { package let all: [Diagnostic] }
