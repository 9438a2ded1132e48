import ForceLabTestSupport
import Foundation
import ForceLabPlugins
import Testing
import ForceLabWorkbench
import ForceLabSettings
import ForceLabYAML

extension PluginKind {
  static let tool = PluginKind("tool", "Shapes wood.")
  static let step = PluginKind("step", "Is done to the wood.")
  static let timber = PluginKind("timber", areInstances: true, "Is worked on.")
}

protocol Tool: Plugin {}
extension Tool { static var kind: PluginKind { .tool } }

protocol Step: Plugin {}
extension Step { static var kind: PluginKind { .step } }

protocol Timber: Plugin {}
extension Timber { static var kind: PluginKind { .timber } }

struct Oak: Timber {
  static let manual = Manual<Self>("oak", "Is hard.")
}

struct Pine: Timber {
  static let manual = Manual<Self>("pine", "Is soft.")
}

struct Hammer: Tool {
  var weight = 2.0
  static let manual = Manual<Self>(
    "hammer", "Beats.", parameters: [Parameter("weight", \.weight, in: 0..., "How heavy.")])
}

struct Saw: Tool {
  var teeth = 10
  var length = 1.0
  static let manual = Manual<Self>(
    "saw", "Cuts.",
    parameters: [
      Parameter("teeth", \.teeth, within: Bounds(1...1000), "How many."),
      Parameter("length", \.length, in: 0..., "How long."),
    ])
}

struct Cut: Step {
  var depth = 1.0
  init() {}
  init(depth: Double) { self.depth = depth }
  static let manual = Manual<Self>(
    "cut", "Cuts.", parameters: [Parameter("depth", \.depth, in: 0..., "How deep.")])
}

struct Glue: Step {
  static let manual = Manual<Self>("glue", "Joins.")
}

/// Sets the tool and the steps.
struct Carpentry: Preset {
  var depth = 2.0
  static let manual = Manual<Self>(
    "carpentry", "Saws and cuts.",
    parameters: [Parameter("depth", \.depth, in: 0..., "How deep.")])

  var settings: SettingsNode {
    .mapping(["tool": Saw().reference, "steps": .sequence([Cut(depth: depth).reference])])
  }
}

/// Sets what no study has.
struct Cooking: Preset {
  static let manual = Manual<Self>("cooking", "Cooks.")
  var settings: SettingsNode { .mapping(["pot": .scalar("big")]) }
}

/// A study that does what its parameters say, in a time that they say.
struct Bench: Study {
  enum Ending: String, Choice { case ok, fails, throwing = "throws", diverges, hangs }

  var value = 1.0
  var whole = 1
  var word = "a"
  var tool: any Tool = Hammer()
  var steps: [any Step] = []
  var ending = Ending.ok
  var readings = 0
  var timber: any Timber = Oak()
  var endures = false

  static let manual = Manual<Self>(
    "bench", "Makes something of wood.",
    parameters: [
      Parameter("value", \.value, in: 0...100, "A number."),
      Parameter("whole", \.whole, within: Bounds(0...10), "A whole number."),
      Parameter("word", \.word, "A text."),
      Parameter("tool", \.tool, of: .tool, "What shapes it."),
      Parameter("steps", \.steps, listOf: .step, "What is done."),
      Parameter("ending", \.ending, "How it ends."),
      Parameter("readings", \.readings, within: Bounds(0...100), "How many samples."),
      Parameter("timber", \.timber, of: .timber, "What is worked on."),
      Parameter("endures", \.endures, "Whether it is compared with the first."),
    ])

  var columns: [Column] {
    word == "clash"
      ? [.fact("host"), .measure("seed")] : [.fact("note"), .measure("score")]
  }
  var sampleColumns: [Column] { [.measure("reading"), .measure("level")] }
  var comparesLayouts: Bool { endures }

  func problems() -> [any Error] {
    guard word == "bad" else { return [] }
    return [
      ParameterError("the word is bad", parameter: "word"),
      Diagnostic("worth a look", at: nil, severity: .note),
    ]
  }

  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    var outcome = Outcome()
    for reading in 0..<readings {
      try record([.integer(reading), .number(value * Double(reading))])
    }
    switch ending {
    case .ok: outcome.stopReason = "done"
    case .fails: outcome = Outcome(.failed, "the wood broke")
    case .throwing: throw ParameterError("no wood, \"none\"\nat all")
    case .diverges: outcome = Outcome(.diverged, "the wood grew")
    case .hangs:
      while !trial.isOverdue {}
      outcome = Outcome(.timedOut, "the glue is wet")
    }
    outcome.values = ["note": .text(word), "score": .number(value * Double(trial.repetition))]
    if word == "odd", trial.repetition.isMultiple(of: 2) { outcome.values["score"] = nil }
    outcome.stepNanoseconds = [3000, 1000, 2000]
    return outcome
  }
}

extension Catalog {
  static let workshop = Catalog([
    Bench.self, Hammer.self, Saw.self, Cut.self, Glue.self, Carpentry.self, Cooking.self,
    Oak.self, Pine.self,
  ])
}

/// The plan of an experiment in YAML that follows the lines `name: test` and `study: bench`.
func plan(_ yaml: String = "", set overrides: [String] = []) throws -> Plan {
  let node = try YAMLDocument.parse("name: test\nstudy: bench\n" + yaml, file: "e.yaml")
  return try Plan(
    document: node, overrides: overrides.map { try Override($0) }, catalog: .workshop)
}

/// What is wrong with such an experiment, as it is printed. Its first line is line 3.
func problems(_ yaml: String, set overrides: [String] = []) throws -> [String] {
  do {
    _ = try plan(yaml, set: overrides)
    return []
  } catch let invalid as InvalidExperiment {
    return invalid.diagnostics.map(\.description)
  } catch let diagnostic as Diagnostic {
    return [diagnostic.description]
  }
}

extension Plan {
  /// The settings of each configuration, in one text.
  var settings: [String] { configurations.map { $0.settings.joined(separator: " ") } }
  /// The studies.
  var benches: [Bench] { configurations.compactMap { $0.study as? Bench } }
}
