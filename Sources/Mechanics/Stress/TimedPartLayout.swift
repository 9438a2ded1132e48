import ForceLabPlugins
import Foundation

/// The layout of the lowest stress of a connected part that a time allows.
///
/// Small parts are laid out by all pairs, again and again, from random starts and from the best layout. Larger ones
/// begin with one long descent by all pairs, if there is time for it, because it ends at less stress than many short
/// ones. All others begin with as many pivots as there is time for, or if these are few, with the multilevel start. A
/// third of the time that is left then goes to other starts, and the best layout is refined with ever more pivots, or
/// by all pairs. Where starts no longer lower the stress, a long descent from the best layout ends them.
final class TimedPartLayout {
  private(set) var choice = TimedStressLayout.Choice()
  private let task: PartwiseLayout.Task
  private let part: ConnectedPart
  private let clock: BudgetClock
  private let deadline: Double
  private var generator: SeededGenerator
  /// In the order of `part`.
  private let best: NumberStorage<Float>
  private var bestStress = Double.infinity
  /// Nil as long as there is only one layout.
  private var sample: StressSample?
  /// The layout that was computed last, and its number of pivots.
  private var last: PivotStress?
  private var lastPivots = 0
  private var costs: StepCosts

  /// Smaller parts are laid out by all pairs alone.
  private static let smallCount = 200
  /// The maximum number of pivots; more of them hardly lower the stress.
  private static let maxPivots = 1024
  /// The number of starts in a row without a lower stress after which no more follow.
  private static let uselessStarts = 40
  /// What rounding leaves where all distances fit, as those of two nodes.
  private static let minStress = 1e-9
  /// With fewer epochs, many pivots leave less stress; more epochs hardly lower it.
  private static let descentEpochs = 12...400
  /// With at least this number of pivots, a layout is better than one with few pivots and another start.
  private static let manyPivots = 64
  /// If there is time for this number of pivots, classical scaling, which suits long graphs, takes little of it.
  private static let scalingPivots = 128

  init(
    _ task: PartwiseLayout.Task, until deadline: Double, by clock: BudgetClock, slowness: Double,
    using generator: inout SeededGenerator
  ) {
    (self.task, self.deadline, self.clock) = (task, deadline, clock)
    part = task.parts.part(task.index)
    costs = StepCosts(of: part, slowness: slowness)
    self.generator = SeededGenerator(seed: generator.next())
    best = NumberStorage(count: part.count, lanes: task.layout.dimensions)
  }

  /// Processor time, in seconds, that the first layout may take even if other programs have used up the time.
  static let grace = 0.0005

  func run() -> PartwiseLayout.Answer {
    guard isCheap || left > costs.scaling else { return (part, task.circles(of: part)) }
    if part.count > Self.smallCount, !hasTimeForDescent {
      // A machine that is slow in arithmetic need not be slow in searches.
      costs.measureSearches(
        of: part, if: Self.descentEpochs.lowerBound, fitInto: 0.85 * left, by: clock)
    }
    if hasTimeForDescent {
      // If other programs held the processor meanwhile, few epochs still leave less stress than pivots.
      restart()
      return (part, best)
    }
    if part.count > Self.smallCount || !isCheap && allPairsCost(epochs: 10) > left {
      layOutWithPivots()
    }
    if part.count > Self.smallCount { explore() }
    if isCheap || allPairsCost(epochs: 12) < left {
      restart()
    } else if lastPivots > 0 {
      repeat { refine() } while explore()
    }
    return (part, best)
  }

  /// Whether a layout by all pairs takes no more time than what is left of `grace`.
  private var isCheap: Bool {
    allPairsCost(epochs: 12) < Self.grace - max(0, clock.worked - deadline)
  }

  private var hasTimeForDescent: Bool {
    part.count > Self.smallCount
      && allPairsCost(epochs: Self.descentEpochs.lowerBound) < 0.85 * left
  }

  private var left: Double { clock.left(until: deadline) }

  // MARK: Little time

