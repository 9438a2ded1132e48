import ArgumentParser
import ForceLabSettings
import Foundation

/// A package with a plugin and a lab of its own, as `new --plugin` writes it.
struct LabPackage {
  enum Kind: String, CaseIterable, ExpressibleByArgument {
    case force, repulsion, integrator, placement, graph, format, metric, preset, study, arrangement,
      index
    case query, tree, engine, executor, shape, formation, boundary, joint, condition
    case ruleAction = "rule-action"
    case stopRule = "stop-rule"
    case eventAction = "event-action"
    case nodePlace = "node-place"

    var template: Template {
      switch self {
      case .force: Template(PackageResources.force_swift_txt)
      case .repulsion: Template(PackageResources.repulsion_swift_txt)
      case .integrator: Template(PackageResources.integrator_swift_txt)
      case .placement: Template(PackageResources.placement_swift_txt)
      case .graph: Template(PackageResources.graph_swift_txt)
      case .format: Template(PackageResources.format_swift_txt)
      case .metric: Template(PackageResources.metric_swift_txt)
      case .preset: Template(PackageResources.preset_swift_txt)
      case .study: Template(PackageResources.study_swift_txt)
      case .arrangement: Template(PackageResources.arrangement_swift_txt)
      case .index: Template(PackageResources.index_swift_txt)
      case .query: Template(PackageResources.query_swift_txt)
      case .tree: Template(PackageResources.tree_swift_txt)
      case .engine: Template(PackageResources.engine_swift_txt)
      case .executor: Template(PackageResources.executor_swift_txt)
      case .shape: Template(PackageResources.shape_swift_txt)
      case .formation: Template(PackageResources.formation_swift_txt)
      case .boundary: Template(PackageResources.boundary_swift_txt)
      case .joint: Template(PackageResources.joint_swift_txt)
      case .condition: Template(PackageResources.condition_swift_txt)
      case .ruleAction: Template(PackageResources.rule_action_swift_txt)
      case .stopRule: Template(PackageResources.stop_rule_swift_txt)
      case .eventAction: Template(PackageResources.event_action_swift_txt)
      case .nodePlace: Template(PackageResources.node_place_swift_txt)
      }
    }

    /// The lines of an experiment that use the plugin `name`, and what the experiment sweeps.
    func use(of name: String) -> (lines: String, path: String, values: String) {
      switch self {
      case .force: ("forces: [many-body, link, \(name)]", "forces.\(name).speed", "[0, 0.5, 1]")
      case .repulsion: ("repulsion: \(name)", "repulsion.\(name).reach", "[100, 1000]")
      case .integrator: ("integrator: \(name)", "integrator.\(name).rate", "[0.2, 0.5]")
      case .placement: ("placement: \(name)", "placement.\(name).spacing", "[5, 10]")
      case .graph: ("graph: \(name)", "graph.\(name).count", "[12, 24]")
      case .metric: ("metrics: [\(name)]", "forces.many-body.strength", "[-30, -100]")
      case .preset: ("preset: \(name)", "preset.\(name).charge", "[30, 60]")
      case .study: ("study: \(name)", "count", "[1000, 10000]")
      case .arrangement:
        ("study: region-query\nitems: \(name)", "items.\(name).count", "[1000, 10000]")
      case .index:
        ("study: region-query\nindex: \(name)", "index.\(name).height", "[100, 1000]")
      case .query:
        ("study: region-query\nquery: \(name)", "query.\(name).height", "[100, 1000]")
      case .tree: ("study: tree-build\ntree: \(name)", "points", "[1000, 10000]")
      case .engine: ("engine: \(name)", "engine.\(name).radius", "[50, 100]")
      case .executor, .format:
        ("forces: [many-body, link, center]", "forces.many-body.strength", "[-30, -100]")
      case .shape:
        (Self.scene("\(name): {}, at: [100, 100]"), "bodies.0.\(name).size", "[20, 40, 80]")
      case .formation:
        (
          Self.scene("ellipse: {width: 20, height: 20}, at: [187, 200], formation: \(name)"),
          "bodies.0.formation.\(name).count", "[4, 12]"
        )
      case .boundary:
        (
          Self.scene("ellipse: {width: 20, height: 20}, at: [50, 50]")
            + "\nboundaries: [\(name)]", "boundaries.\(name).depth", "[50, 100]"
        )
      case .joint:
        (
          Self.scene("name: ball, ellipse: {}, at: [150, 250]")
            + "\nattachments: [{body: ball, anchor: [187, 150], \(name): {}}]",
          "attachments.0.\(name).stretch", "[1, 1.5]"
        )
      case .condition:
        (
          Self.scene("name: ball, ellipse: {}, at: [150, 250]")
            + "\nrules: [{when: {\(name): {body: ball}}, count: fast}]",
          "rules.0.when.\(name).speed", "[100, 500]"
        )
      case .ruleAction:
        (
          Self.scene("name: ball, ellipse: {}, at: [150, 250]")
            + "\nrules: [{when: {touches: {body: ball}}, \(name): {bodies: [ball]}}]",
          "rules.0.\(name).factor", "[0.5, 1]"
        )
      case .stopRule: ("stop: {\(name): 20, iterations: 300}", "seed", "[1, 2]")
      case .eventAction:
        ("events: [{at: 200, \(name): {}, reheat: 0.3}]", "events.0.\(name).distance", "[5, 20]")
      case .nodePlace:
        (
          "events: [{at: 200, add-nodes: {place: \(name), links: 1}, reheat: 0.3}]",
          "events.0.add-nodes.place.\(name).distance", "[50, 200]"
        )
      }
    }

