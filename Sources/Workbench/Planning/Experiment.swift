import ForceLabPlugins

/// The parameters that every experiment file has; those of its study stand beside them.
public struct Experiment: Record {
  public var name = ""
  public var summary = ""
  public var folder = ""
  public var study = "layout"
  public var seed = 0
  public var repeats = 1
  public var warmUp = 0
  public var timeout: Double?
  public var program = TrialProgram.this
  public var preset: (any Preset)?
  var variants = Variants()
  var sweep = Sweeps()
  public var set = PathValues()
  var tune: Tuning?
  public var limits: [Limit] = []
  public var chart: [ChartRequest] = []
  public var published: [PublishedClaim] = []

  public init() {}

  public static let manual = Manual<Self>(
    "experiment", "A study, its parameters, and which of them vary.",
    parameters: [
      Parameter(
        "name", \.name,
        "Name of the experiment and of its results: letters, digits, - and _, at most 100.",
        isRequired: true, example: "first-steps"),
      Parameter("summary", \.summary, "What the experiment shows, in one line."),
      Parameter(
        "folder", \.folder, "Folder that relative paths start from.",
        defaultDescription: "that of the experiment file"),
      Parameter("study", \.study, "What a trial does and measures."),
      Parameter("seed", \.seed, within: Bounds(0...), "Seed of all random numbers."),
      Parameter("repeat", \.repeats, within: Bounds(1...1_000_000), "Trials per configuration."),
      Parameter(
        "warm-up", \.warmUp, within: Bounds(0...1000),
        "Warm-up trials per configuration, which run first and do not count."),
      Parameter(
        "timeout", \.timeout, above: 0, unit: "s", "Time limit of a trial.",
        defaultDescription: "none"),
      Parameter(
        "program", \.program,
        "What runs the trials: `this` program, or `base`, another build of it, which `run --against` names. "
          + "With --against, every sweep has both."),
      Parameter(
        "preset", \.preset, of: .preset,
        "Values for several keys of the study, which explicit keys override.",
        defaultDescription: "none"),
      Parameter(
        "variants", \.variants,
        "Named configurations: an axis of mappings of paths to values, crossed with every sweep.",
        defaultDescription: "none", example: "{weak: {forces.many-body.strength: -10}}"),
      Parameter("sweep", \.sweep, "Parameters that vary from configuration to configuration."),
      Parameter(
        "set", \.set, "Paths, each with a value that every configuration gets, as by --set.",
        defaultDescription: "none", example: "{integrator.verlet.velocity-decay: 0.3}"),
      Parameter(
        "tune", \.tune, "What `forcelab tune` varies; other commands ignore it.",
        defaultDescription: "nothing"),
      Parameter("limits", \.limits, "Upper bounds on statistics of the run."),
      Parameter("chart", \.chart, "Charts in addition to the automatic ones."),
      Parameter(
        "published", \.published, "Published numbers to compare statistics of the run with."),
    ])

  /// Whether `text` is a valid name: 1 to 100 ASCII letters, digits, - and _. It becomes a part of names of files, which
  /// have at most 255 bytes.
  public static func isName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
  }

  public func check() throws(ParameterError) {
    guard Self.isName(name) else {
      throw ParameterError(
        "invalid name '\(name.excerpt)'; use letters, digits, - and _ only, at most 100",
        parameter: "name")
    }
    guard variants.all.isEmpty || !sweep.all.contains(where: { !$0.variants.all.isEmpty }) else {
      throw ParameterError(
        "'variants' is both at the top and in a sweep; keep one of them", parameter: "variants")
    }
    for (path, names) in [("limits", limits.map(\.name)), ("published", published.map(\.claim))] {
      for (index, name) in names.enumerated() where names[..<index].contains(name) {
        throw ParameterError(
          "another of '\(path)' has the name '\(name.excerpt)', too; rename one of them",
          parameter: "\(path).\(index)")
      }
    }
  }

  var crossedSweeps: Sweeps {
    guard !variants.all.isEmpty else { return sweep }
    var crossed = sweep.all.isEmpty ? [Sweep()] : sweep.all
    for index in crossed.indices { crossed[index].variants = variants }
    return Sweeps(all: crossed, isComplete: sweep.isComplete)
  }

  /// The same for all configurations with the same instance of the problem, so that trials can be compared in pairs, and
  /// of 53 bits, which a `Double` represents exactly. Instances have seeds of their own, so that they do not share noise.
  func seed(ofRepetition repetition: Int, on instance: Int = 0) -> UInt64 {
    let stream = UInt64(instance) << 32 | UInt64(repetition)
    var generator = SeededGenerator(seed: UInt64(seed), stream: stream)
    return generator.next() >> 11
  }

  /// The unit of the parameter at `path`; empty if it has none or is unknown.
  public static func unit(at path: String, study: String, in catalog: Catalog) -> String {
    let page = catalog.entry(of: .study, named: study)?.page
    let root = page.map { Self.page.joined(with: $0) } ?? Self.page
    return ParameterPath(path).entry(from: root, in: catalog)?.unit ?? ""
  }

  public static func schema(of catalog: Catalog) -> String {
    JSONSchema(catalog).json(
      title: "ForceLab experiment", root: page, besides: catalog.pages(of: .study),
      constraints: [
        "name": ["pattern": "^[A-Za-z0-9_-]{1,100}$"],
        "study": ["enum": catalog.names(of: .study)],
      ])
  }
}
