import ForceLabCVectors
import ForceLabGraphs
import ForceLabPlugins
import Foundation

/// Stochastic gradient descent on the stress of all pairs of nodes.
///
/// J. Zheng, S. Pawar and D. Goodman, “Graph drawing by stochastic gradient descent”, 2019. There the
/// pairs come in random order. Here nodes meet as the players of a tournament do, in one pair at most in each round, and
/// the rounds come in random order. The pairs of a round are x and y with the same x + y, modulo the number of rounds,
/// so that vectors hold 16 of them. Threads share the searches for distances; in rounds so short they would wait.
final class AllPairsStress {
  let count: Int
  let dimensions: Int
  private let threads: Int
  /// An odd number: that of the nodes, or one more.
  private let rounds: Int
  /// In lengths of an edge.
  let positions: NumberStorage<Float>
  /// They are held once the nodes are put somewhere.
  var pins: [(place: Int, position: [Float])] = []
  /// 0 for pinned nodes, else 1; nil if none is pinned.
  private var mobility: NumberStorage<Float>?
  /// For each round the place of its first distance, and their end.
  private let places = Buffer<Int>()
  /// See `CStressPairs`.
  private let distances = Buffer<UInt16>()
  private(set) var maxDistance: Float = 1
  /// The mean over nodes of the sum of the weights 1/d² of their pairs; see `measureWeight`.
  private var meanWeight: Float = 1

  /// The rounds from which the weights of all pairs are estimated.
  private static let weighedRounds = 16

  private init(count: Int, dimensions: Int, threads: Int) {
    (self.count, self.dimensions, self.threads) = (count, dimensions, threads)
    rounds = count | 1
    positions = NumberStorage(count: count, lanes: dimensions)
    places.resize(rounds + 1)
    var end = 0
    for round in 0..<rounds {
      places[round] = end
      end += Self.whole(half(0, of: round).count) + Self.whole(half(1, of: round).count)
    }
    places[rounds] = end
    distances.resize(end)
    distances.elements.update(repeating: 0)
  }

  private func half(_ number: Int, of round: Int) -> CStressHalf {
    cstress_half(CStressPairs(rounds: rounds, places: nil, distances: nil), round, number)
  }

  private static func whole(_ count: Int) -> Int { (count + 15) / 16 * 16 }

  private var pairs: CStressPairs {
    CStressPairs(rounds: rounds, places: places.base, distances: distances.base)
  }

  private func descent(step: Float = 0) -> CStressDescent {
    CStressDescent(
      dimensions: dimensions, stride: positions.lanes.stride, positions: positions.lanes[0],
      mobility: mobility?.lanes[0], step: step)
  }

  /// The stress of `part`. Cost: n² bytes, a search from each node, and n² moves.
  convenience init(_ part: ConnectedPart, dimensions: Int, threads: Int) {
    self.init(count: part.count, dimensions: dimensions, threads: threads)
    let width = DistanceSearch.width
    let batches = (count + width - 1) / width
    // Each thread has its own search and rows.
    let scratch = (0..<min(threads, batches)).map { _ in (DistanceSearch(part), Buffer<UInt16>()) }
    let maximum = results(of: batches, work: part.neighbors.count * 8, threads: threads) {
      batch, thread in
      let (search, rows) = scratch[thread]
      rows.resize(part.count * width)
      let sources = batch * width..<min((batch + 1) * width, part.count)
      search.run(from: sources.map { Int32($0) }, into: rows.base, stride: width)
      return set(rows.base, stride: width, from: sources)
    }
    maxDistance = BFloat16(bits: maximum.max() ?? 0).value
    measureWeight(hasLengths: part.lengths != nil)
  }

  /// The stress of `count` nodes with a row of distances for each.
  convenience init(count: Int, rows: UnsafeMutablePointer<UInt16>, dimensions: Int, threads: Int) {
    self.init(count: count, dimensions: dimensions, threads: threads)
    maxDistance = BFloat16(bits: set(rows, stride: count, from: 0..<count)).value
    measureWeight()
  }

  /// The processor time of moving a pair on this machine now, in seconds. Cost: some 0.1 ms.
  static func secondsPerPair(dimensions: Int, by clock: BudgetClock) -> Double {
    let (count, epochs) = (256, 1)
    let rows = Buffer<UInt16>()
    rows.resize(count * count)
    rows.elements.update(repeating: BFloat16(1).bits)
    for node in 0..<count { rows[node * (count + 1)] = 0 }
    let stress = AllPairsStress(count: count, rows: rows.base, dimensions: dimensions, threads: 1)
    var generator = SeededGenerator(seed: 0)
    stress.scatter(using: &generator)
    // Everything is slow the first time.
    let times = (0..<3).map { _ in
      let begin = clock.worked
      stress.descend(epochs: epochs, minimum: 1, using: &generator)
      return clock.worked - begin
    }
    return (times.min() ?? 0) / Double(epochs * count * count / 2)
  }

