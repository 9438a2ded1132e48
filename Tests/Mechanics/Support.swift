import Foundation
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import Testing

/// Whether the build is optimised. Debug SIMD code is some 500 times slower, so tests are smaller there.
#if DEBUG
  let isOptimised = false
#else
  let isOptimised = true
#endif

/// The forces, strategies and integrators of the catalog.
func plugins<P>(_ kind: PluginKind, as: P.Type = P.self) -> [P] {
  Catalog.mechanics.types(of: kind).compactMap { $0.init() as? P }
}

/// Nodes at random in a box of side `extent`.
func uniform(_ count: Int, dimensions: Int, extent: Double = 1000, seed: UInt64 = 1) -> [[Double]] {
  var generator = SeededGenerator(seed: seed)
  return (0..<dimensions).map { _ in (0..<count).map { _ in generator.unit() * extent } }
}

/// A graph of `count` nodes and no edges.
func cells(_ count: Int) throws -> Graph {
  try Graph(nodeCount: count, edges: [])
}

/// A circle of `count` nodes.
func ring(_ count: Int) throws -> Graph {
  var source = RingSource()
  source.count = count
  return try source.graph()
}

/// A world of nodes without edges.
func world(_ positions: [[Double]], _ repulsion: any Repulsion = Exact()) throws -> World {
  World(
    particles: Particles(positions: positions), graph: try cells(positions[0].count),
    repulsion: repulsion, seed: 7)
}

/// What `force` adds to the velocities of nodes at rest, one list per axis, at alpha = 1.
func velocities(_ force: any Force, in world: World) -> [[Double]] {
  var force = force
  force.prepare(for: world)
  let particles = world.particles
  for axis in 0..<particles.dimensions {
    particles.velocity[axis].update(repeating: 0, count: particles.count)
  }
  force.apply(to: world, alpha: 1)
  return (0..<particles.dimensions).map {
    Array(UnsafeBufferPointer(start: particles.velocity[$0], count: particles.count))
  }
}

/// √(Σ|a − b|²/Σ|b|²).
func relativeError(_ a: [[Double]], _ b: [[Double]]) -> Double {
  var (error, square) = (0.0, 0.0)
  for (a, b) in zip(a.joined(), b.joined()) {
    error += (a - b) * (a - b)
    square += b * b
  }
  return (error / square).squareRoot()
}

/// The greatest difference of two lists of coordinates.
func greatestDifference(_ a: [[Double]], _ b: [[Double]]) -> Double {
  zip(a.joined(), b.joined()).map { abs($0 - $1) }.max() ?? .infinity
}

/// The coordinates in a file of `References/`, one list per axis.
func reference(_ name: String, dimensions: Int = 2) throws -> [[Double]] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  var placement = FilePlacement()
  placement.path = FileReference(folder.appending(path: "References/\(name).csv").path)
  let text = try String(contentsOfFile: placement.path.path, encoding: .utf8)
  let count = text.split(whereSeparator: \.isNewline).count - 1
  var generator = SeededGenerator(seed: 0)
  return try placement.coordinates(
    of: cells(count), dimensions: dimensions, using: &generator)
}

/// d3's spiral start.
func phyllotaxis(_ graph: Graph, dimensions: Int = 2) -> [[Double]] {
  var generator = SeededGenerator(seed: 0)
  return Phyllotaxis().coordinates(of: graph, dimensions: dimensions, using: &generator)
}

/// Makes a plugin and sets its parameters.
func with<P: Configurable>(_ type: P.Type, _ change: (inout P) -> Void) -> P {
  var plugin = P()
  change(&plugin)
  return plugin
}
