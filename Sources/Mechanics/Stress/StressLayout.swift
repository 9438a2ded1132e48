import ForceLabGraphs
import ForceLabPlugins
import Foundation

/// A layout of low stress of any graph: each connected part by itself, side by side.
struct StressLayout {
  /// Above this number of nodes, a part is laid out with pivots if their number is not given.
  static let greatestAllPairsCount = 5000
  /// Tiles of nodes that follow each other in breadth-first order would slow the descent down.
  private static let shuffledRun = 256

  var dimensions = 2
  var threads = 1
  /// The number of pivots; nil to choose it by the size of a part.
  var pivots: Int?
  /// The number of times that all pairs, or all nodes with regard to pivots, are moved.
  var epochs: Int?
  /// In px.
  var length = 30.0
  var pins: [Particles.Pin] = []

  /// The number of pivots that keep time and memory in proportion to the size of a large part.
  static func pivots(for count: Int) -> Int {
    max(32, min(256, 32_000_000 / max(1, count))) / 16 * 16
  }

  /// Coordinates in px, one list per axis. `lengths` has a positive number for each edge, and the mean
  /// becomes `length`; nil for equal edges.
  func coordinates(
    of graph: Graph, lengths: [Double]? = nil, using generator: inout SeededGenerator
  ) -> [[Double]] {
    var relative = lengths
    if let lengths, !lengths.isEmpty {
      let mean = lengths.reduce(0) { $0 + $1 / Double(lengths.count) }
      relative = lengths.map { $0 / mean }
    }
    let parts = ConnectedParts(of: graph, lengths: relative)
    var coordinates = Array(
      repeating: [Double](repeating: 0, count: graph.nodeCount), count: dimensions)
    let pinned = Dictionary(pins.map { ($0.node, $0.position) }) { first, _ in first }
    var isHeld = [Bool](repeating: false, count: parts.count)
    for index in 0..<parts.count {
      isHeld[index] = !pinned.isEmpty && parts.nodes(of: index).contains { pinned[Int($0)] != nil }
      layOut(index, of: parts, pinned, &coordinates, using: &generator)
    }
    if parts.count > 1 {
      Packing(gap: length).arrange(parts, isHeld: isHeld, &coordinates)
    }
    return coordinates
  }

  private func layOut(
    _ index: Int, of parts: ConnectedParts, _ pinned: [Int: [Double]],
    _ coordinates: inout [[Double]], using generator: inout SeededGenerator
  ) {
    let count = parts.size(of: index)
    guard count > 1 else {
      let node = Int(parts.nodes(of: index).first ?? 0)
      for axis in 0..<dimensions { coordinates[axis][node] = pinned[node]?[axis] ?? 0 }
      return
    }
    let wanted = pivots ?? (count <= Self.greatestAllPairsCount ? count : Self.pivots(for: count))
    let usesAllPairs = wanted >= count
    let part = parts.part(
      index, shuffledIn: usesAllPairs ? Self.shuffledRun : 1, using: &generator)
    let pins = part.nodes.indices.compactMap { place in
      pinned[Int(part.nodes[place])].map { (place: place, position: $0) }
    }
    // Where coordinates of 0 are: single precision needs an origin that is near.
    let origin = (0..<dimensions).map { axis in
      pins.isEmpty ? 0 : pins.reduce(0) { $0 + $1.position[axis] } / Double(pins.count)
    }
    func hold(_ positions: NumberStorage<Float>, _ mobility: inout [Float]) {
      guard !pins.isEmpty else { return }
      mobility = Array(repeating: 1, count: positions.count)
      for pin in pins {
        mobility[pin.place] = 0
        for axis in 0..<dimensions {
          positions.lanes[axis][pin.place] = Float((pin.position[axis] - origin[axis]) / length)
        }
      }
    }
    let positions: NumberStorage<Float>
    if usesAllPairs {
      let stress = AllPairsStress(part, dimensions: dimensions, threads: threads)
      stress.scatter(using: &generator)
      hold(stress.positions, &stress.mobility)
      stress.descend(epochs: epochs ?? 20, least: part.typicalLength, using: &generator)
      positions = stress.positions
    } else {
      let stress = PivotStress(
        part, pivots: wanted, first: pins.map { Int32($0.place) }, dimensions: dimensions,
        threads: threads, using: &generator)
      hold(stress.positions, &stress.mobility)
      stress.layOutPivots(epochs: 20, using: &generator)
      stress.sweep(2, links: false)
      stress.sweep(epochs ?? 10, links: true)
      positions = stress.positions
    }
    for axis in 0..<dimensions {
      let lane = positions.lanes[axis]
      var middle = 0.0
      if pins.isEmpty {
        for place in 0..<count { middle += Double(lane[place]) / Double(count) }
      }
      for (place, node) in part.nodes.enumerated() {
        coordinates[axis][Int(node)] = origin[axis] + (Double(lane[place]) - middle) * length
      }
    }
    for pin in pins {
      for axis in 0..<dimensions {
        coordinates[axis][Int(part.nodes[pin.place])] = pin.position[axis]
      }
    }
  }
}
