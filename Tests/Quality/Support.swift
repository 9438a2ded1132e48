import Foundation
import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality

/// The karate club at x = 37i mod 34, y = 11i mod 29, z = 5i mod 7: a layout that any other program
/// can make too. What the tests expect of it was computed with networkx 3.6.1 and scipy 1.17.1.
func karate(dimensions: Int = 2) throws -> FinishedLayout {
  let steps = [(37, 34), (11, 29), (5, 7)]
  let axes = steps.prefix(dimensions).map { step in
    (0..<34).map { Double($0 * step.0 % step.1) }
  }
  return FinishedLayout(try KarateSource().graph(), at: axes)
}

/// A graph of `edges` random edges, less the self loops and duplicates.
func randomGraph(nodes: Int, edges: Int, seed: UInt64) throws -> Graph {
  var generator = SeededGenerator(seed: seed, stream: 1)
  let pairs = (0..<edges).map { _ in
    (generator.index(below: nodes), generator.index(below: nodes))
  }
  return try Graph(nodeCount: nodes, edges: pairs)
}

/// Coordinates at random from 0 to 1; with `lattice`, whole numbers below it.
func randomCoordinates(
  _ count: Int, dimensions: Int = 2, lattice: Int? = nil, seed: UInt64
) -> [[Double]] {
  var generator = SeededGenerator(seed: seed, stream: 2)
  return (0..<dimensions).map { _ in
    (0..<count).map { _ in
      lattice.map { Double(generator.index(below: $0)) } ?? generator.unit()
    }
  }
}

extension FinishedLayout {
  /// The same graph with each coordinate changed.
  func mapped(_ change: (Double) -> Double) -> FinishedLayout {
    FinishedLayout(graph, at: coordinates.map { $0.map(change) })
  }

  /// The same graph turned about the origin in the plane of the first two axes.
  func turned(by angle: Double) -> FinishedLayout {
    let (c, s) = (cos(angle), sin(angle))
    var axes = coordinates
    for node in axes[0].indices {
      let (x, y) = (axes[0][node], axes[1][node])
      axes[0][node] = c * x - s * y
      axes[1][node] = s * x + c * y
    }
    return FinishedLayout(graph, at: axes)
  }

  /// The square of the distance of two nodes on the page.
  func square(_ a: Int, _ b: Int) -> Double {
    coordinates.reduce(0) { $0 + ($1[a] - $1[b]) * ($1[a] - $1[b]) }
  }
}

/// Whether both are there and differ by no more than `tolerance`.
func isNear(_ a: Double?, _ b: Double?, within tolerance: Double = 1e-12) -> Bool {
  guard let a, let b else { return false }
  return abs(a - b) <= tolerance
}
