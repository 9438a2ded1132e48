import ForceLabPlugins

/// The order of some configurations in each of a sequence of blocks: the rows of a Williams design, in random order and
/// with random labels. Over all rows, each configuration is at each position equally often, and follows each other one
/// equally often, so that neither a drift nor what the trial before left behind favors one of them.
///
/// Williams, “Experimental designs balanced for the estimation of residual effects of treatments”, 1949.
struct WilliamsDesign {
  private let labels: [Int]
  private let rows: [Int]

  /// Cost: linear in the number of configurations.
  init(of count: Int, using generator: inout SeededGenerator) {
    labels = (0..<count).shuffled(using: &generator)
    // An odd number of configurations needs each row backwards, too.
    rows = (0..<(count.isMultiple(of: 2) ? count : 2 * count)).shuffled(using: &generator)
  }

  /// The indices of the configurations in the order in which they run in `block`. Cost: linear.
  func order(in block: Int) -> [Int] {
    let (count, row) = (labels.count, rows[block % rows.count])
    // The first row is 0, 1, -1, 2, -2, … modulo the count; each other one adds a constant to it.
    let order = (0..<count).map { position in
      let step = (position + 1) / 2
      return labels[(row + (position.isMultiple(of: 2) ? count - step : step)) % count]
    }
    return row < count ? order : order.reversed()
  }
}

extension Plan {
  /// The trials in the order in which they run, warm-up trials first: in each repeat one instance, such
  /// as a graph, after the other, with its configurations in the order of a `WilliamsDesign`. The order is a
  /// function of the experiment alone, whatever runs the trials.
  public var schedule: [Trial] {
    let sections = sections
    return (0..<experiment.warmUp + experiment.repeats).flatMap { round in
      sections.flatMap { $0.trials(round) }.map { self[trial: $0] }
    }
  }

  /// The configurations of each instance of the problem, such as a graph, and the numbers of their trials in a round,
  /// in the order in which they run. Rounds are warm-ups, then repeats, from 0.
  var sections: [(configurations: [Configuration], trials: (_ round: Int) -> [Int])] {
    let count = configurations.count
    return configurations.grouped(by: \.instance).map { _, group in
      // Repeats and sweeps use other streams.
      var generator = SeededGenerator(
        seed: UInt64(experiment.seed), stream: UInt64.max - UInt64(group[0].number))
      let design = WilliamsDesign(of: group.count, using: &generator)
      return (group, { round in design.order(in: round).map { round * count + group[$0].number } })
    }
  }
}
