import Plugins

/// Barnes–Hut on a tree that halves space along every axis at each level.
public struct BarnesHut: CellTreeRepulsion {
  /// θ: four points stand for a cell where its extent is less than θ times its distance.
  public var theta = 0.9
  /// At most how many nodes stay together in a leaf.
  public var leaf = 32

  @Working var tree = CellTree()

  /// θ = 0.9 and leaves of 32.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "barnes-hut",
    "Barnes–Hut on a quadtree (in 3D an octree), distant cells by their first three moments and "
      + "between points of the target cells by interpolation, in single precision; O(n log n), "
      + "RMS error at most 0.3 % in 2D and 1 % in 3D on uniform nodes at θ = 0.9.",
    parameters: [
      Parameter(
        "theta", \.theta, in: 0...2,
        "Four points stand for a cell where extent < θ·distance; 0 is exact, in double precision."),
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Greatest size of a leaf."),
    ],
    formula: """
      F = Σ near q·f(r²)·δ + Σ far Q·f(R²)·Δ, far being cells of extent < θ·distance
      Q a cell's charge, Δ to the center of its charges, R = ‖Δ‖; higher moments after that
      """,
    source: "Barnes and Hut 1986; Fong and Darve 2009 for the interpolation")

  func splitter(_ world: World) -> any CellSplitter {
    QuadrantSplitter(leaf: leaf, axes: world.dimensions)
  }
}

/// Splits cells into the quadrants (in space octants) of their cube.
struct QuadrantSplitter: CellSplitter {
  let leaf: Int
  let axes: Int

  func split(_ range: Range<Int>, in box: Box, _ builder: inout TreeBuilder) {
    guard let cell = builder.open(range, in: box) else { return }
    if range.count > leaf {
      let cube = box.cube
      var parts = quadrants(range, cube, builder)
      if parts.contains(where: { $0.range == range }) {
        // All nodes are in one quadrant: the cube is drawn anew, close about them.
        parts = quadrants(range, builder.box(range).cube, builder)
      }
      if parts.contains(where: { $0.range == range }) {
        // They are in one place, and are split by their order.
        let middle = range.lowerBound + range.count / 2
        parts = [range.lowerBound..<middle, middle..<range.upperBound].map { ($0, box) }
      }
      for part in parts { split(part.range, in: part.cube, &builder) }
    }
    builder.close(cell)
  }

  private typealias Part = (range: Range<Int>, cube: Box)

  /// Sorts the nodes by the quadrant of `cube` that they lie in, and returns those that hold any.
  private func quadrants(_ range: Range<Int>, _ cube: Box, _ builder: TreeBuilder) -> [Part] {
    var parts = [(range: range, cube: cube)]
    for axis in 0..<axes {
      let pivot = cube.lower[axis] / 2 + cube.upper[axis] / 2
      parts = parts.flatMap { part in
        let middle = builder.partition(part.range, axis: axis, below: pivot)
        var (low, high) = (part, part)
        low.range = part.range.lowerBound..<middle
        high.range = middle..<part.range.upperBound
        low.cube.upper[axis] = pivot
        high.cube.lower[axis] = pivot
        return [low, high].filter { !$0.range.isEmpty }
      }
    }
    return parts
  }
}
