import ForceLabGraphs
import ForceLabPlugins
import Foundation

// Layouts of low stress of a connected part.
extension PartwiseLayout.Task {
  /// Above this number of nodes, a part is laid out with pivots if their number is not given.
  private static let maxAllPairsCount = 5000
  /// So few nodes for each pivot are laid out by all pairs in less time.
  private static let allPairsFactor = 8

  /// The number of pivots that keep time and memory in proportion to the size of a large part.
  private var defaultPivots: Int {
    guard count > Self.maxAllPairsCount else { return count }
    return max(32, min(256, 32_000_000 / count)) / 16 * 16
  }

  /// The layout by `placement`, with pivots, or by all pairs if the part has few nodes for each pivot.
  /// `multilevel` is the layout of the graph by that placement, in lengths of an edge, once a part may start there.
  func layOut(
    by placement: StressPlacement, in context: PlacementContext,
    keeping multilevel: inout [[Double]]?, using generator: inout SeededGenerator
  ) throws -> PartwiseLayout.Answer {
    let isSmall = count <= Multilevel().coarsest
    let start = isSmall ? .pivots : placement.start
    // The multilevel layout of a part that cannot be coarsened is its layout by all pairs.
    let pivots =
      isSmall && placement.start == .multilevel ? count : placement.pivots ?? defaultPivots
    guard count > max(pivots, min(Self.allPairsFactor * pivots, Self.maxAllPairsCount)) else {
      let part = parts.part(index)
      let stress = AllPairsStress(part, dimensions: layout.dimensions, threads: layout.threads)
      stress.pins = pins(in: part)
      stress.scatter(using: &generator)
      stress.descend(epochs: placement.epochs, minimum: part.typicalLength, using: &generator)
      return (part, stress.positions)
    }
    let part = parts.part(index)
    if start != .pivots, multilevel == nil {
      var linked = context
      linked.forces = [LinkForce().setting(\.length, to: .number(layout.length))]
      multilevel = try Multilevel().coordinates(in: linked, using: &generator).map { axis in
        axis.map { $0 / layout.length }
      }
    }
    let other = start == .pivots ? nil : multilevel.map { positions($0, in: part) }
    let stress = sparse(
      part, pivots: pivots, from: start == .multilevel ? other : nil, using: &generator)
    let tried = start == .better ? min(placement.sweeps, Self.triedSweeps) : 0
    if start == .better, let other { stress.sweep(tried, orFrom: other, using: &generator) }
    stress.sweep(placement.sweeps - tried, links: true)
    return (part, stress.positions)
  }

  /// So many sweeps show which of two starts leads to less stress.
  private static let triedSweeps = 10

  /// The positions of the nodes of `part`, whose pinned nodes are where they are to be held.
  private func positions(
    _ coordinates: [[Double]], in part: ConnectedPart
  ) -> NumberStorage<Float> {
    let positions = NumberStorage<Float>(count: part.count, lanes: layout.dimensions)
    let pin = pins(in: part).first
    for (axis, coordinates) in coordinates.enumerated() {
      let shift =
        pin.map { Double($0.position[axis]) - coordinates[Int(part.nodes[$0.place])] } ?? 0
      for (place, node) in part.nodes.enumerated() {
        positions.lanes[axis][place] = Float(coordinates[Int(node)] + shift)
      }
    }
    return positions
  }

  /// The stress with some pivots. Nodes start at `positions`, or beside pivots that have been laid out.
  func sparse(
    _ part: ConnectedPart, pivots: Int, from positions: NumberStorage<Float>?,
    using generator: inout SeededGenerator
  ) -> PivotStress {
    let pins = pins(in: part)
    let distances = PivotDistances(
      part, count: pivots, first: pins.map { Int32($0.place) }, threads: layout.threads,
      using: &generator)
    let stress = PivotStress(distances, dimensions: layout.dimensions, threads: layout.threads)
    if let positions { stress.positions.copy(positions, count: part.count) }
    stress.mobility = stress.positions.hold(pins)
    if positions == nil {
      stress.layOutPivots(epochs: 20, using: &generator)
      stress.sweep(2, links: false)
    }
    return stress
  }

  // MARK: Starts

  /// The layout of the placement 'multilevel', by links alone, which do not diverge; nil if it fails.
  func multilevelStart(
    of part: ConnectedPart, coarsest: Int, using generator: inout SeededGenerator
  ) -> NumberStorage<Float>? {
    var context = PlacementContext(
      parts.graph.renumbered(part.nodes), dimensions: layout.dimensions)
    let length = context.edgeLength
    context.threads = layout.threads
    context.forces = [LinkForce()]
    context.pins = pins(in: part).map { place, position in
      Particles.Pin(node: place, position: position.map { Double($0) * length })
    }
    let placement = Multilevel { ($0.length, $0.coarsest) = (length, coarsest) }
    guard let start = try? placement.coordinates(in: context, using: &generator) else { return nil }
    let positions = NumberStorage<Float>(count: part.count, lanes: layout.dimensions)
    for (axis, coordinates) in start.enumerated() {
      for place in 0..<part.count {
        positions.lanes[axis][place] = Float(coordinates[place] / length)
      }
    }
    return positions
  }

  /// The nodes on circles around one of them, by their distance from it.
  func circles(of part: ConnectedPart) -> NumberStorage<Float> {
    let positions = NumberStorage<Float>(count: part.count, lanes: layout.dimensions)
    var search = BreadthFirstSearch(offsets: part.offsets, neighbors: part.neighbors)
    search.run(from: part.count / 2)
    let levels = search.distances
    var sizes = [Int](repeating: 0, count: Int(levels.max() ?? 0) + 1)
    for level in levels { sizes[Int(level)] += 1 }
    var placed = [Int](repeating: 0, count: sizes.count)
    for (node, level) in levels.enumerated() {
      let angle = 2 * Double.pi * Double(placed[Int(level)]) / Double(sizes[Int(level)])
      placed[Int(level)] += 1
      positions.lanes[0][node] = Float(level) * Float(cos(angle))
      positions.lanes[1][node] = Float(level) * Float(sin(angle))
    }
    _ = positions.hold(pins(in: part))
    return positions
  }
}
