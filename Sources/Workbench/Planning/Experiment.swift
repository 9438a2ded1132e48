import ForceLabPlugins
import ForceLabSettings

/// What an experiment file says whatever it studies; the study's own parameters stand beside it.
public struct Experiment: Record {
  /// Its name, which is the name of its folder of results.
  public var name = ""
  /// What one learns from it.
  public var summary = ""
  /// The name of the study.
  public var study = "layout"
  /// Where all random numbers come from.
  public var seed = 0
  /// How many trials each configuration gets.
  public var repeats = 1
  /// How many trials each configuration gets before, which count for nothing.
  public var warmUp = 0
  /// How many seconds a trial may take.
  public var timeout: Double?
  /// What varies.
  public var sweep = Sweeps()
  /// What figures of the run are held to.
  public var limits: [Limit] = []
  /// Charts beside those that the run gets by itself.
  public var chart: [ChartRequest] = []
  /// The published numbers that figures of the run are held against.
  public var published: [PublishedClaim] = []

  /// An experiment without a name.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "experiment", "What is asked: a study, its parameters, and what varies.",
    parameters: [
      Parameter(
        "name", \.name, "Letters, digits, - and _: names the results.", isRequired: true,
        example: "first-steps"),
      Parameter("summary", \.summary, "What one learns from it, in a line."),
      Parameter("study", \.study, "What a trial does and measures."),
      Parameter("seed", \.seed, within: Bounds(0...), "Where all random numbers come from."),
      Parameter("repeat", \.repeats, within: Bounds(1...1_000_000), "Trials per configuration."),
      Parameter(
        "warm-up", \.warmUp, within: Bounds(0...1000),
        "Trials per configuration that run first and count for nothing."),
      Parameter(
        "timeout", \.timeout, above: 0, unit: "s", "How long a trial may take.",
        defaultDescription: "none"),
      Parameter("sweep", \.sweep, "What varies from configuration to configuration."),
      Parameter("limits", \.limits, "What figures of the run are held to."),
      Parameter("chart", \.chart, "Charts beside those that the run gets by itself."),
      Parameter(
        "published", \.published, "Published numbers that figures of the run are held against."),
    ])

  /// Whether `text` can name an experiment: letters, digits, - and _ of ASCII, at least one.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
  }

  public func check() throws(ParameterError) {
    guard Self.isName(name) else {
      throw ParameterError(
        "the name '\(name)' is not made of letters, digits, - and _ alone", parameter: "name")
    }
  }

  /// The seed of a repeat: the same for every configuration, so that starts are paired.
  /// It has 53 bits, which every reader of numbers keeps.
  func seed(ofRepetition repetition: Int) -> UInt64 {
    var generator = SeededGenerator(seed: UInt64(seed), stream: UInt64(repetition))
    return generator.next() >> 11
  }
}

extension Experiment {
  /// The unit of the parameter at a swept `path` of experiments of the study called `study`; empty if
  /// it has none, or the catalog does not know it.
  public static func unit(at path: String, study: String, in catalog: Catalog) -> String {
    let page = catalog.type(of: .study, named: study)?.page
    return ParameterPath(path).unit(
      from: page.map { Self.page.joined(with: $0) } ?? Self.page, in: catalog)
  }

  /// The JSON Schema of experiment files that use the plugins of `catalog`.
  public static func schema(of catalog: Catalog) -> String {
    let studies = catalog.types(of: .study).map { $0.page }
    return JSONSchema(catalog).json(title: "ForceLab experiment", root: page, beside: studies)
  }
}
