import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import Foundation

/// Nodes at random in a box of side `extent`.
package func uniform(_ count: Int, dimensions: Int, extent: Double = 1000, seed: UInt64 = 1)
  -> [[Double]]
{
  var generator = SeededGenerator(seed: seed)
  return (0..<dimensions).map { _ in (0..<count).map { _ in generator.unit() * extent } }
}

/// d3's spiral start.
package func phyllotaxis(_ graph: Graph, dimensions: Int = 2) -> [[Double]] {
  Phyllotaxis().coordinates(of: graph, dimensions: dimensions)
}

/// √(Σ|a − b|²/Σ|b|²).
package func relativeError(_ a: [[Double]], _ b: [[Double]]) -> Double {
  var (error, square) = (0.0, 0.0)
  for (a, b) in zip(a.joined(), b.joined()) {
    error += (a - b) * (a - b)
    square += b * b
  }
  return (error / square).squareRoot()
}

/// The greatest difference of two lists of coordinates.
package func maxDifference(_ a: [[Double]], _ b: [[Double]]) -> Double {
  zip(a.joined(), b.joined()).map { abs($0 - $1) }.max() ?? .infinity
}

/// A world of nodes, by default without edges.
package func world(
  _ positions: [[Double]], _ repulsion: any Repulsion = Exact(), on graph: Graph? = nil,
  seed: UInt64 = 7, threads: Int = 1
) throws -> World {
  World(
    particles: Particles(positions: positions), graph: try graph ?? cells(positions[0].count),
    repulsion: repulsion, seed: seed, threads: threads)
}

/// The velocities of all nodes, one list per axis.
package func velocities(of particles: Particles) -> [[Double]] {
  (0..<particles.dimensions).map {
    Array(UnsafeBufferPointer(start: particles.velocity[$0], count: particles.count))
  }
}

/// What `force` adds to the velocities of nodes at rest, one list per axis, at alpha = 1.
package func velocities(_ force: any Force, in world: World) -> [[Double]] {
  var force = force
  force.prepare(for: world)
  let particles = world.particles
  for axis in 0..<particles.dimensions {
    particles.velocity[axis].update(repeating: 0, count: particles.count)
  }
  force.apply(to: world, alpha: 1)
  return velocities(of: particles)
}

/// The karate club at x = 37i mod 34, y = 11i mod 29, z = 5i mod 7: a layout that any other program
/// can make too. What the tests expect of it was computed with networkx 3.6.1 and scipy 1.17.1.
package func karate(dimensions: Int = 2) throws -> FinishedLayout {
  let steps = [(37, 34), (11, 29), (5, 7)]
  let axes = steps.prefix(dimensions).map { step in
    (0..<34).map { Double($0 * step.0 % step.1) }
  }
  return FinishedLayout(try KarateSource().graph(), at: axes)
}

/// Coordinates at random from 0 to 1; with `lattice`, whole numbers below it.
package func randomCoordinates(
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
  package func mapped(_ change: (Double) -> Double) -> FinishedLayout {
    FinishedLayout(graph, at: coordinates.map { $0.map(change) })
  }

  /// The same graph turned about the origin in the plane of the first two axes.
  package func turned(by angle: Double) -> FinishedLayout {
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
  package func square(_ a: Int, _ b: Int) -> Double {
    coordinates.reduce(0) { $0 + ($1[a] - $1[b]) * ($1[a] - $1[b]) }
  }
}

/// Whether both are there and differ by no more than `tolerance`.
package func isNear(_ a: Double?, _ b: Double?, within tolerance: Double = 1e-12) -> Bool {
  guard let a, let b else { return false }
  return abs(a - b) <= tolerance
}
