/// The runs of a tuning, each in a folder of its own, and the costs that those of the races found. A block is a graph
/// with a seed: each graph once, then each with another seed.
struct TuningRuns {
  /// The trials that ran.
  private(set) var used = 0
  /// The costs by objective, by the name of the configuration and the block.
  private(set) var costs: [String: [Int: [Double]]] = [:]

  private let tuning: TuningPlan
  /// Numbers of configurations of the plan.
  private let graphs: [Int]
  private let folder: String
  private let runPart: (Plan, RunFolder) throws -> Runner.Report
  private var blockRuns = 0

  init(
    _ tuning: TuningPlan, on graphs: [Int], into folder: String,
    run: @escaping (Plan, RunFolder) throws -> Runner.Report
  ) { (self.tuning, self.graphs, self.folder, runPart) = (tuning, graphs, folder, run) }

  /// Runs `configurations` on the first graphs, whose sizes may be very different, to learn how long trials take. They
  /// are one run, because the time that it takes to start some would count too much.
  mutating func time(_ configurations: [TunedConfiguration], graphCount: Int) throws {
    used += try results(
      of: configurations, on: Array(graphs.prefix(graphCount)), seed: seed(of: 0, round: 0),
      into: "blocks/0"
    ).allTrials.count
  }

  /// Those of the configurations that have not run in this block.
  func missing(_ configurations: [TunedConfiguration], _ block: Int) -> [TunedConfiguration] {
    configurations.filter { costs[$0.name]?[block] == nil }
  }

  /// Runs those of the configurations that have not run in this block.
  mutating func evaluate(_ configurations: [TunedConfiguration], _ block: Int) throws {
    let missing = missing(configurations, block)
    guard !missing.isEmpty else { return }
    let (round, place) = block.quotientAndRemainder(dividingBy: graphs.count)
    let graph = graphs[place]
    blockRuns += 1
    let run = try results(
      of: missing, on: [graph], seed: seed(of: graph, round: round), into: "blocks/\(blockRuns)")
    used += missing.count
    for trial in run.allTrials {
      let values = tuning.objectives.map { $0.cost(of: trial, in: run) }
      costs[missing[(trial.configuration - 1) % missing.count].name, default: [:]][block] = values
    }
  }

  /// The costs of `configurations` in the first blocks; of several objectives, how many others dominate each.
  func matrix(of configurations: [TunedConfiguration], blocks: Int) -> [[Double]] {
    (0..<blocks).map { block in
      let rows = configurations.map { costs[$0.name]?[block] ?? [.infinity] }
      return tuning.objectives.count == 1 ? rows.map { $0[0] } : RankedRace.dominations(rows)
    }
  }

  /// The run of `configurations` on other graphs than those of the races.
  func test(_ configurations: [TunedConfiguration], on graphs: [Int], repeats: Int) throws
    -> RunReader
  {
    try results(
      of: configurations, on: graphs, seed: seed(of: 0, round: 1 << 20), repeats: repeats,
      into: "test", keepsLayouts: true)
  }

  private func seed(of graph: Int, round: Int) -> Int {
    Int(tuning.plan.experiment.seed(ofRepetition: round, on: graph))
  }

  /// The run of `configurations` on `graphs`, which is continued if it is not complete.
  private func results(
    of configurations: [TunedConfiguration], on graphs: [Int], seed: Int, repeats: Int = 1,
    into name: String, keepsLayouts: Bool = false
  ) throws -> RunReader {
    let part = try tuning.part(
      of: configurations, on: graphs, seed: seed, repeats: repeats, keepsLayouts: keepsLayouts)
    let path = "\(folder)/\(name)"
    let folder = try RunFolder(resuming: path)
    try part.checkIsThat(of: folder)
    let report = try runPart(part, folder)
    if report.isInterrupted { throw Tuner.Interrupted() }
    return try RunReader(folder: path)
  }
}
