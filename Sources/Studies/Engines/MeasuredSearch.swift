import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// Looks for the layout that is best by any measures, within a time.
///
/// The forces of some presets move the nodes from a start of low stress, and then those that came out best again, for
/// more ticks and from coarser graphs. Where some ticks bring little, more of the time goes to low stress, unless neighbors
/// count and the start has large folds, and most of it where a few ticks move neighbors apart. Where a layout is measured
/// fast, moves of single nodes improve the best one.
struct MeasuredSearch {
  private let task: LayoutTask
  private let measures: WeightedMeasures
  private var measure: SearchMeasure
  /// The layout that forces move: of low stress, and of two of these, the one that is better by the measures.
  private var start: [[Double]]
  /// Whether neighbors count and come together as the stress falls.
  private var isFlat = false
  private let deadline: ContinuousClock.Instant
  private var generator: SeededGenerator
  private var best: [[Double]]
  /// What coordinates are multiplied by before a layout is measured; forces move nodes in px.
  private var scale = 1.0
  /// Whether `run` had time to try another layout than the start.
  private(set) var hasTried = false
  private var bestCost = Double.infinity
  private var forces: AttemptRunner

  /// With at most this number of edges, or short ones, forces lower a sum with the stress little, so it is annealed
  /// without them.
  private static let maxAnnealedEdges = 2000
  /// A backbone with a larger share of the edges is as good as the graph.
  private static let maxBackbone = 0.999
  /// With this share of the edges, a backbone leaves out few that cross others.
  private static let nearlyWhole = 0.8
  /// The edges of a graph for which annealing has half of the time.
  private static let halfAnnealedEdges = 2000.0
  /// Ticks by which the time of others is estimated.
  private static let timedTicks = 4
  private static let (fewTicks, usualTicks, maxTicks) = (40, 100, 2000)
  /// The part of the cost by which forces are clearly of use after a few ticks.
  private static let clearGain = 0.05
  private static let scales = 1e-3...1e3
  private static let maxCoordinate = 1e9
  /// Rounds in a row without a better layout after which no more follow.
  private static let uselessRounds = 6

  /// Nil if a layout takes too long to measure, or if annealing lowers the sum faster than forces.
  init?(
    _ task: LayoutTask, _ measures: WeightedMeasures, from start: [[Double]],
    until deadline: ContinuousClock.Instant, using generator: inout SeededGenerator
  ) {
    (self.task, self.measures, self.start, self.deadline) = (task, measures, start, deadline)
    self.generator = SeededGenerator(seed: generator.next())
    (best, forces) = (start, AttemptRunner(task))
    if let objective = measures.whollyAnnealed, objective.stress > 0 {
      guard task.graph.edgeCount > Self.maxAnnealedEdges, task.graph.hasLongEdges(at: start)
      else { return nil }
    }
    measure = SearchMeasure(task, measures)
    isFlat = measures.areLocal && task.graph.liesFlat(at: start)
    guard let cost = measure.first(of: start, isFlat: isFlat, until: deadline) else { return nil }
    bestCost = cost
  }

  /// In seconds.
  private var left: Double { ContinuousClock.now.duration(to: deadline) / .seconds(1) }

  /// The best layout so far.
  var layout: [[Double]] { Self.scaled(best, by: scale) }

  private static func scaled(_ places: [[Double]], by factor: Double) -> [[Double]] {
    factor == 1 ? places : places.map { $0.map { factor * $0 } }
  }

  /// The cost of `places`, which are kept if they are the best so far.
  @discardableResult private mutating func keepIfBetter(_ places: [[Double]]) -> Double {
    hasTried = true
    // Without links, forces move nodes apart without end.
    guard places.joined().allSatisfy({ abs($0) < Self.maxCoordinate }) else { return .infinity }
    let cost = measure.cost(of: Self.scaled(places, by: scale))
    if cost < bestCost { (best, bestCost) = (places, cost) }
    return cost
  }

