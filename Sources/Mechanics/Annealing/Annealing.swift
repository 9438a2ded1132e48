import ForceLabCVectors
import ForceLabGraphs
import ForceLabPlugins
import Foundation

/// Lowers an objective of a layout in the plane by simulated annealing: one node at a time is moved to a
/// random place, near its own, near the middle of its neighbors, or near a neighbor of a neighbor. A move that
/// raises the objective by e is kept with the probability exp(−e/T).
///
/// R. Davidson and D. Harel, “Drawing graphs nicely using simulated annealing”, 1996. A move costs a term
/// for each node, and for each edge of its node at most two tests of every edge; see `CrossingCounts`.
public final class Annealing {
  private let graph: Graph
  private let objective: Objective
  private var generator: SeededGenerator
  /// The nodes that can move: they have neighbors and are not pinned.
  private var movable: [Int32]
  /// In lengths of an edge, from the middle of the start.
  private let positions: NumberStorage<Float>
  private var edges: CrossingCounts?
  /// The nodes whose distances count, their positions, and for each node a row of 1/d, 0 for no pair.
  private let sources: [Int32]
  private let places: NumberStorage<Float>
  private let inverse = Buffer<Float>()
  private let columns: Int
  /// The column of each node; −1 without one.
  private var columnOfNode: [Int32]
  /// The length of an edge in px, at which the stress of the start is lowest. By default that of links.
  private var length = 30.0
  /// In px, displaced.
  private var start: [[Double]]
  /// The middle of the start, and the largest coordinate from there, in px.
  private let middle: [Double]
  private let farthest: Double
  private var isPoint: Bool { farthest == 0 }
  /// Coordinates do not leave this range.
  private var reach: Float = 1
  /// The objective minus that of the start.
  private var change = 0.0
  private var moves = 0

  /// In larger graphs, the distances from some nodes stand for those from all.
  private static let (minSources, maxSources) = (8, 4096)
  private static let maxDistances = 50_000_000
  private static let (minCountedEdges, maxCountedPairs) = (512, 8_000_000)
  private static let shareOfDistances = 0.2
  /// In px; layouts by forces are smaller, unless they diverge.
  private static let maxCoordinate = 1e9
  /// The part of the extent by which nodes are displaced at the start. Edges that touch or overlap in the start do not
  /// cross by a test of numbers that are rounded; displaced, they do where it takes a move to separate them.
  private static let displacement = 1e-6
  /// Moves of each node that let a layout come to rest from a high temperature.
  private static let movesOfRest = 300.0

  /// `start` has coordinates in px, one list per axis. Cost: a search from each node, or from those for which a fifth of
  /// `time` is enough, the seconds for preparation and moves.
  public init(
    _ graph: Graph, _ objective: Objective, from start: [[Double]], pins: [Particles.Pin] = [],
    within time: Double = .infinity, using generator: inout SeededGenerator
  ) {
    (self.graph, self.objective, self.start) = (graph, objective, start)
    middle = start.map { (($0.min() ?? 0) + ($0.max() ?? 0)) / 2 }
    farthest = zip(start, middle).reduce(0) { all, axis in
      axis.0.reduce(all) { max($0, abs($1 - axis.1)) }
    }
    self.generator = SeededGenerator(seed: generator.next())
    let count = graph.nodeCount
    let pinned = Set(pins.map(\.node))
    movable = (0..<count).filter { !graph.neighbors(of: $0).isEmpty && !pinned.contains($0) }
      .map { Int32($0) }
    positions = NumberStorage(count: count, lanes: 2)
    var number =
      objective.stress > 0
      ? min(count, Self.maxSources, Self.maxDistances / max(1, count)) : min(count, 16)
    if time <= 0 {
      number = min(number, Self.minSources)
    } else if time < .infinity, number > Self.minSources {
      let begin = ContinuousClock.now
      _ = graph.distances(from: [0])
      // What follows a search takes about as long.
      let cost = max(1e-9, 2 * (begin.duration(to: .now) / .seconds(1)))
      let affordable = Int(clamping: Self.shareOfDistances * time / cost)
      number = max(Self.minSources, min(number, affordable))
    }
    sources = (0..<number).map { Int32($0 * count / number) }
    columns = (number + 15) / 16 * 16
    places = NumberStorage(count: columns, lanes: 2)
    columnOfNode = [Int32](repeating: -1, count: count)
    prepare()
  }