  /// Estimates the mean from some rounds, unless edges have lengths: the weights of a few short ones may be most of
  /// the sum.
  private func measureWeight(hasLengths: Bool = false) {
    let weighed = hasLengths ? rounds : min(rounds, Self.weighedRounds)
    let sums = results(of: weighed, work: count, threads: threads) { index, _ -> Float in
      let round = index * rounds / weighed
      return (places[round]..<places[round + 1]).reduce(0) { sum, place in
        let distance = BFloat16(bits: distances[place]).value
        return distance > 0 ? sum + 1 / (distance * distance) : sum
      }
    }
    let factor = 2 * Float(rounds) / Float(weighed) / Float(max(1, count))
    meanWeight = max(1e-9, factor * sums.reduce(0, +))
  }

  /// Takes over the distances from `sources`, the columns of `rows`, to the nodes after each of them. Returns the
  /// bits of the largest.
  private func set(
    _ rows: UnsafeMutablePointer<UInt16>, stride: Int, from sources: Range<Int>
  ) -> UInt16 {
    var maximum: UInt16 = 0
    for round in 0..<rounds {
      var target = distances.base + places[round]
      for number in 0..<2 {
        let half = half(number, of: round)
        let sum = half.low + half.high
        let first = max(sources.lowerBound, half.low + 1 - half.count, sum - count + 1)
        for source in first..<max(first, min(sources.upperBound, half.low + 1)) {
          let distance = rows[(sum - source) * stride + source - sources.lowerBound]
          target[half.low - source] = distance
          maximum = max(maximum, distance)
        }
        target += Self.whole(half.count)
      }
    }
    return maximum
  }

  /// Puts the nodes at `places`.
  func put(at places: NumberStorage<Float>) {
    positions.copy(places, count: count)
    mobility = positions.hold(pins)
  }

  /// Puts the nodes at random places.
  func scatter(using generator: inout SeededGenerator) {
    let width = Double(maxDistance) / 2
    for node in 0..<count {
      for axis in 0..<dimensions {
        positions.lanes[axis][node] = Float((generator.unit() - 0.5) * width)
      }
    }
    mobility = positions.hold(pins)
  }

  /// Moves all pairs `epochs` times, by steps that shrink from the whole way between nodes at distance `maximum`, by
  /// default the two farthest, to a tenth of that between nodes at distance `minimum`. `choose` is asked for the number
  /// of epochs after the first, the fourth and every 16th one; it gets the number of those that are done.
  func descend(
    epochs: Int, from maximum: Float? = nil, minimum: Float, using generator: inout SeededGenerator,
    choose: (Int) -> Int? = { _ in nil }
  ) {
    let first = (maximum ?? maxDistance) * (maximum ?? maxDistance)
    // Where many pairs pull at a node, only short steps bring it to rest.
    let last = min(0.1 * minimum * minimum, 2 / meanWeight)
    var (epochs, epoch) = (epochs, 0)
    while epoch < epochs {
      let done = epochs > 1 ? Float(epoch) / Float(epochs - 1) : 1
      descend(step: first * pow(last / first, done), using: &generator)
      epoch += 1
      guard epoch < epochs, epoch == 1 || epoch == 4 || epoch % 16 == 0 else { continue }
      if let chosen = choose(epoch) { epochs = chosen }
    }
  }

  /// The mean over pairs of (s·‖xi − xj‖/d − 1)² at the best scale s. Cost: n²/2.
  func stress() -> Double {
    let run = 32
    let sums = results(of: (rounds + run - 1) / run, work: run * count / 2, threads: threads) {
      index, _ in
      var sums = (0.0, 0.0, 0.0)
      withUnsafeMutableBytes(of: &sums) { sums in
        cstress_ratios(
          descent(), pairs, index * run, min((index + 1) * run, rounds),
          sums.assumingMemoryBound(to: Double.self).baseAddress)
      }
      return Ratios(pairs: sums.0, sum: sums.1, squares: sums.2)
    }
    return sums.reduce(into: Ratios()) { $0.add($1) }.stress ?? 0
  }

  /// Moves all pairs once. Cost: n²/2 moves.
  private func descend(step: Float, using generator: inout SeededGenerator) {
    let order = (0..<rounds).shuffled(using: &generator)
    order.withUnsafeBufferPointer { cstress_descend(descent(step: step), pairs, $0.baseAddress) }
  }
}
