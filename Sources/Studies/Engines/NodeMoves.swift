import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import Foundation

/// Moves of single nodes, near or far, or to a node near which they could belong.
struct NodeMoves {
  private(set) var places: [[Double]]
  private let graph: Graph
  private let movable: [Int]
  private let extent: Double
  /// The node that moved last, and where it was.
  private var last: (node: Int, place: [Double])?

  /// Nil if no node can move.
  init?(_ task: LayoutTask, from places: [[Double]]) {
    (self.places, graph) = (places, task.graph)
    let pinned = Set(task.pins.map(\.node))
    movable = (0..<graph.nodeCount).filter { !pinned.contains($0) }
    extent = places.map { ($0.max() ?? 0) - ($0.min() ?? 0) }.max() ?? 0
    guard !movable.isEmpty, extent > 0 else { return nil }
  }

  mutating func moveNode(using generator: inout SeededGenerator) {
    let node = movable[generator.index(below: movable.count)]
    var center = node
    if generator.unit() < 0.4,
      let neighbor = graph.neighbors(of: node).randomElement(using: &generator)
    {
      let second = graph.neighbors(of: Int(neighbor)).randomElement(using: &generator)
      center = Int(second ?? neighbor)
    }
    let reach = extent * pow(10, -3 * generator.unit())
    last = (node, places.map { $0[node] })
    let middle = places.map { $0[center] }
    for axis in places.indices {
      let noise = generator.unit() + generator.unit() + generator.unit() - 1.5
      places[axis][node] = middle[axis] + reach * noise
    }
  }

  mutating func takeBack() {
    guard let (node, place) = last else { return }
    for axis in places.indices { places[axis][node] = place[axis] }
  }
}
