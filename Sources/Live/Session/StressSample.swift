import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality

/// Pairs of nodes with their distances in the graph, from which the stress is estimated.
///
/// The stress is that of the metric `stress`, over a sample of pairs: cheap enough for every second.
struct StressSample {
  private static let sourceCount = 24
  private static let pairCount = 12_000

  private var pairs: [(first: Int32, second: Int32, distance: Double)] = []

  /// Cost: a breadth-first search for each of 24 nodes.
  init(_ graph: Graph) {
    let count = graph.nodeCount
    guard count > 1 else { return }
    var generator = SeededGenerator(seed: 0)
    let sources =
      count <= Self.sourceCount
      ? Array(0..<count)
      : (0..<Self.sourceCount).map { _ in Int.random(in: 0..<count, using: &generator) }
    let share = Self.pairCount / sources.count
    var search = BreadthFirstSearch(graph)
    for source in sources {
      search.run(from: source)
      let distances = search.distances
      for index in 0..<min(count, share) {
        let target = count <= share ? index : Int.random(in: 0..<count, using: &generator)
        guard distances[target] > 0 else { continue }
        pairs.append((Int32(source), Int32(target), Double(distances[target])))
      }
    }
  }

  /// Nil if all nodes coincide, if none are connected, or if a coordinate is not finite.
  func stress(of particles: Particles) -> Double? {
    var ratios = Ratios()
    for pair in pairs {
      var square = 0.0
      for axis in 0..<particles.dimensions {
        let lane = particles.position[axis]
        let difference = lane[Int(pair.first)] - lane[Int(pair.second)]
        square += difference * difference
      }
      ratios.add(square.squareRoot() / pair.distance)
    }
    return ratios.squares.isFinite ? ratios.stress : nil
  }
}
