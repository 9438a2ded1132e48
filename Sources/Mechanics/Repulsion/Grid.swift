import Plugins
import RealModule

/// Square cells of one size: neighbouring cells node by node, all others as one node each.
public struct Grid: Repulsion {
  /// The side of a cell; chosen by the number of nodes if nil.
  public var cell: Double?

  @Working private var cells = GridCells()
  @Working private var lists: [SourceList] = []

  /// Cells of a size that is chosen by the number of nodes.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "grid",
    "Square cells: adjacent ones node by node, others as one node each; O(n·√n), "
      + "RMS error at most 0.5 % in 2D and 1 % in 3D on uniform nodes with the default cell.",
    parameters: [
      Parameter(
        "cell", \.cell, above: 0, unit: "px",
        "Side of a cell; at least a millionth of the extent of the layout.",
        otherwise: "so that near nodes and far cells are equally many")
    ],
    source: "The near-field grid of particle simulations; far cells as in Barnes and Hut 1986")

  public static func statedError(dimensions: Int) -> Double { dimensions == 2 ? 0.005 : 0.01 }

  public mutating func visit(_ world: World, _ body: (Interactions) -> Double) -> Double {
    guard cells.nodes.load(world.particles), cells.nodes.count > 0 else { return 0 }
    let axes = world.dimensions
    let box = cells.nodes.box(0..<cells.nodes.count)
    cells.sort(in: box, side: side(box, count: cells.nodes.count, axes: axes))
    let lanes = cells.nodes.spread(world.particles)
    let centroids = cells.measure(lanes, axes: axes)
    let views = lists.ensure(threads: world.threads, count: cells.nodes.count, axes: axes)
    return cells.nodes.ids.withUnsafeBufferPointer { ids in
      guard let ids = ids.baseAddress else { return 0 }
      return world.sum(over: cells.count, work: 64 * 1024) { cell, thread in
        var list = views[thread]
        cells.gather(for: cell, lanes, ids, centroids, axes: axes, into: &list)
        return body(
          list.interactions(
            with: lanes, ids, cells.nodes(of: cell), axes: axes, seed: world.seed))
      }
    }
  }

  /// With M cells of n/M nodes, a node has 3^d·n/M near nodes and M far cells: equal at M = √(3^d·n).
  private func side(_ box: Box, count: Int, axes: Int) -> Double {
    var free = (0..<axes).map { box.sides[$0] }.sorted()
    guard let extent = free.last, extent > 0 else { return 1 }
    let least = extent / Double(GridCells.greatestCountPerAxis)
    if let cell { return max(cell, least) }
    let near = axes == 2 ? 9.0 : 27.0
    let wanted = (near * Double(count)).squareRoot()
    // Sides much shorter than the others hold one row of cells, and the rest share what is wanted.
    while free.count > 1 {
      let side = Double.pow(free.reduce(1, *) / wanted, 1 / Double(free.count))
      if free[0] >= side { return max(side, least) }
      free.removeFirst()
    }
    return max(free[0] / wanted, least)
  }
}