  private func prepare() {
    inverse.resize(graph.nodeCount * columns)
    inverse.elements.update(repeating: 0)
    var (ratios, squares, longest, maxDistance) = (0.0, 0.0, 0.0, Int32(1))
    for (column, source) in sources.enumerated() {
      columnOfNode[Int(source)] = Int32(column)
      for (node, distance) in graph.distances(from: [source]).enumerated() where distance > 0 {
        inverse[node * columns + column] = 1 / Float(distance)
        let way = hypot(
          start[0][node] - start[0][Int(source)], start[1][node] - start[1][Int(source)])
        let ratio = way / Double(distance)
        ratios += ratio
        squares += ratio * ratio
        longest = max(longest, way)
        maxDistance = max(maxDistance, distance)
      }
    }
    if objective.stress > 0 {
      // Nodes without a path to a source would be free to go anywhere.
      movable.removeAll { node in
        !(0..<columns).contains { inverse[Int(node) * columns + $0] > 0 }
      }
    }
    if ratios > 0 { length = squares / ratios }
    // Nodes that are all in one place are spread, so that edges can get a length.
    reach = isPoint ? Float(maxDistance) : Float(max(longest, farthest) / length)
    let spread = isPoint ? 0.5 : objective.edgeCrossings > 0 ? Self.displacement : 0
    for node in movable.map(Int.init) where spread > 0 {
      for axis in 0..<2 {
        start[axis][node] += spread * Double(reach) * length * (2 * generator.unit() - 1)
      }
    }
    for node in 0..<graph.nodeCount {
      let (x, y) = (start[0][node] - middle[0], start[1][node] - middle[1])
      put(node, Float(x / length), Float(y / length))
    }
    if objective.edgeCrossings > 0 { edges = CrossingCounts(graph, at: positions.lanes) }
  }

  /// An estimate of the objective of the start. Crossings are counted for all edges, or for at least 512 random ones in
  /// large graphs; the stress is that of the pairs with a source. It compares layouts of a graph if their generators are
  /// equal. Cost: at most m tests for each counted edge, and a term for each node and source.
  /// Infinite if all nodes are in one place, or some too far away to count crossings.
  public func costOfStart() -> Double {
    guard farthest > 0, farthest < Self.maxCoordinate else { return .infinity }
    var cost = 0.0
    if objective.stress > 0 {
      let sum = (0..<graph.nodeCount).reduce(0) {
        $0 + stress(of: $1, positions.lanes[0][$1], positions.lanes[1][$1])
      }
      cost += objective.stress * sum * Double(graph.nodeCount) / Double(sources.count) / 2
    }
    if let edges {
      let affordable = Self.maxCountedPairs / max(1, graph.edgeCount)
      let count = min(graph.edgeCount, max(Self.minCountedEdges, affordable))
      let places =
        count < graph.edgeCount
        ? (0..<count).map { _ in generator.index(below: graph.edgeCount) } : Array(0..<count)
      let sum = places.reduce(0) { $0 + edges.crossings(ofEdgeAt: $1) }
      cost += objective.edgeCrossings * Double(sum * graph.edgeCount) / Double(max(1, count)) / 2
    }
    return cost
  }

  /// Moves nodes while `progress`, the part of the time or of the moves that is over, is below 1. Returns
  /// coordinates in px, whose objective is at most that of the start as displaced.
  public func coordinates(while progress: (_ moves: Int) -> Double) -> [[Double]] {
    guard !movable.isEmpty else { return start }
    let weight = 2 * objective.stress + objective.edgeCrossings
    var done = progress(0)
    let first = done
    var temperature = 0.0
    // A move of a node of a dense graph takes long.
    let terms = 2 * graph.edgeCount * graph.edgeCount / movable.count
    let period = max(1, min(16, 1_000_000 / max(1, terms)))
    while done < 1 {
      if moves % period == 0 {
        done = progress(moves)
        // The more moves of each node there will be in all, the higher the temperature may begin.
        let all = Double(moves) / max(1e-9, done - first) / Double(movable.count)
        let high = moves < 64 ? 0.05 : 0.05 * max(1, min(15, all / Self.movesOfRest))
        temperature = weight * high * pow(0.03 / high, min(1, done))
      }
      move(temperature)
      moves += 1
    }
    guard change < 0 else { return start }
    var coordinates = start
    for axis in 0..<2 {
      for node in movable {
        coordinates[axis][Int(node)] =
          middle[axis] + Double(positions.lanes[axis][Int(node)]) * length
      }
    }
    return coordinates
  }

