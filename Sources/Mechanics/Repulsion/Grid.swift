import Plugins
import RealModule

/// Square cells of one size: neighbouring cells node by node, all others as one node each.
public struct Grid: Repulsion {
  /// The side of a cell; chosen by the number of nodes if nil.
  public var cell: Double?

  @Working private var order = NodeOrder()
  @Working private var cells: [Cell] = []
  @Working private var places: [SIMD4<Int32>] = []

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

  public mutating func visit(_ world: World, _ body: (Interactions) -> Void) {
    guard world.particles.count > 0 else { return }
    order.load(world.particles)
    sortIntoCells(axes: world.dimensions)
    let (cells, places, entries) = (cells, places, order.entries)
    var group = -1
    order.visit(world, groups: cells, body) { _, list in
      group += 1
      for (index, cell) in cells.enumerated() {
        let steps = places[index] &- places[group]
        if any(steps .> 1) || any(steps .< -1) {
          list.addCentroid(of: cell, entries)
        } else {
          list.add(entries, cell.nodes)
        }
      }
    }
  }

  /// Sorts the nodes by cell, rows of cells one after another.
  private mutating func sortIntoCells(axes: Int) {
    let all = Cell(order.entries, 0..<order.entries.count)
    let side = side(all, axes: axes)
    let keyed = order.entries.enumerated().map { index, entry in
      (place: Self.place((entry.point - all.lower) / side), index: index)
    }
    .sorted { a, b in
      (a.place.z, a.place.y, a.place.x, a.index) < (b.place.z, b.place.y, b.place.x, b.index)
    }
    order.entries = keyed.map { order.entries[$0.index] }
    cells.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    var start = 0
    for end in 1...keyed.count where end == keyed.count || keyed[end].place != keyed[start].place {
      cells.append(Cell(order.entries, start..<end))
      places.append(keyed[start].place)
      start = end
    }
  }

  /// The cell of a point that is so many cells away from the lowest; any cell for a layout that has
  /// left the finite numbers, which whoever moves the nodes will notice.
  private static func place(_ steps: SIMD4<Double>) -> SIMD4<Int32> {
    let isOrdered = (steps .>= 0) .& (steps .< Double(Int32.max))
    return SIMD4<Int32>(SIMD4<Double>().replacing(with: steps, where: isOrdered), rounding: .down)
  }

  /// With M cells of n/M nodes, a node has 3^d·n/M near nodes and M far cells: equal at M = √(3^d·n).
  private func side(_ all: Cell, axes: Int) -> Double {
    let sides = (0..<axes).map { (all.upper - all.lower)[$0] }
    let extent = sides.max() ?? 0
    guard extent > 0 else { return 1 }
    let least = extent / 1_048_576
    if let cell { return max(cell, least) }
    let near = axes == 2 ? 9.0 : 27.0
    let wanted = (near * Double(order.entries.count)).squareRoot()
    // Sides much shorter than the others hold one row of cells, and the rest share what is wanted.
    var free = sides.sorted()
    while free.count > 1 {
      let volume = free.reduce(1, *)
      let side = Double.pow(volume / wanted, 1 / Double(free.count))
      if free[0] >= side { return max(side, least) }
      free.removeFirst()
    }
    return max(free[0] / wanted, least)
  }
}
