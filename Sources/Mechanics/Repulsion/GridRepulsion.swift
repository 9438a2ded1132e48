import Foundation
import ForceLabPlugins

/// Square cells, those that are crowded divided again: neighbouring cells node by node, all others as
/// one body each.
public struct GridRepulsion: Repulsion {
  /// The side of a cell; chosen by the number of nodes if nil.
  public var cell: Double?
  /// The distance from which on nodes do nothing to each other.
  public var cutoff = Double.infinity

  @Scratch private var cells = GridCells()

  public init() {}

  public init(cell: Double? = nil, cutoff: Double = .infinity) {
    (self.cell, self.cutoff) = (cell, cutoff)
  }

  public static let manual = Manual<Self>(
    "grid",
    "Square cells, crowded ones divided again: adjacent ones node by node, others as one body each; "
      + "O(n^4/3), RMS error at most 0.5 % in 2D and 1 % in 3D with the default cell.",
    parameters: [
      Parameter(
        "cell", \.cell, above: 0, unit: "px",
        "Side of a cell; at least a millionth of the extent of the layout.",
        defaultDescription:
          "one for less than 512 nodes, else where near and far cost the same; or the cut-off"),
      Parameter(
        "cutoff", \.cutoff, within: Bounds(above: 0, allowsInfinity: true), unit: "px",
        "From this distance on nodes do nothing to each other, whatever the law; O(n)."),
    ],
    formula: """
      F = Σ near q·f(r²)·δ + Σ far Q·f(R²)·Δ, near being a node's cell and those adjacent to it
      Q a cell's charge, Δ to the center of its charges, R = ‖Δ‖
      """,
    source: "The near-field grid of particle simulations; far cells as in Barnes and Hut 1986")

  public static func statedError(dimensions: Int) -> Double { dimensions == 2 ? 0.005 : 0.01 }

  public mutating func add(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World
  ) {
    // Of few nodes every pair by itself is faster.
    if cell == nil, cutoff == .infinity, world.particles.count < Self.leastSorted {
      return Exact.addEach(sum, times: scale, to: field, in: world)
    }
    cells.add(
      sum, times: scale, to: field, in: world, size: CellSize(wanted: cell, cutoff: cutoff))
  }

  private static var leastSorted: Int { 512 }
}

/// How large the cells of a grid are.
struct CellSize: Sendable {
  /// The side that was asked for.
  var wanted: Double?
  /// The distance from which on nodes do nothing to each other.
  var cutoff: Double

  /// How many cells away near cells are.
  func reach(side: Double) -> Int {
    cutoff < .infinity
      ? Int(min(cutoff / side, Double(GridCells.greatestCountPerAxis)).rounded(.up)) : 1
  }

  /// Whether crowded cells become grids of their own.
  var divides: Bool { wanted == nil && cutoff == .infinity }

  /// How many of `count` nodes a cell is to have.
  ///
  /// A cell of c nodes has 3^d·c near nodes for each of its own, and for each of its p points n/c
  /// far cells: both cost the same at c³ = p·n/3^d. Half again as many make up for what a cell costs
  /// by itself (measured from 5000 to 100 000 nodes).
  func share(of count: Int, axes: Int) -> Double {
    let (points, near) = axes == 2 ? (16.0, 9.0) : (32.0, 27.0)
    return 1.5 * cbrt(points * Double(count) / near)
  }

  /// The side of the cells for `count` nodes in `box`, with `share` nodes each if it is chosen here.
  func side(_ box: Box, count: Int, axes: Int, share: Double) -> Double {
    var free = (0..<axes).map { box.sides[$0] }.sorted()
    guard let extent = free.last, extent > 0 else { return 1 }
    let least = extent / Double(GridCells.greatestCountPerAxis)
    if let wanted { return max(wanted, least) }
    // A cut-off leaves no far cells: its own cells and the adjacent ones hold all.
    if cutoff < .infinity { return max(min(cutoff, extent), least) }
    let cells = Double(count) / share
    // Sides much shorter than the others hold one row of cells, and the rest share what is wanted.
    while free.count > 1 {
      let side = pow(free.reduce(1, *) / cells, 1 / Double(free.count))
      if free[0] > side { return max(side, least) }
      free.removeFirst()
    }
    return max(free[0] / cells, least)
  }
}