  /// Moves nodes in the time from `begin` to `deadline`; only the first moves may exceed it.
  public func coordinates(
    from begin: ContinuousClock.Instant, until deadline: ContinuousClock.Instant
  ) -> [[Double]] {
    let time = begin.duration(to: deadline)
    guard time > .zero else { return start }
    var last = ContinuousClock.now
    return coordinates { _ in
      let now = ContinuousClock.now
      defer { last = now }
      // The next moves take as long as the last ones.
      return begin.duration(to: now + last.duration(to: now)) / time
    }
  }

  private func move(_ temperature: Double) {
    let node = Int(movable[Int(generator.unit() * Double(movable.count))])
    let (x, y) = proposal(for: node)
    guard abs(x) < reach, abs(y) < reach else { return }
    let limit = -temperature * log(max(1e-300, generator.unit()))
    var rise = 0.0
    let (oldX, oldY) = (positions.lanes[0][node], positions.lanes[1][node])
    if objective.stress > 0 {
      // The term of a pair of which both are sources changes once.
      let scale = objective.stress * Double(graph.nodeCount) / Double(sources.count)
      rise = scale * (stress(of: node, x, y) - stress(of: node, oldX, oldY))
    }
    if let edges {
      let weight = objective.edgeCrossings
      let before = Double(edges.crossings(of: node) ?? 0)
      let allowed = before + (limit - rise) / weight
      guard
        allowed >= 0,
        let after = edges.move(node, from: SIMD2(oldX, oldY), to: SIMD2(x, y), limit: allowed)
      else { return }
      rise += weight * (Double(after) - before)
    } else if rise > limit {
      return
    }
    put(node, x, y)
    change += rise
  }

  /// A random place for `node`.
  private func proposal(for node: Int) -> (x: Float, y: Float) {
    let kind = generator.unit()
    var (x, y) = (positions.lanes[0][node], positions.lanes[1][node])
    let neighbors = graph.neighbors(of: node)
    var deviation: Float = kind < 0.4 ? 0.3 : kind < 0.7 ? 1 : 3
    if kind > 0.85 {
      let neighbor = neighbors.randomElement(using: &generator) ?? Int32(node)
      let other = graph.neighbors(of: Int(neighbor)).randomElement(using: &generator) ?? neighbor
      (x, y) = (positions.lanes[0][Int(other)], positions.lanes[1][Int(other)])
      deviation = 0.7
    } else if kind > 0.55, kind < 0.7 {
      (x, y) = (0, 0)
      for other in neighbors {
        x += positions.lanes[0][Int(other)]
        y += positions.lanes[1][Int(other)]
      }
      (x, y) = (x / Float(neighbors.count), y / Float(neighbors.count))
    }
    // Box and Muller's normal numbers.
    let radius = deviation * Float((-2 * log(max(1e-12, generator.unit()))).squareRoot())
    let angle = 2 * Float.pi * Float(generator.unit())
    return (x + radius * cos(angle), y + radius * sin(angle))
  }

  private func stress(of node: Int, _ x: Float, _ y: Float) -> Double {
    Double(
      cannealing_stress(
        places.lanes[0], places.lanes.stride, columns, inverse.base + node * columns, x, y))
  }

  private func put(_ node: Int, _ x: Float, _ y: Float) {
    (positions.lanes[0][node], positions.lanes[1][node]) = (x, y)
    let column = Int(columnOfNode[node])
    if column >= 0 { (places.lanes[0][column], places.lanes[1][column]) = (x, y) }
  }
}
