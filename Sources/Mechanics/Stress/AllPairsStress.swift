import ForceLabCVectors
import ForceLabGraphs
import ForceLabPlugins
import Foundation

/// Stochastic gradient descent on the stress of all pairs of nodes.
///
/// J. Zheng, S. Pawar and D. Goodman, “Graph drawing by stochastic gradient descent”, 2019. There the
/// pairs come in random order. Here 16 nodes are a tile, and the pairs of two tiles are moved together.
/// Tiles meet as the players of a tournament do, in random order: in a round each is in one pair only,
/// so threads can share the round, and results do not depend on them.
final class AllPairsStress {
  let count: Int
  let dimensions: Int
  private let threads: Int
  /// The number of tiles, which is even.
  private let tiles: Int
  /// In lengths of an edge.
  let positions: NumberStorage<Float>
  /// 0 for pinned nodes, else 1; nil if none is pinned.
  var mobility: NumberStorage<Float>?
  /// For each pair of tiles, 16 rows of 16 distances; see `cstress_descend`.
  private let distances = Buffer<UInt16>()
  private(set) var maxDistance: Float = 1
  /// The mean over nodes of the sum of the weights 1/d² of their pairs; see `measureWeight`.
  private var meanWeight: Float = 1

  /// 16 nodes.
  private static let tile = 16
  private static let pairSize = tile * tile

  private init(count: Int, dimensions: Int, threads: Int) {
    (self.count, self.dimensions, self.threads) = (count, dimensions, threads)
    tiles = max(2, (count + 2 * Self.tile - 1) / (2 * Self.tile) * 2)
    positions = NumberStorage(count: tiles * Self.tile, lanes: dimensions)
    distances.resize(tiles * (tiles + 1) / 2 * Self.pairSize)
  }

  /// The stress of `part`. Its nodes must not be sorted: tiles of neighbors slow the descent down.
  /// Cost: n² bytes, a search from each node, and n² moves.
  convenience init(_ part: ConnectedPart, dimensions: Int, threads: Int) {
    self.init(count: part.count, dimensions: dimensions, threads: threads)
    let width = DistanceSearch.width
    let batches = (positions.count + width - 1) / width
    // Each thread has its own search and rows.
    let scratch = (0..<min(threads, batches)).map { _ in (DistanceSearch(part), Buffer<UInt16>()) }
    let maximum = results(of: batches, work: part.neighbors.count * 8, threads: threads) {
      batch, thread in
      let (search, rows) = scratch[thread]
      rows.resize(part.count * width)
      let begin = batch * width
      let sources = Array(Int32(begin)..<Int32(max(begin, min(begin + width, part.count))))
      if !sources.isEmpty { search.run(from: sources, into: rows.base, stride: width) }
      return set(rows.base, stride: width, from: begin, count: width)
    }
    maxDistance = BFloat16(bits: maximum.max() ?? 0).value
    measureWeight(hasLengths: part.lengths != nil)
  }

  /// The stress of `count` nodes with a row of distances for each.
  convenience init(count: Int, rows: UnsafeMutablePointer<UInt16>, dimensions: Int, threads: Int) {
    self.init(count: count, dimensions: dimensions, threads: threads)
    let maximum = set(rows, stride: count, from: 0, count: positions.count)
    maxDistance = BFloat16(bits: maximum).value
    measureWeight()
  }

