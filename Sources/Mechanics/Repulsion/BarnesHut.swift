import Plugins

/// Barnes–Hut on a tree that halves space along every axis at each level.
public struct BarnesHut: Repulsion {
  /// θ: four points stand for a cell where its extent is less than θ times its distance.
  public var theta = 0.9
  /// At most how many nodes stay together in a leaf.
  public var leaf = 32

  @Working private var tree = CellTree()

  /// θ = 0.9 and leaves of 32.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "barnes-hut",
    "Barnes–Hut on a quadtree (in 3D an octree), distant cells by their first three moments; "
      + "O(n log n), RMS error at most 0.3 % in 2D and 1 % in 3D on uniform nodes at θ = 0.9.",
    parameters: [
      Parameter(
        "theta", \.theta, in: 0...2,
        "Four points stand for a cell where extent < θ·distance; 0 is exact."),
      Parameter(
        "leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Greatest size of a leaf."),
    ],
    source: "Barnes and Hut 1986")

  public static func statedError(dimensions: Int) -> Double { dimensions == 2 ? 0.003 : 0.01 }

  public mutating func visit(_ world: World, _ body: (Interactions) -> Double) -> Double {
    guard tree.nodes.load(world.particles), tree.nodes.count > 0 else { return 0 }
    tree.removeCells()
    let all = 0..<tree.nodes.count
    split(all, cube(about: all), axes: world.dimensions)
    return tree.visit(world, theta: theta, body)
  }

  /// The cube about the box of the nodes `range`.
  private func cube(about range: Range<Int>) -> Box {
    var box = tree.nodes.box(range)
    box.upper = box.lower + box.sides[box.longestAxis]
    return box
  }

  private mutating func split(_ range: Range<Int>, _ cube: Box, axes: Int) {
    let cell = tree.open(range)
    if range.count > leaf {
      let parts = quadrants(range, cube, axes: axes)
      if parts.contains(where: { $0.range == range }) {
        // All nodes are in one quadrant: the cube is drawn anew, close about them.
        splitTightly(range, axes: axes)
      } else {
        for part in parts { split(part.range, part.cube, axes: axes) }
      }
    }
    tree.close(cell)
  }

  /// Splits in a cube about the nodes alone; nodes in one place by their order.
  private mutating func splitTightly(_ range: Range<Int>, axes: Int) {
    let parts = quadrants(range, cube(about: range), axes: axes)
    if parts.contains(where: { $0.range == range }) {
      let middle = range.lowerBound + range.count / 2
      for half in [range.lowerBound..<middle, middle..<range.upperBound] {
        split(half, cube(about: half), axes: axes)
      }
    } else {
      for part in parts { split(part.range, part.cube, axes: axes) }
    }
  }

  /// Sorts the nodes by the quadrant of `cube` that they lie in, and returns those that hold any.
  private mutating func quadrants(_ range: Range<Int>, _ cube: Box, axes: Int) -> [(
    range: Range<Int>, cube: Box
  )] {
    var parts = [(range: range, cube: cube)]
    for axis in 0..<axes {
      let pivot = cube.lower[axis] / 2 + cube.upper[axis] / 2
      parts = parts.flatMap { part in
        let middle = tree.nodes.partition(part.range, axis: axis, below: pivot, inclusive: false)
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