    /// A scene in which a body falls.
    private static func scene(_ body: String) -> String {
      "study: bodies\nbodies: [{\(body)}]\nwalls: {}\ngravity: {}"
    }

    /// Whether the plugin is used in layouts.
    var isOfLayouts: Bool {
      ![
        .study, .arrangement, .index, .query, .tree, .shape, .formation, .boundary, .joint,
        .condition, .ruleAction,
      ].contains(self)
    }
  }

  let type: String
  let kind: Kind
  /// Where the package finds ForceLab: an absolute path or a URL.
  let place: String

  /// Throws a `Diagnostic` if `type` cannot name the plugin, or if ForceLab's sources are missing.
  init(_ type: String, kind: Kind, place: String?) throws {
    (self.type, self.kind) = (type, kind)
    guard type.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
      throw Diagnostic(
        "'\(type)' is not a type name; begin with a capital letter, then use letters and digits, as in TradeWind",
        at: nil)
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
    let use = kind.use(of: name)
    let order =
      kind.isOfLayouts ? "\nshuffle: true  # another order of the nodes in each repeat" : ""
    let dependency =
      place.contains("://")
      ? ".package(url: \"\(place)\", branch: \"main\")"
      : ".package(name: \"ForceLab\", path: \"\(place)\")"
    let values = [
      "Name": type, "name": name, "dependency": dependency, "use": use.lines + order,
      "path": use.path, "values": use.values, "column": name.replacing("-", with: "_"),
    ]
    let templates = [
      ("Package.swift", Template(PackageResources.Package_swift_txt)),
      (pluginPath, kind.template),
      ("Sources/\(name)/main.swift", Template(PackageResources.main_swift_txt)),
      ("Tests/\(type)Tests/\(type)Tests.swift", Template(PackageResources.Tests_swift_txt)),
      ("Makefile", Template(PackageResources.Makefile_txt)),
      ("\(name).yaml", Template(PackageResources.lab_yaml)),
    ]
    let site = kind == .executor ? [("forcelab.yaml", Template.site)] : []
    return (templates + site).map { ($0, $1.filled(values)) }
  }
}

/// A text with placeholders such as `{{name}}`.
struct Template {
  private let text: String

  init(_ bytes: [UInt8]) { self.init(String(decoding: bytes, as: UTF8.self)) }

  private init(_ text: String) { self.text = text }

  /// A site file.
  static let site = Template("executor: {{name}}\n")

  static let experiment = Template(PackageResources.experiment_yaml)

  func filled(_ values: [String: String]) -> String {
    values.reduce(text) { $0.replacing("{{\($1.key)}}", with: $1.value) }
  }
}
