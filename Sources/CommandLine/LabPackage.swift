import ArgumentParser
import ForceLabSettings
import Foundation

/// A package with a plugin and a lab of its own, as `new --plugin` writes it.
struct LabPackage {
  /// A kind of plugins. Its template is an experiment, a line `---` and the Swift code of a plugin.
  struct Kind: ExpressibleByArgument {
    let name: String
    let template: [UInt8]

    static let all = [
      Kind("force", PackageResources.force_swift_txt),
      Kind("repulsion", PackageResources.repulsion_swift_txt),
      Kind("integrator", PackageResources.integrator_swift_txt),
      Kind("placement", PackageResources.placement_swift_txt),
      Kind("graph", PackageResources.graph_swift_txt),
      Kind("format", PackageResources.format_swift_txt),
      Kind("metric", PackageResources.metric_swift_txt),
      Kind("preset", PackageResources.preset_swift_txt),
      Kind("study", PackageResources.study_swift_txt),
      Kind("arrangement", PackageResources.arrangement_swift_txt),
      Kind("index", PackageResources.index_swift_txt),
      Kind("query", PackageResources.query_swift_txt),
      Kind("tree", PackageResources.tree_swift_txt),
      Kind("engine", PackageResources.engine_swift_txt),
      Kind("executor", PackageResources.executor_swift_txt),
      Kind("shape", PackageResources.shape_swift_txt),
      Kind("formation", PackageResources.formation_swift_txt),
      Kind("boundary", PackageResources.boundary_swift_txt),
      Kind("joint", PackageResources.joint_swift_txt),
      Kind("condition", PackageResources.condition_swift_txt),
      Kind("rule-action", PackageResources.rule_action_swift_txt),
      Kind("stop-rule", PackageResources.stop_rule_swift_txt),
      Kind("overlap-removal", PackageResources.overlap_removal_swift_txt),
      Kind("event-action", PackageResources.event_action_swift_txt),
      Kind("node-placement", PackageResources.node_place_swift_txt),
    ]

    private init(_ name: String, _ template: [UInt8]) {
      (self.name, self.template) = (name, template)
    }

    init?(argument: String) {
      guard let kind = Self.all.first(where: { $0.name == argument }) else { return nil }
      self = kind
    }

    static var allValueStrings: [String] { all.map(\.name) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  }

  let type: String
  let kind: Kind
  /// Where the package finds ForceLab: an absolute path or a URL.
  let place: String

  /// Throws a `Diagnostic` if `type` cannot name the plugin, or if ForceLab's sources are missing.
  init(_ type: String, kind: Kind, place: String?) throws {
    (self.type, self.kind) = (type, kind)
    guard type.wholeMatch(of: /[A-Z][A-Za-z0-9]{0,99}/) != nil else {
      throw Diagnostic(
        "'\(type)' is not a type name; begin with a capital letter, then use letters and digits, at most 100, as in "
          + "TradeWind", at: nil)
    }
    let code = [kind.template, PackageResources.main_swift_txt, PackageResources.Tests_swift_txt]
    let words = code.flatMap {
      // Without comments and texts.
      filled($0, ["Name": "x"]).replacing(/\/\/.*|"[^"\n]*"/, with: "")
        .split { !$0.isLetter && !$0.isNumber }
    }
    let taken = ["any", "forcelab", "main"]
    guard !taken.contains(type.lowercased()), !words.contains(type[...]) else {
      throw Diagnostic(
        "'\(type)' means something else in the code of the package; choose another name", at: nil)
    }
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let place = place ?? sources
    guard !place.contains("://") else {
      self.place = place
      return
    }
    self.place = URL(fileURLWithPath: place).standardizedFileURL.path
    guard FileManager.default.fileExists(atPath: self.place + "/Package.swift") else {
      throw Diagnostic(
        "no Package.swift in this folder; name ForceLab's folder or URL with --forcelab",
        at: Location(file: self.place))
    }
    let name = name
    guard !Lab.catalog.entries.contains(where: { $0.page.name == name }) else {
      throw Diagnostic("a plugin named '\(name)' exists; choose another name", at: nil)
    }
  }

  var name: String { type.replacing(/[a-z0-9](?=[A-Z])/) { $0.output + "-" }.lowercased() }

  var pluginPath: String { "Sources/\(type)Plugins/\(type).swift" }

  var files: [(path: String, text: String)] {
    let parts = kind.template.split(separator: Array("\n---\n".utf8), maxSplits: 1).map(Array.init)
    let (isURL, quoted) = (place.contains("://"), String(reflecting: place))
    let dependency =
      isURL
      ? ".package(url: \(quoted), branch: \"main\")"
      : ".package(name: \"ForceLab\", path: \(quoted))"
    // A package with a URL is known by the last part of it.
    let last = place.split(separator: "/").last.map { String($0.replacing(/\.git$/, with: "")) }
    let values = [
      "Name": type, "name": name, "dependency": dependency,
      "package": isURL ? last ?? "" : "ForceLab",
      "experiment": filled(parts[0], ["name": name]),
      "column": name.replacing("-", with: "_"),
    ]
    let templates = [
      ("Package.swift", PackageResources.Package_swift_txt), (pluginPath, parts[1]),
      ("Sources/\(name)/main.swift", PackageResources.main_swift_txt),
      ("Tests/\(type)Tests/\(type)Tests.swift", PackageResources.Tests_swift_txt),
      ("Makefile", PackageResources.Makefile_txt), ("\(name).yaml", PackageResources.lab_yaml),
    ].map { ($0, filled($1, values)) }
    return templates + (kind.name == "executor" ? [("forcelab.yaml", "executor: \(name)\n")] : [])
  }
}

/// `template` with `values` instead of placeholders such as `{{name}}`.
func filled(_ template: [UInt8], _ values: [String: String]) -> String {
  values.reduce(String(decoding: template, as: UTF8.self)) {
    $0.replacing("{{\($1.key)}}", with: $1.value)
  }
}