  /// Takes the layout by classical scaling of the distances from some pivots, as many as there is time for.
  /// Returns the cost of a search.
  private func scalePivots() -> Double {
    let (began, end) = (clock.worked, 0.5 * left)
    let pivots = PivotDistances(
      farthestOf: part, count: min(10, part.count), threads: task.layout.threads
    ) { [clock] count in
      count >= 3 && clock.worked - began > end
    }
    choice.pivots = pivots.nodes.count
    let searchCost = (clock.worked - began) / Double(choice.pivots)
    // A search for the sparse stress does more.
    costs.search = max(costs.search, searchCost)
    let positions = PivotScaling(pivots, dimensions: best.laneCount).positions(using: &generator)
    // Nodes with the same distances would coincide.
    for axis in 0..<best.laneCount {
      for node in 0..<part.count {
        positions.lanes[axis][node] += Float(generator.unit() - 0.5) * 0.2 * part.typicalLength
      }
    }
    best.copy(positions, count: part.count)
    return searchCost
  }

  // MARK: Pivots

  /// The first layout. Many pivots make a good one, if there is time for them, unless there are more ways from a hub than
  /// pivots. Few pivots begin with a multilevel layout or with classical scaling. In a graph of few levels, searches
  /// from many pivots take little more time than from few, and few would not do.
  private func layOutWithPivots() {
    let pivots = costs.affordable(0.7 * left, atMost: 256)
    let hasFewPivots = part.isDeep && (pivots < Self.manyPivots || pivots < part.maxDegree)
    let multilevel = part.count > 1000 ? 1.5 * costs.multilevel(coarsest: coarsest) : .infinity
    let isMultilevel = hasFewPivots && multilevel < left
    // Where there is no time for both, the multilevel layout is better on most graphs.
    let hasTimeForBoth = multilevel + 5 * costs.scaling < 0.85 * left
    let scales = hasFewPivots ? !isMultilevel || hasTimeForBoth : pivots >= Self.scalingPivots
    var start: NumberStorage<Float>?
    if part.isDeep, task.pins.isEmpty, scales {
      let searchCost = scalePivots()
      // The least time of a layout with 16 pivots.
      guard multilevel < left || 30 * searchCost < left else { return }
      beginMeasuring(isMultilevel ? 0.5 * (left - multilevel) : (hasFewPivots ? 0.25 : 0.06) * left)
      start = hasFewPivots ? best : nil
    }
    if isMultilevel, multilevel < left { start = multilevelStart() ?? start }
    take(hasFewPivots ? 16 : max(16, costs.affordable(0.7 * left, atMost: 256)), from: start)
  }

  /// From here on, the layout of the least stress is kept, unless it takes longer than `time` to find distances.
  private func beginMeasuring(_ time: Double) {
    let count = min(part.count < 20_000 ? 64 : 16, Int(clamping: time / max(1e-12, costs.search)))
    guard sample == nil, count >= 8 else { return }
    let sample = StressSample(part, count: count, using: &generator)
    (self.sample, bestStress) = (sample, sample.stress(of: best))
  }

  private func sweep(_ stress: PivotStress, _ pivots: Int, atMost limit: Int = .max) {
    for count in 0..<min(limit, StepCosts.maxSweeps) {
      guard count == 0 || Double(pivots) * costs.sweep < left else { return }
      let start = clock.worked
      stress.sweep(1, links: true)
      costs.sweep = (clock.worked - start) / Double(pivots)
      choice.epochs += 1
    }
  }

  /// The maximum size of the coarsest graph.
  private var coarsest: Int {
    let usual = Multilevel().coarsest
    return costs.coarsest(usual) < 0.25 * left ? usual : usual / 5
  }

  private func multilevelStart() -> NumberStorage<Float>? {
    task.multilevelStart(of: part, coarsest: coarsest, using: &generator)
  }

  /// Layouts from other starts. The best stays. Returns whether one is better.
  @discardableResult
  private func explore() -> Bool {
    let end = 0.65 * left
    func timeLeft() -> Double { left - end }
    guard timeLeft() > costs.layout(pivots: 16) else { return false }
    beginMeasuring(0.5 * timeLeft())
    guard sample != nil else { return false }
    let first = bestStress
    var useless = 0
    for round in 0... {
      let before = bestStress
      if round % 3 == 2, part.count > 1000, 1.5 * costs.multilevel(coarsest: coarsest) < timeLeft()
      {
        let pivots = max(16, costs.affordable(timeLeft() / 3, atMost: 64))
        if let start = multilevelStart() { take(pivots, from: start) }
      }
      // Several starts with fewer pivots are better than one with more, which may be folded.
      let pivots = max(32, costs.affordable(timeLeft() / 2, atMost: 256))
      // With fewer than half of the pivots, a layout is hardly ever better.
      guard 2 * pivots > choice.pivots, costs.layout(pivots: pivots) < timeLeft(), useless < 6
      else { break }
      take(pivots, from: nil)
      useless = bestStress < 0.98 * before ? 0 : useless + 1
    }
    return bestStress < first
  }

