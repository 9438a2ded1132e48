import Foundation
import ForceLabGraphs
import ForceLabPlugins

/// One of the sequence of coarser graphs that `Multilevel` lays out.
struct Level {
  let graph: Graph
  /// The number of nodes of the finest graph in each node.
  let masses: [Double]
  /// The length of an edge, in edges of the finest graph.
  let stretch: Double
  /// The nodes that contain pinned ones, at the mean of their positions.
  let pins: [Particles.Pin]
  /// The group of each node of the next finer level; empty on the finest.
  private let groups: [Int32]

  /// The finest level, whose node i is node `order[i]` of the graph.
  init(_ context: PlacementContext, order: [Int32]) {
    graph = context.graph.renumbered(order)
    masses = [Double](repeating: 1, count: order.count)
    (stretch, groups) = (1, [])
    let pinned = Dictionary(firstOf: context.pins.map { ($0.node, $0.position) })
    pins =
      pinned.isEmpty
      ? []
      : order.enumerated().compactMap { place, node in
        pinned[Int(node)].map { Particles.Pin(node: place, position: $0) }
      }
  }

  /// The weights of edges of the finest graph count if a force uses them. Those of coarser graphs are numbers
  /// of finer edges, or sums of weights.
  init(above finer: Level, rounds: Int, usesWeights: Bool) {
    let coarsening = Coarsening(
      of: finer.graph, masses: finer.masses, rounds: rounds,
      usesWeights: usesWeights || !finer.groups.isEmpty)
    (graph, masses, groups) = (coarsening.graph, coarsening.masses, coarsening.groups)
    stretch = finer.stretch * coarsening.stretch
    let pinned = Dictionary(grouping: finer.pins) { Int(coarsening.groups[$0.node]) }
    pins = pinned.sorted { $0.key < $1.key }.map { group, pins in
      let mean = pins[0].position.indices.map { axis in
        pins.reduce(0) { $0 + $1.position[axis] } / Double(pins.count)
      }
      return Particles.Pin(node: group, position: mean)
    }
  }

  /// A world of this level's nodes at `positions`. Links pull groups as hard as nodes, which is `stretch`² times the
  /// pull that holds groups together. So all other forces are made as much stronger, pairwise ones by the charge.
  func world(at positions: [[Double]], in context: PlacementContext, seed: UInt64) -> World {
    let particles = Particles(positions: positions)
    for node in 0..<graph.nodeCount {
      particles.charge[node] = masses[node] * stretch * stretch
      particles.radius[node] = context.dimensions == 3 ? cbrt(masses[node]) : pow(masses[node], 0.5)
    }
    particles.pins = pins
    return World(
      particles: particles, graph: graph, repulsion: context.repulsion, seed: seed,
      threads: context.threads)
  }

  /// The initial positions of the nodes of `finer`: between their group and the mean of their
  /// neighbors' groups, plus a random offset of up to `noise` per axis.
  func prolonged(
    _ positions: [[Double]], to finer: Graph, noise: Double, using generator: inout SeededGenerator
  ) -> [[Double]] {
    positions.map { position in
      (0..<finer.nodeCount).map { node in
        let (group, own) = (groups[node], position[Int(groups[node])])
        var (sum, count) = (0.0, 0.0)
        for neighbor in finer.neighbors(of: node) where groups[Int(neighbor)] != group {
          sum += position[Int(groups[Int(neighbor)])]
          count += 1
        }
        // Half the way is right on a path; the mean of many neighbors is nearer than they are.
        let way = count > 0 ? (sum / count - own) * 0.6 : 0
        return own + way + (2 * generator.unit() - 1) * noise
      }
    }
  }
}