  mutating func run() {
    if let objective = measures.whollyAnnealed {
      // The more edges, the less annealing does in a time.
      let share = 1 / (1 + Double(task.graph.edgeCount) / Self.halfAnnealedEdges)
      simulate(until: share * left)
      // If there is no time for both, forces leave fewer crossings than annealing.
      if !hasTried, share < 0.5 { simulate(until: 0.1 * left) }
      // A measurement prepares the same.
      if hasTried, left > 2 * measure.seconds { best = annealed(objective, from: best, for: left) }
      return
    }
    if let objective = measures.annealed {
      keepIfBetter(annealed(objective, from: start, for: 0.3 * left))
    }
    rescale(until: 0.8 * left)
    // Moves of single nodes pay where there is time for many of each, or where the start has the least stress already, so
    // that forces lower the sum little.
    let isLow = measures.hasStress && measures.annealed == nil
    let moves = Double(task.graph.nodeCount) * (isLow ? 1 : 20)
    let canMove = measure.isWhole && moves * measure.seconds < 0.5 * left
    simulate(until: canMove ? 0.5 * left : 0)
    rescale(until: 0.8 * left)
    if measure.isWhole { moveNodes() }
  }

  /// Finds the scale at which the best layout costs least. Ends with `rest` seconds left. The cost of most measures is the
  /// same at all scales, which two measurements tell.
  private mutating func rescale(until rest: Double) {
    guard task.pins.isEmpty else { return }
    var hasTime: Bool { left - 2 * measure.seconds > rest }
    var (step, hasEffect) = (2.0, false)
    while step > 1.001 {
      for factor in [step, 1 / step] {
        while Self.scales ~= factor * scale, hasTime {
          let cost = measure.cost(of: Self.scaled(best, by: factor * scale))
          hasEffect = hasEffect || cost != bestCost
          guard cost < bestCost else { break }
          (scale, bestCost, hasTried) = (factor * scale, cost, true)
        }
      }
      guard hasEffect, hasTime else { return }
      step = step.squareRoot()
    }
  }

  /// Where annealing moves the nodes; it never raises the objective.
  private mutating func annealed(
    _ objective: Objective, from places: [[Double]], for seconds: Double
  ) -> [[Double]] {
    let begin = ContinuousClock.now
    let annealing = Annealing(
      task.graph, objective, from: places, pins: task.pins, within: seconds, using: &generator)
    return annealing.coordinates(from: begin, until: begin + .seconds(seconds))
  }

  // MARK: Forces

  /// Ends with `rest` seconds left.
  private mutating func simulate(until rest: Double) {
    var results = probe(until: rest)
    guard forces.tickCost > 0 else { return }
    let (time, hasFewAttempts) = (left - rest, measure.isRough)
    // Without time for two attempts, fewer ticks tell which edges are the best.
    let twice = 2 * (forces.coarseTicks + Double(Self.usualTicks)) * forces.tickCost
    let isShort = time < twice && (measures.areLocal || !measures.hasStress && leavesOutFew)
    for attempt in attempts(isShort: isShort) {
      if let strength = attempt.minStrength {
        // A forest is the best at most where another backbone is better than the graph.
        guard strength <= 1 || results.min(by: { $0.cost < $1.cost })?.attempt.minStrength != nil,
          backboneShare(strength) <= Self.maxBackbone
        else { continue }
      }
      let end = max(rest, left - attempt.share * time)
      let coarse = attempt.isCoarse ? coarseStart(by: attempt, end) : nil
      guard coarse != nil || !attempt.isCoarse || hasFewAttempts else { continue }
      let moved = layout(
        by: attempt, from: coarse ?? start,
        ticks: hasFewAttempts ? Self.maxTicks : isShort ? Self.fewTicks : attempt.ticks, end)
      guard let layout = moved ?? (left > measure.seconds ? coarse : nil) else { continue }
      results.append((attempt, keepIfBetter(layout)))
    }
    guard !hasFewAttempts else { return }
    results.sort { $0.cost < $1.cost }
    // Some forces need many ticks to be the best.
    let second = results.first { !$0.attempt.resembles(results[0].attempt) }
    let favorites = (results.prefix(1) + [isShort ? nil : second].compactMap { $0 }).map(\.attempt)
    var (ticks, useless) = (150, 0)
    while useless < Self.uselessRounds, !favorites.isEmpty {
      ticks = min(2 * ticks, Self.maxTicks)
      let before = bestCost
      for favorite in favorites {
        for from in [isShort ? nil : coarseStart(by: favorite, rest), best].compactMap({ $0 }) {
          guard let layout = layout(by: favorite, from: from, ticks: ticks, rest) else { return }
          keepIfBetter(layout)
        }
      }
      useless = bestCost < before ? 0 : useless + 1
    }
  }