  private func take(_ pivots: Int, from start: NumberStorage<Float>?) {
    let (began, pivots) = (clock.worked, min(pivots, part.count))
    let stress = task.sparse(part, pivots: pivots, from: start, using: &generator)
    costs.search = (clock.worked - began) / Double(pivots)
    // More sweeps with few pivots would move nodes away from a good start.
    sweep(stress, pivots, atMost: start == nil ? .max : max(2, pivots / 16))
    (last, lastPivots) = (stress, pivots)
    keep(stress.positions, pivots)
  }

  /// Keeps `positions` if they are the best so far.
  private func keep(_ positions: NumberStorage<Float>, _ pivots: Int) {
    if let sample {
      let stress = sample.stress(of: positions)
      guard stress < bestStress else { return }
      bestStress = stress
    }
    choice.pivots = pivots
    best.copy(positions, count: part.count)
  }

  /// Refines the best layout with ever more pivots, and then by sweeps until they hardly change it.
  private func refine() {
    var pivots = choice.pivots
    while true {
      let more = costs.affordable(0.9 * left, atMost: Self.maxPivots)
      guard more > pivots + pivots / 4 else { break }
      pivots = min(more, max(4 * pivots, 256))
      take(pivots, from: best)
    }
    guard let stress = last else { return }
    stress.positions.copy(best, count: part.count)
    while Double(lastPivots) * costs.sweep < left {
      let before = bestStress
      sweep(stress, lastPivots)
      keep(stress.positions, lastPivots)
      guard sample == nil || bestStress < before * (1 - 1e-3) else { return }
    }
  }

  // MARK: All pairs

  /// The processor time of `epochs` and, if they are not known yet, of all distances.
  private func allPairsCost(epochs: Int) -> Double {
    costs.allPairs(epochs: epochs, areKnown: false)
  }

  /// Layouts by all pairs: from random starts, and from the best one, with steps of random lengths.
  private func restart() {
    let stress = AllPairsStress(
      part, dimensions: best.laneCount, threads: task.layout.threads)
    stress.pins = task.pins(in: part)
    let length = part.typicalLength
    bestStress = .infinity
    if choice.pivots > 0 {
      stress.put(at: best)
      bestStress = stress.stress()
    }
    choice.pivots = part.count
    var (useless, epochCost) = (0, 0.0)
    repeat {
      let start = clock.worked
      let isFirst = bestStress == .infinity && part.count > Self.smallCount
      // Short ones do not come to rest everywhere.
      let isLong = isFirst || useless == Self.uselessStarts - 1
      var epochs = isLong ? Self.descentEpochs.upperBound : 16
      let maxEpochs = epochs
      // What a long descent leaves for others.
      let least = costs.allPairs(epochs: Self.descentEpochs.lowerBound, areKnown: true)
      let rest = isFirst ? max(0, min(0.25 * left, left - 1.2 * least)) : 0
      var from: Float?
      if bestStress < .infinity, isLong || choice.starts % 4 != 3 || part.count > 1000 {
        stress.put(at: best)
        let reach = max(2, stress.maxDistance / length)
        from = length * pow(reach, isLong ? 0 : Float(0.2 + 0.6 * generator.unit()))
      } else {
        stress.scatter(using: &generator)
      }
      let isFree = choice.starts == 0 && isCheap && !isFirst
      stress.descend(epochs: epochs, from: from, minimum: length, using: &generator) {
        done in
        if isFree { return epochs }
        // There must be time to measure the stress.
        let cost = max(1e-9, (clock.worked - start) / Double(done))
        // The first epochs may be slow, because everything is new to the caches.
        let minEpochs = isFirst && done < 16 ? Self.descentEpochs.lowerBound / 2 : done + 3
        epochs = max(
          minEpochs, min(maxEpochs, done + Int(clamping: 0.95 * (left - rest) / cost) - 4))
        return epochs
      }
      let value = stress.stress()
      epochCost = (clock.worked - start) / Double(epochs + 2)
      (choice.starts, choice.epochs) = (choice.starts + 1, choice.epochs + epochs)
      useless = value < bestStress * (1 - 1e-4) ? 0 : useless + 1
      guard value < bestStress else { continue }
      bestStress = value
      best.copy(stress.positions, count: part.count)
    } while bestStress > Self.minStress && useless < Self.uselessStarts && 9 * epochCost < left
  }
}
