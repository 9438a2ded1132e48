import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// A layout of a small graph by stochastic gradient descent on stress: the pairs of nodes, in
/// random order, move towards their distances in the graph. J. Zheng, S. Pawar and D. Goodman,
/// “Graph drawing by stochastic gradient descent”, 2019.
struct StressDescent {
  private static let rounds = 20
  /// The step of the last round for neighbours.
  private static let leastStep = 0.1

  private struct Pair {
    var a: Int
    var b: Int
    var distance: Double
  }

  /// Coordinates, one list per axis, in lengths of an edge. Pairs without a path get a distance one
  /// greater than the greatest. Cost: 20 moves for each pair of nodes.
  static func coordinates(
    of graph: Graph, dimensions: Int, using generator: inout SeededGenerator
  ) -> [[Double]] {
    var pairs = pairs(of: graph)
    let width = Double(graph.nodeCount).squareRoot()
    var points = (0..<graph.nodeCount).map { _ in
      var point = SIMD3<Double>()
      for axis in 0..<dimensions { point[axis] = (generator.unit() - 0.5) * width }
      return point
    }
    let greatest = pairs.reduce(1) { max($0, $1.distance) }
    let firstStep = greatest * greatest
    for round in 0..<rounds {
      let done = Double(round) / Double(rounds - 1)
      let step = firstStep * pow(leastStep / firstStep, done)
      pairs.shuffle(using: &generator)
      for pair in pairs {
        let way = points[pair.a] - points[pair.b]
        let length = (way * way).sum().squareRoot()
        guard length > 0 else { continue }
        let part = min(1, step / (pair.distance * pair.distance))
        let move = way * (part * (length - pair.distance) / (2 * length))
        points[pair.a] -= move
        points[pair.b] += move
      }
    }
    return (0..<dimensions).map { axis in points.map { $0[axis] } }
  }

  private static func pairs(of graph: Graph) -> [Pair] {
    var (pairs, search): ([Pair], BreadthFirstSearch) = ([], BreadthFirstSearch(graph))
    for a in 0..<graph.nodeCount {
      search.run(from: a)
      for b in 0..<a { pairs.append(Pair(a: a, b: b, distance: Double(search.distances[b]))) }
    }
    let greatest = pairs.reduce(0) { max($0, $1.distance) }
    for index in pairs.indices where pairs[index].distance < 0 {
      pairs[index].distance = greatest + 1
    }
    return pairs
  }
}
