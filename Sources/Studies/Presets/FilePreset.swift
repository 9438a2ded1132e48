import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import ForceLabYAML
import Foundation

/// A preset that a file `NAME.preset.yaml` describes, which has the keys of `PresetFile`.
struct FilePreset: Preset {
  private var file = PresetFile()
  private(set) var name = ""
  /// The values of its parameters.
  var values: [String: SettingsNode] = [:]

  init() {}

  /// Its parameters are those of a file, so that the type itself has none.
  static let manual = Manual<Self>("file-preset", "A preset that a file describes.")

  private init(_ file: PresetFile, name: String) {
    (self.file, self.name) = (file, name)
    values = file.parameters.defaults
  }

  private func manual(sections: [(title: String, text: String)]) -> Manual<Self> {
    Manual(
      name, file.summary, parameters: file.parameters.parameters(\.values, missing: "none"),
      formula: file.formula, source: file.source, defaults: Self(file, name: name),
      sections: sections)
  }

  var reference: SettingsNode { manual(sections: []).reference(of: self) }

  var settings: SettingsNode { Expressions(values: values).filled(file.settings.node) }

  /// The placement, if no iteration or no force follows: it is the layout.
  var fixedKeys: Set<String> {
    let settings = settings
    let hasNoTicks = settings["stop"]?["iterations"]?.scalar?.number == 0
    let hasNoForces = settings["forces"]?.sequence?.isEmpty == true
    return settings["placement"] != nil && (hasNoTicks || hasNoForces) ? ["placement"] : []
  }

  private static let suffix = ".preset.yaml"

  /// The presets that experiments in `folder` can name: its files `NAME.preset.yaml`. Errors are reported on use.
  static let entries: Catalog.Finder = { folder in
    // A folder that cannot be read has no presets; the experiment in it cannot be read, either.
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(Self.suffix) }.sorted().map { file in
      let name = String(file.dropLast(Self.suffix.count))
      let path = folder == "." ? file : "\(folder)/\(file)"
      do throws(Diagnostic) {
        let bytes = try fileBytes(
          at: path, limit: YAMLDocument.Limits.standard.bytes, location: Location(file: path))
        return Self.entry(name, bytes, path: path)
      } catch {
        return Catalog.Entry(Self.self, invalid: name, errors: [error])
      }
    }
  }

  /// The preset `name` that the text `bytes` of the file at `path` describes; without a path, a part of the program.
  static func entry(_ name: String, _ bytes: [UInt8], path: String? = nil) -> Catalog.Entry {
    var decoder = ParameterDecoder(catalog: [])
    do throws(Diagnostic) {
      let document = try YAMLDocument.parse(bytes: bytes, file: path ?? name + suffix)
      if let file = decoder.decode(PresetFile.self, from: document) {
        let preset = Self(file, name: name)
        let text = String(decoding: bytes, as: UTF8.self)
        let manual = preset.manual(sections: [("File \(name)\(suffix)", text)])
        return Catalog.Entry(preset, manual: manual, files: path.map { [$0] } ?? [])
      }
    } catch {
      return Catalog.Entry(Self.self, invalid: name, errors: [error])
    }
    return Catalog.Entry(Self.self, invalid: name, errors: decoder.diagnostics)
  }
}

/// What a file `NAME.preset.yaml` says of a preset.
private struct PresetFile: Record {
  var summary = ""
  var source = ""
  var formula = ""
  var parameters = DeclaredParameters()
  var settings = AnyValue(.mapping(of: []))

  static let manual = Manual<Self>(
    "preset file", "Values of several keys of an experiment.",
    parameters: [
      Parameter("summary", \.summary, "What the layout is, in one sentence.", isRequired: true),
      Parameter("source", \.source, "The publication or program that defines it."),
      Parameter("formula", \.formula, "What is computed, as formulas, one per line."),
      Parameter("parameters", \.parameters, "Its parameters, by name."),
      Parameter(
        "settings", \.settings,
        "The keys and their values, as in an experiment file. A value can be a parameter, as in `$length`, "
          + "or parameters and numbers with * and / between them, as in `1 / $length`.",
        isRequired: true),
    ])

  func check() throws(ParameterError) {
    guard settings.node.mapping != nil else {
      throw ParameterError(
        "'settings' must be a mapping of keys of an experiment, such as {integrator: verlet}",
        parameter: "settings")
    }
    if let wrong = Expressions(values: parameters.defaults).wrong(in: settings.node) {
      let names = parameters.all.map { "$\($0.name)" }.listed()
      throw ParameterError(
        "cannot compute '\(wrong)'; write numbers and parameters\(names.isEmpty ? "" : " (\(names))") "
          + "with ' * ' or ' / ' between them, and give each parameter a default",
        parameter: "settings")
    }
  }
}

/// Values that are computed from those of parameters, such as `1 / $length`.
private struct Expressions {
  let values: [String: SettingsNode]

  /// `node` with the values of its expressions.
  func filled(_ node: SettingsNode) -> SettingsNode { node.changingScalars { value(of: $0.text) } }

  /// The first expression that has no value; nil if all have one.
  func wrong(in node: SettingsNode) -> String? {
    var wrong: [String] = []
    _ = node.changingScalars { scalar in
      if scalar.text.contains("$"), value(of: scalar.text) == nil { wrong.append(scalar.text) }
      return nil
    }
    return wrong.first
  }

  /// Nil if `text` is not an expression, or if it names an unknown parameter.
  private func value(of text: String) -> SettingsNode? {
    guard text.contains("$") else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if words.count == 1 { return values[String(text.dropFirst())] }
    guard var result = number(words[0]), words.count % 2 == 1 else { return nil }
    for index in stride(from: 1, to: words.count, by: 2) {
      guard let factor = number(words[index + 1]) else { return nil }
      switch words[index] {
      case "*": result *= factor
      case "/": result /= factor
      default: return nil
      }
    }
    return result.encoded()
  }

  private func number(_ word: String) -> Double? {
    word.first == "$" ? values[String(word.dropFirst())]?.scalar?.number : Double(word)
  }
}
