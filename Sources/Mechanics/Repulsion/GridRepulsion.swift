import Foundation
import ForceLabPlugins

/// Approximates distant cells of a grid by one body each.
public struct GridRepulsion: Repulsion {
  public var cell: Double?
  public var cutoff = Double.infinity

  @Scratch private var cells = GridCells()
  @Scratch private var tree = KDTree()
  @Scratch private var signs = ChargeSigns()

  public init() {}

  public static let manual = Manual<Self>(
    "grid",
    "A grid of square cells: adjacent ones act node by node, others as one body each; O(n^4/3), "
      + "O(k²) for k nodes in one place, RMS error on uniform nodes at most 0.5 % in 2D and 1 % in "
      + "3D with the default cell, 2 % with charges of both signs, which are summed apart. A tree "
      + "sums energies.",
    parameters: [
      Parameter(
        "cell", \.cell, above: 0, unit: "px",
        "Side of a cell; at least a millionth of the extent of the layout. If given, crowded cells are "
          + "not divided.",
        defaultDescription:
          "a single cell below 512 nodes, else equal cost of near and far; or the cut-off"),
      Parameter(
        "cutoff", \.cutoff, within: Bounds(above: 0, allowsInfinity: true), unit: "px",
        "Distance beyond which nodes do not act on each other, with any force; O(n)."),
    ],
    formula: """
      F = Σ near q·f(r²)·δ + Σ far Q·f(R²)·Δ, where a node's cell and those adjacent to it are near
      Q the charge of a cell, Δ to the center of its charges, R = ‖Δ‖
      """,
    source: "The near-field grid of particle simulations; far cells as in Barnes and Hut 1986")

  public static func statedError(dimensions: Int) -> Double { dimensions == 2 ? 0.005 : 0.01 }

  public func reach(count: Int) -> Double { cutoff }

  public mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    // For few nodes, all pairs are faster.
    if cell == nil, cutoff == .infinity, world.particles.count < Self.minSorted {
      return Exact.addEach(sum, times: scale, to: field, in: world)
    }
    // The cells of a grid have many different charges, and each charge needs a logarithm of its own.
    if sum.quantity == .potential, cutoff == .infinity {
      return tree.add(sum, times: scale, to: field, in: world)
    }
    let size = CellSize(wanted: cell, cutoff: cutoff)
    let parts = cutoff == .infinity ? signs.parts(of: sum, count: world.particles.count) : [sum]
    for (part, sign) in zip(parts, [1.0, -1]) {
      cells.add(part, times: sign * scale, to: field, in: world, size: size)
    }
  }

  private static var minSorted: Int { 512 }
}

struct CellSize: Sendable {
  var wanted: Double?
  var cutoff: Double

  /// The maximum distance of near cells, in cells.
  func reach(side: Double) -> Int {
    cutoff < .infinity
      ? Int(clamping: min(cutoff / side, Double(GridCells.maxCountPerAxis)).rounded(.up)) : 1
  }

  var divides: Bool { wanted == nil && cutoff == .infinity }

  /// The number of nodes in a cell, of `count` in all. Each of the c nodes of a cell has 3^d·c near
  /// nodes, and each of its p points n/c far cells. Both cost the same at c³ = p·n/3^d; the factor
  /// 1.5 accounts for the cost of a cell itself (measured from 5000 to 100 000 nodes).
  func share(of count: Int, axes: Int) -> Double {
    let (points, near) = axes == 2 ? (16.0, 9.0) : (32.0, 27.0)
    return 1.5 * cbrt(points * Double(count) / near)
  }

  /// The side of the cells for `count` nodes in `box`, with `share` nodes each if none is given.
  func side(_ box: Box, count: Int, axes: Int, share: Double) -> Double {
    var free = (0..<axes).map { box.sides[$0] }.sorted()
    guard let extent = free.last, extent > 0 else { return 1 }
    let minimum = extent / Double(GridCells.maxCountPerAxis)
    if let wanted { return max(wanted, minimum) }
    // With a cut-off, all nodes that act are in the cell and the adjacent ones.
    if cutoff < .infinity { return max(min(cutoff, extent), minimum) }
    let cells = Double(count) / share
    // The product of sides next to zero or infinity would be zero or infinite.
    let unit = (1e-100...1e100).contains(extent) ? 1 : extent
    free = free.map { $0 / unit }
    // A side much shorter than the others has one row of cells; the others share the count.
    while free.count > 1 {
      let side = pow(free.reduce(1, *) / cells, 1 / Double(free.count))
      if free[0] > side { return max(side * unit, minimum) }
      free.removeFirst()
    }
    return max(free[0] / cells * unit, minimum)
  }
}
