import Foundation
import ForceLabPlugins

/// Random vertex sampling: sums a few random pairs in each tick; O(n).
public struct Sampled: Repulsion {
  public var count: Int?
  public var updates: Int?
  public var neighbors = 15
  public var multiplier: Double?

  @Scratch private var near = NeighborSample()
  @Scratch private var memories: [SourceList] = []

  public init() {}

  public static let manual = Manual<Self>(
    "sampled",
    "Random vertex sampling: in each tick, a few random nodes act on some of the nodes. Each node also "
      + "keeps the nearest nodes sampled so far, which act on it in every tick. O(n); not a sum over "
      + "all pairs.",
    parameters: [
      Parameter(
        "count", \.count, within: Bounds(1...1_000_000), unit: "nodes",
        "Random nodes that act on a node in its turn.", defaultDescription: "n^¼"),
      Parameter(
        "updates", \.updates, within: Bounds(1...1_000_000_000), unit: "nodes",
        "Nodes whose turn it is in a tick.", defaultDescription: "n^¾"),
      Parameter(
        "neighbors", \.neighbors, within: Bounds(0...1000), unit: "nodes",
        "Near nodes that each node keeps and that act on it in every tick."),
      Parameter(
        "multiplier", \.multiplier, in: 0...,
        "Factor of all forces; (n − 1)/count makes their mean exact if neighbors is 0 and updates n.",
        defaultDescription: "1 below 100 nodes, 3 below 200, else √n"),
    ],
    formula:
      "F = multiplier·Σ q·f(r²)·δ over kept neighbors and, in a node's turn, `count` random nodes",
    source:
      "Gove 2019, “A Random Sampling O(n) Force-calculation Algorithm for Graph Layouts”, and "
      + "its d3-force-sampled")

  /// ∞: the forces are random.
  public static func statedError(dimensions: Int) -> Double { .infinity }
  public var isRandom: Bool { true }
  public var givesPotentials: Bool { false }

  public mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    let nodes = world.particles.count
    guard nodes > 1 else { return }
    near.advance(to: world, count: min(neighbors, nodes - 1))
    memories.own(world.threads, SourceList.init)
    let (size, tick) = (Double(nodes), world.tick)
    let drawn = count ?? Int(clamping: pow(size, 0.25).rounded(.up))
    let updates = min(nodes, updates ?? Int(clamping: pow(size, 0.75).rounded(.up)))
    // In each tick the window of the nodes whose turn it is moves by its own length.
    let first = tick % nodes * updates % nodes
    let factor = multiplier ?? (nodes < 100 ? 1 : nodes < 200 ? 3 : size.squareRoot())
    let (near, memories, ids, block) = (near, memories, world.identity, Self.block)
    let room = near.count + drawn
    world.share((nodes + block - 1) / block, work: block * room) { index, thread in
      for node in index * block..<min((index + 1) * block, nodes) {
        let sources = memories[thread]
        sources.ensure(room, axes: world.dimensions)
        near.append(to: sources, of: node, world.particles, sum.charges)
        if (node - first + nodes) % nodes < updates {
          var generator = SeededGenerator(
            seed: SeededGenerator.mix(world.seed &+ 1), stream: UInt64(tick) << 32 | UInt64(node))
          for _ in 0..<drawn {
            let other = generator.index(below: nodes - 1)
            sources.append(other < node ? other : other + 1, of: world.particles, sum.charges)
          }
        }
        guard sources.count > 0 else { continue }
        let weights = sources.lanes[world.dimensions]
        for source in 0..<sources.count { weights[source] *= factor }
        var pairs = sources.interactions(
          on: world.particles.position, node..<node + 1, ids: ids.base, seed: world.seed)
        pairs.includesTargets = false
        pairs.add(sum, times: scale, to: field)
      }
    }
  }

  /// The number of nodes per unit of shared work.
  private static let block = 64
}