  /// The processor time of moving a pair on this machine now, in seconds. Cost: some 0.1 ms.
  static func secondsPerPair(dimensions: Int, by clock: BudgetClock) -> Double {
    let (count, epochs) = (128, 2)
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

  /// Takes the mean over the nodes of the first tile, which is typical, or over all nodes if edges have lengths: the
  /// weights of a few short ones may be most of the sum.
  private func measureWeight(hasLengths: Bool = false) {
    var (sum, nodes) = (weight(of: 0, andLater: 1), min(count, Self.tile))
    if hasLengths {
      nodes = count
      sum = results(of: tiles, work: tiles * Self.pairSize / 2, threads: threads) { tile, _ in
        weight(of: tile, andLater: 2)
      }.reduce(0, +)
    }
    meanWeight = max(1e-9, sum / Float(nodes))
  }

  /// The sum of the weights of the pairs of nodes of tile `a`, and `factor` times those with nodes of later tiles.
  private func weight(of a: Int, andLater factor: Float) -> Float {
    var sum: Float = 0
    for b in a..<tiles {
      let (from, numerator) = (distances.base + place(a, b), a == b ? 1 : factor)
      for entry in 0..<Self.pairSize where from[entry] > 0 {
        let distance = BFloat16(bits: from[entry]).value
        sum += numerator / (distance * distance)
      }
    }
    return sum
  }

  /// Takes over the distances from the nodes `begin` ..< `begin + count`, columns of `rows`, whole
  /// tiles. Returns the bits of the largest.
  private func set(
    _ rows: UnsafeMutablePointer<UInt16>, stride: Int, from begin: Int, count: Int
  ) -> UInt16 {
    let tile = Self.tile
    var maximum: UInt16 = 0
    for a in begin / tile..<min((begin + count) / tile, tiles) {
      let columns = rows + (a * tile - begin)
      let limitA = min(tile, self.count - a * tile)
      for b in a..<tiles {
        let (target, own) = (distances.base + place(a, b), columns + b * tile * stride)
        let limitB = min(tile, self.count - b * tile)
        for turn in 0..<tile {
          for j in 0..<tile {
            let other = (j + turn) & (tile - 1)
            let distance = j < limitA && other < limitB ? own[other * stride + j] : 0
            target[turn * tile + j] = distance
            maximum = max(maximum, distance)
          }
        }
      }
    }
    return maximum
  }

  /// The index of the first distance of tile `a` from tile `b`, which is not before it.
  @inline(__always) private func place(_ a: Int, _ b: Int) -> Int {
    (a * (2 * tiles - a + 1) / 2 + b - a) * Self.pairSize
  }

  /// Puts the nodes at random places.
  func scatter(using generator: inout SeededGenerator) {
    let width = Double(maxDistance) / 2
    for node in 0..<count {
      for axis in 0..<dimensions {
        positions.lanes[axis][node] = Float((generator.unit() - 0.5) * width)
      }
    }
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
    let sums = results(of: tiles, work: tiles * Self.pairSize, threads: threads) { a, _ in
      var sums = [0.0, 0.0, 0.0]
      cstress_ratios(
        dimensions, positions.lanes[0], positions.lanes.stride, distances.base + place(a, a), a,
        tiles, &sums)
      return Ratios(pairs: sums[0], sum: sums[1], squares: sums[2])
    }
    return sums.reduce(into: Ratios()) { $0.add($1) }.stress ?? 0
  }

  /// Moves all pairs once. Cost: n²/2 moves.
  private func descend(step: Float, using generator: inout SeededGenerator) {
    let descent = CStressDescent(
      dimensions: dimensions, stride: positions.lanes.stride, positions: positions.lanes[0],
      mobility: mobility?.lanes[0], step: step)
    // There may be many small parts.
    guard count > Self.tile else { return cstress_descend_tile(descent, distances.base, 0) }
    share(tiles, work: Self.pairSize, threads: threads) { tile, _ in
      cstress_descend_tile(descent, distances.base + place(tile, tile), tile)
    }
    meet(descent, using: &generator)
  }

  /// Moves the pairs of nodes of different tiles, two matches at a time.
  private func meet(_ descent: CStressDescent, using generator: inout SeededGenerator) {
    let players = (0..<tiles).shuffled(using: &generator)
    let rounds = (0..<tiles - 1).shuffled(using: &generator)
    shareRounds(
      rounds.count, of: (tiles / 2 + 1) / 2, work: 2 * Self.pairSize, threads: threads
    ) { round, index in
      let (a, b) = pair(2 * index, in: rounds[round], of: players)
      var matches = CTileMatches(
        a: a, b: b, c: 0, d: 0, distances_ab: distances.base + place(a, b), distances_cd: nil)
      if 2 * index + 1 < tiles / 2 {
        (matches.c, matches.d) = pair(2 * index + 1, in: rounds[round], of: players)
        matches.distances_cd = UnsafePointer(distances.base + place(matches.c, matches.d))
      }
      cstress_descend(descent, matches)
    }
  }

  /// The tiles that meet in a match of a round, by the circle method: one player stays in place, and
  /// the others move on by one place in each round.
  private func pair(_ match: Int, in round: Int, of players: [Int]) -> (Int, Int) {
    let around = tiles - 1
    let one = players[match == 0 ? around : (round + match) % around]
    let two = players[(round - match + around) % around]
    return (min(one, two), max(one, two))
  }
}
