import ForceLabPlugins
import ForceLabSettings

/// The parameters that vary, and how their values are combined.
struct Sweep: Record {
  var variants = Variants()
  var grid = Axes()
  var zip = Axes()
  var sample: Sample?
  var exclude: [Exclusion] = []
  /// The axes of the collections at the top of the file, which vary even slower than the variants.
  @Scratch var outer: [Axes.Entry] = []

  var isEmpty: Bool {
    axes.isEmpty && variants.all.isEmpty && sample == nil && exclude.isEmpty
  }
  var paths: [String] {
    (outer.map(\.key) + (variants.all.isEmpty ? [] : [Variants.path])
      + variants.collectionPaths.sorted() + axes.map(\.key)).uniqued
  }
  var axes: [Axes.Entry] { grid.all + zip.all + (sample?.over.all ?? []) }

  static let manual = Manual<Self>(
    "sweep",
    "All combinations of `variants`, `grid`, `zip` and `sample`, except those that `exclude` leaves "
      + "out.",
    parameters: [
      Parameter(
        "variants", \.variants, "Named configurations: mappings of paths to values.",
        defaultDescription: "none"),
      Parameter(
        "grid", \.grid, "Every combination; the first axis varies slowest.",
        example: "{integrator.verlet.velocity-decay: [0.3, 0.4, 0.5]}"),
      Parameter(
        "zip", \.zip, "Axes of equal length that advance together.",
        example: "{forces.many-body.strength: [-30, -60]}"),
      Parameter("sample", \.sample, "Combinations drawn at random.", defaultDescription: "none"),
      Parameter("exclude", \.exclude, "Combinations that are left out, and why."),
    ])
}

/// The sweeps of an experiment: one, or a list whose configurations are joined.
struct Sweeps: ParameterValue {
  var all: [Sweep] = []
  /// Whether the file has no errors in the sweeps; otherwise, these are the parts without errors.
  var isComplete = true

  static func form(within bounds: Bounds) -> ValueForm {
    .either([.record(Sweep.page), .list(.record(Sweep.page))])
  }

  static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Sweeps?
  {
    let nodes = node.sequence ?? [node]
    if nodes.isEmpty { decoder.error("the list of sweeps is empty; remove it", at: node.location) }
    var sweeps = Sweeps(isComplete: !nodes.isEmpty)
    for node in nodes {
      let (rest, hasAxes) = reportAxes(outsideGridOf: node, to: &decoder)
      let found = decoder.decodePartially(Sweep.self, from: rest)
      if let sweep = found?.owner { sweeps.all.append(sweep) }
      let isSound = found?.failed.isEmpty == true && !hasAxes
      if isSound && found?.owner.isEmpty == true {
        decoder.error(
          "an empty sweep; give it a grid, zip or sample, or remove it", at: node.location)
      }
      sweeps.isComplete = sweeps.isComplete && isSound && found?.owner.isEmpty == false
    }
    return sweeps
  }

  /// Reports paths that are keys of a sweep, and returns the sweep without them.
  private static func reportAxes(
    outsideGridOf node: SettingsNode, to decoder: inout ParameterDecoder
  ) -> (rest: SettingsNode, hasAxes: Bool) {
    let axes = (node.mapping?.entries ?? []).filter { entry in
      !Sweep.parameterNames.contains(entry.key)
        && suggestion(for: entry.key, among: Sweep.parameterNames).isEmpty
    }
    var rest = node
    for axis in axes {
      let isAxis = axis.value.sequence != nil || axis.value["from"] != nil
      let values = isAxis ? axis.value : .sequence([axis.value])
      let text = values.flowText.count <= 40 ? values.flowText : "…"
      decoder.error(
        "unknown key '\(axis.key)' in 'sweep'; paths are keys of 'grid', as in "
          + "sweep: {grid: {\(axis.key): \(text)}}", at: axis.keyLocation)
      rest[axis.key] = nil
    }
    return (rest, !axes.isEmpty)
  }

  func encoded() -> SettingsNode { all.encoded() }
}

/// Paths of parameters, each with its values.
typealias Axes = Entries<AxisValues>

struct Sample: Record {
  enum Method: String, Choice {
    /// Each axis is divided into as many parts as there are draws, with one draw in each part.
    case latinHypercube = "latin-hypercube"
    case random
  }

  var method = Method.latinHypercube
  var count = 10
  var over = Axes()

  static let manual = Manual<Self>(
    "sample", "Combinations drawn at random, seeded by the experiment's seed.",
    parameters: [
      Parameter("method", \.method, "How values are drawn."),
      Parameter("count", \.count, within: Bounds(1...1_000_000), "How many combinations."),
      Parameter(
        "over", \.over, "Paths, each with a range {from, to, scale} or a list to choose from.",
        isRequired: true, example: "{repulsion.kd-tree.theta: {from: 0.5, to: 1.5}}"),
    ], source: "McKay, Beckman and Conover 1979 for Latin hypercubes")

  func check() throws(ParameterError) {
    guard !over.all.isEmpty else {
      throw ParameterError("'over' is empty; name a path and its values", parameter: "over")
    }
  }
}
