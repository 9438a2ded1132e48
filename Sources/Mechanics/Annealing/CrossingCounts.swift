import ForceLabCVectors
import ForceLabGraphs

/// Counts the crossings of edges of a layout in the plane, whose nodes are moved one at a time.
///
/// Edges that are near each other at the start are in one block of sixteen, and a box around each block tells
/// which blocks an edge may cross.
final class CrossingCounts {
  private let graph: Graph
  /// For each entry of `graph.neighbors`, twice the place of the edge in the blocks, plus 1 if the node is its target.
  private let edgeEnds: [Int32]
  /// The positions of the ends of each edge in four lanes: x and y of its source, then of its target.
  private let ends: NumberStorage<Float>
  private let boxes: NumberStorage<Float>
  private let edges: CCrossings

  private static let block = 16

  /// The layout has coordinates in two lanes. Cost: linear.
  init(_ graph: Graph, at positions: NumberLanes<Float>) {
    self.graph = graph
    let count = graph.edgeCount
    let blocks = (count + Self.block - 1) / Self.block
    let places = Self.places(graph, positions)
    edgeEnds = graph.edgeEnds.map { 2 * places[Int($0 >> 1)] + $0 & 1 }
    ends = NumberStorage(count: count, lanes: 4)
    boxes = NumberStorage(count: blocks, lanes: 4)
    edges = CCrossings(
      ends: ends.lanes[0], stride: ends.lanes.stride, boxes: boxes.lanes[0],
      box_stride: boxes.lanes.stride, blocks: blocks)
    for lane in 0..<4 {
      (ends.lanes[lane] + count).update(repeating: .nan, count: Self.block)
      (boxes.lanes[lane] + blocks).update(repeating: .nan, count: Self.block)
    }
    for node in 0..<graph.nodeCount { put(node, positions[0][node], positions[1][node]) }
    for block in 0..<blocks { ccrossings_fit(edges, block) }
  }

  /// The place of each edge in the Morton order of their middles.
  private static func places(_ graph: Graph, _ positions: NumberLanes<Float>) -> [Int32] {
    let middles = (0..<2).map { axis in
      zip(graph.sources, graph.targets).map { source, target in
        Double(positions[axis][Int(source)]) + Double(positions[axis][Int(target)])
      }
    }
    var places = Array(0..<Int32(graph.edgeCount))
    var order = MortonOrder()
    // Any order will do for coordinates that are not finite.
    guard order.sort(Particles(positions: middles)) else { return places }
    for place in places.indices { places[order[place]] = Int32(place) }
    return places
  }

  /// The crossings of the edge at `place`, a number below that of the edges. Cost: a test for each block, and for each
  /// edge of the blocks near it.
  func crossings(ofEdgeAt place: Int) -> Int {
    ccrossings_of(
      edges,
      CSegment(
        ax: ends.lanes[0][place], ay: ends.lanes[1][place], bx: ends.lanes[2][place],
        by: ends.lanes[3][place]))
  }

  /// The sum over the edges of `node`; nil if it is above `limit`.
  func crossings(of node: Int, atMost limit: Double = .infinity) -> Int? {
    var sum = 0
    for entry in entries(of: node) {
      sum += crossings(ofEdgeAt: Int(edgeEnds[entry] >> 1))
      if Double(sum) > limit { return nil }
    }
    return sum
  }

  /// Moves `node` from `old` to `new` if its edges have at most `limit` crossings there. Returns their number, or nil.
  func move(_ node: Int, from old: SIMD2<Float>, to new: SIMD2<Float>, limit: Double) -> Int? {
    put(node, new.x, new.y)
    // Edges of the node do not cross each other unless they overlap, so it does not matter that their boxes are old.
    guard let sum = crossings(of: node, atMost: limit) else {
      put(node, old.x, old.y)
      return nil
    }
    for entry in entries(of: node) { ccrossings_fit(edges, Int(edgeEnds[entry] >> 1) / Self.block) }
    return sum
  }

  private func entries(of node: Int) -> Range<Int> {
    Int(graph.offsets[node])..<Int(graph.offsets[node + 1])
  }

  private func put(_ node: Int, _ x: Float, _ y: Float) {
    for entry in entries(of: node) {
      let (place, lane) = (Int(edgeEnds[entry] >> 1), 2 * Int(edgeEnds[entry] & 1))
      (ends.lanes[lane][place], ends.lanes[lane + 1][place]) = (x, y)
    }
  }
}
