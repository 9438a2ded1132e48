import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// One of ever coarser versions of a graph: what is laid out at a time.
struct Level {
  /// The graph; its nodes are groups of nodes of the finest.
  let graph: Graph
  /// How many nodes of the finest graph each node stands for.
  let masses: [Double]
  /// How many edges of the finest graph an edge is long.
  let stretch: Double
  /// The nodes that hold a pinned one, and where; the mean place if they hold several.
  let pins: [Particles.Pin]
  /// The group of each node of the next finer level; empty on the finest.
  private let groups: [Int32]

  /// The finest level: the graph of `scene` itself.
  init(_ scene: PlacementContext) {
    graph = scene.graph
    masses = [Double](repeating: 1, count: scene.graph.nodeCount)
    (stretch, pins, groups) = (1, scene.pins, [])
  }

  /// The level above `finer`.
  init(above finer: Level, rounds: Int) {
    let coarsening = Coarsening(of: finer.graph, masses: finer.masses, rounds: rounds)
    (graph, masses, groups) = (coarsening.graph, coarsening.masses, coarsening.groups)
    stretch = finer.stretch * coarsening.stretch
    pins = Self.joined(finer.pins) { Int(coarsening.groups[$0]) }
  }

  private static func joined(_ pins: [Particles.Pin], _ group: (Int) -> Int) -> [Particles.Pin] {
    Dictionary(grouping: pins) { group($0.node) }.sorted { $0.key < $1.key }.map { group, pins in
      let axes = pins[0].position.indices
      let mean = axes.map { axis in
        pins.reduce(0) { $0 + $1.position[axis] } / Double(pins.count)
      }
      return Particles.Pin(node: group, position: mean)
    }
  }

  /// A world of this level's nodes at `positions`.
  ///
  /// A group of m nodes acts with charge m. Links pull groups, which are `stretch` times as far apart
  /// as nodes are, as hard as they pull nodes. That is `stretch`² times what holds whole groups
  /// together, so all else is made as much stronger, which speeds up time: here by the charge.
  func world(at positions: [[Double]], in scene: PlacementContext, seed: UInt64) -> World {
    let particles = Particles(positions: positions)
    for node in 0..<graph.nodeCount {
      particles.charge[node] = masses[node] * stretch * stretch
      particles.radius[node] = scene.dimensions == 3 ? cbrt(masses[node]) : pow(masses[node], 0.5)
    }
    particles.pins = pins
    return World(
      particles: particles, graph: graph, repulsion: scene.repulsion, seed: seed,
      threads: scene.threads)
  }

  /// Where the nodes of `finer` start if their groups are at `positions`: between their group and
  /// the mean of their neighbours' groups, and at random up to `noise` off on each axis.
  func prolonged(
    _ positions: [[Double]], to finer: Graph, noise: Double, using generator: inout SeededGenerator
  ) -> [[Double]] {
    positions.map { position in
      (0..<finer.nodeCount).map { node in
        let (group, own) = (groups[node], position[Int(groups[node])])
        var (sum, count) = (0.0, 0.0)
        for entry in Int(finer.offsets[node])..<Int(finer.offsets[node + 1]) {
          let other = groups[Int(finer.neighbors[entry])]
          guard other != group else { continue }
          sum += position[Int(other)]
          count += 1
        }
        // On a path, half the way is right; among many neighbours, the mean is nearer than they are.
        let way = count > 0 ? (sum / count - own) * 0.6 : 0
        return own + way + (2 * generator.unit() - 1) * noise
      }
    }
  }
}