  /// Finds out in a few ticks how long one takes and, unless annealing lowers some of the measures, whether forces are of
  /// use. Where they are not, even less stress may be.
  private mutating func probe(until rest: Double) -> [(attempt: SearchAttempt, cost: Double)] {
    guard measures.annealed == nil || forces.tickCost == 0 else { return [] }
    let probe = SearchAttempt.probe
    let (end, startCost) = (left - probe.share * (left - rest), bestCost)
    var results: [(attempt: SearchAttempt, cost: Double)] = []
    var isClear: Bool {
      bestCost < startCost && bestCost <= startCost - Self.clearGain * abs(startCost)
    }
    /// Whether forces move neighbors apart, so that only less stress helps.
    var isHarmful: Bool {
      measures.areLocal
        && results.last.map { $0.cost > bestCost + Self.clearGain * abs(bestCost) } ?? false
    }
    // Where there is time, forces unfold what low stress leaves folded.
    var mayUnfold: Bool {
      measures.areLocal && !isFlat
        && 1.5 * forces.coarseTicks * forces.tickCost < left - rest - measure.seconds
    }
    for (ticks, end) in [(Self.timedTicks, rest), (probe.ticks, end)]
    where isFlat ? !isHarmful : !isClear {
      guard let layout = layout(by: probe, from: start, ticks: ticks, end) else { break }
      guard measures.annealed == nil, !mayUnfold || measure.isRough else { return [] }
      results.append((probe, keepIfBetter(layout)))
      if mayUnfold, !isHarmful { return results }
    }
    guard !results.isEmpty, isHarmful || !isClear else { return results }
    let share = isHarmful && results.count == 1 ? 0.85 : 0.6
    let stressTime = share * (left - rest) - 1.2 * measure.seconds
    guard stressTime > 0 else { return results }
    let low = task.lowStress(in: stressTime, using: &generator).coordinates
    if keepIfBetter(low) < startCost { start = low }
    return results
  }

  /// In the order in which they are made.
  private mutating func attempts(isShort: Bool) -> [SearchAttempt] {
    var first = [SearchAttempt.whole]
    // The stress needs all edges.
    let hasLongEdges = !measures.hasStress && task.graph.hasLongEdges(at: start)
    if hasLongEdges || !measures.hasStress && !measure.isRough {
      // Few edges cross others if a backbone leaves out few.
      let isFirst =
        hasLongEdges
        && (measures.areLocal || backboneShare(SearchAttempt.strong) >= Self.nearlyWhole)
      first.insert(.backbone, at: isFirst ? 0 : 1)
    }
    // A small part is enough to compare layouts of different edges, but not to choose among good ones.
    guard !measure.isRough, !isShort else { return first }
    return first + (measures.annealed == nil ? [] : [.probe]) + SearchAttempt.others
  }

  /// The share of the edges that are in a backbone; 1 if there is no time to find it.
  private mutating func backboneShare(_ minStrength: Double) -> Double {
    forces.backboneShare(minStrength, within: 0.1 * left, using: &generator)
  }

  /// Whether a backbone leaves out some edges, but only few.
  private var leavesOutFew: Bool {
    mutating get { (Self.nearlyWhole...Self.maxBackbone) ~= backboneShare(SearchAttempt.strong) }
  }

  /// Nil if there is no time for the ticks and for measuring, with `rest` seconds left.
  private mutating func layout(
    by attempt: SearchAttempt, from start: [[Double]], ticks: Int, _ rest: Double
  ) -> [[Double]]? {
    let end = deadline - .seconds(rest + 1.2 * measure.seconds)
    return forces.layout(by: attempt, from: start, ticks: ticks, until: end, using: &generator)
  }

  private mutating func coarseStart(by attempt: SearchAttempt, _ rest: Double) -> [[Double]]? {
    forces.coarseStart(by: attempt, until: deadline - .seconds(rest), using: &generator)
  }

  // MARK: Moves

  /// Moves one node at a time, and takes back what does not lower the cost.
  private mutating func moveNodes() {
    guard bestCost.isFinite, var moves = NodeMoves(task, from: best) else { return }
    while left > 1.2 * measure.seconds {
      moves.moveNode(using: &generator)
      let before = bestCost
      keepIfBetter(moves.places)
      if bestCost == before { moves.takeBack() }
    }
  }
}
