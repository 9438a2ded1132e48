import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct Symmetry: PlaneMetric, EdgeMetric {
  public var tolerance = 0.05
  public var axes = 20_000

  public init() {}

  public static let manual = Manual<Self>(
    "symmetry",
    "How much of the layout is its own mirror image: the area that the mirrored parts cover for all axes together, as a "
      + "part of that of the layout, at most 1; 2D only. The axes are those on which two nodes are each other's mirror "
      + "images. Nodes without edges are left out.",
    parameters: [
      Parameter(
        "tolerance", \.tolerance, within: Bounds(above: 0), unit: "spacings",
        "How far from a node the mirror image of another may be. A spacing is the diagonal of the bounding box, divided by "
          + "the square root of the number of nodes."),
      Parameter(
        "axes", \.axes, in: 1...,
        "The maximum number of axes. Of more of them, this number is drawn at random; in graphs of more than 2000 nodes "
          + "fewer, at least 200, so that the time does not grow."),
    ],
    formula: """
      min(1, 1/A·Σ A(P)) over the axes, P the nodes with a node at their mirror image
      A the area of the convex hull; P counts if more than two edges are between its nodes
      """,
    source:
      "Purchase 2002, whose points are the crossings, too; as `reflective_symmetry` in gdMetriX without crossings"
  )

  public var columns: [Column] { [.measure("symmetry", unit: "part", better: .higher)] }

  /// Nodes, each of which is mirrored on an axis.
  private static let maxWork = 40_000_000
  /// More edges than this must be between mirrored nodes.
  private static let threshold = 2

  /// Over the nodes with edges. 1 if they are on one line, 0 if in one place. Nil in 3D and without edges. Cost: n + m
  /// for each axis, on all processors.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    guard layout.dimensions == 2, graph.edgeCount > 0 else { return nil }
    let nodes = (0..<graph.nodeCount).filter { graph.degree(of: $0) > 0 }
    let page = layout.normalized.coordinates
    let (x, y) = (nodes.map { page[0][$0] }, nodes.map { page[1][$0] })
    let area = ConvexHull(x, y).area
    guard area > 0 else { return x.min() == x.max() && y.min() == y.max() ? 0 : 1 }
    let points = MirrorPoints(x, y, tolerance: tolerance)
    var places = [Int](repeating: 0, count: graph.nodeCount)
    for (place, node) in nodes.enumerated() { places[node] = place }
    let edges = zip(graph.sources, graph.targets).map { (places[Int($0)], places[Int($1)]) }
    let pairs = nodes.count * (nodes.count - 1) / 2
    let sampled = min(axes, pairs, max(200, Self.maxWork / nodes.count))
    var generator = SeededGenerator(seed: 0)
    let drawn =
      pairs == sampled ? [] : (0..<sampled).map { _ in Int(generator.next() % UInt64(pairs)) }
    let covered = concurrently(blocksOf: sampled, scratch: { points.scratch }) {
      block, isMirrored in
      block.reduce(0.0) { sum, index in
        let axis = points.axis(drawn.isEmpty ? index : drawn[index])
        guard let axis, points.findMirrored(on: axis, &isMirrored) > 2 else { return sum }
        let inner = edges.count { isMirrored[$0.0] && isMirrored[$0.1] }
        guard inner > Self.threshold else { return sum }
        let part = isMirrored.indices.filter { isMirrored[$0] }
        return sum + ConvexHull(part.map { x[$0] }, part.map { y[$0] }).area
      }
    }
    let all = covered.reduce(0, +) * Double(pairs) / Double(sampled)
    return min(1, all / area)
  }
}

/// Points in rows, in which the mirror images of each other are found.
private struct MirrorPoints {
  /// The middle of two points, and the direction from one to the other, of length 1.
  typealias Axis = (x: Double, y: Double, dx: Double, dy: Double)

  private let x, y: [Double]
  private let top, reach, height: Double
  /// The first place of each row in `points`, and the end of the last.
  private var starts: [Int]
  /// Row by row, from left to right.
  private let points: [SIMD2<Double>]

  /// The reach is the part `tolerance` of a spacing, which must not be 0.
  init(_ x: [Double], _ y: [Double], tolerance: Double) {
    (self.x, self.y) = (x, y)
    top = y.min() ?? 0
    let size = SIMD2((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - top)
    reach = tolerance * ((size * size).sum() / Double(x.count)).squareRoot()
    // No image is beyond a neighboring row, and there are about as many rows as points at most.
    height = max(reach, size.y / Double(x.count))
    let rows = y.map { [top, height] in Int(clamping: ($0 - top) / height) }
    let order = x.indices.sorted { (rows[$0], x[$0]) < (rows[$1], x[$1]) }
    points = order.map { SIMD2(x[$0], y[$0]) }
    starts = Array(repeating: 0, count: (rows.max() ?? 0) + 2)
    for row in rows { starts[row + 1] += 1 }
    for row in 1..<starts.count { starts[row] += starts[row - 1] }
  }

  var scratch: [Bool] { Array(repeating: false, count: x.count) }

  /// The axis of the pair with this number; nil if both are at one place.
  func axis(_ number: Int) -> Axis? {
    // Pairs (a, b) with a < b, row by row of b.
    var b = Int(clamping: (1 + (1 + 8 * Double(number)).squareRoot()) / 2)
    while b * (b - 1) / 2 > number { b -= 1 }
    while (b + 1) * b / 2 <= number { b += 1 }
    let a = number - b * (b - 1) / 2
    let (dx, dy) = (x[b] - x[a], y[b] - y[a])
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return nil }
    return ((x[a] + x[b]) / 2, (y[a] + y[b]) / 2, dx / length, dy / length)
  }

  /// Marks the points that have a point at their mirror image. Returns their number.
  func findMirrored(on axis: Axis, _ isMirrored: inout [Bool]) -> Int {
    var count = 0
    for index in x.indices {
      let way = 2 * ((x[index] - axis.x) * axis.dx + (y[index] - axis.y) * axis.dy)
      isMirrored[index] = hasPoint(atX: x[index] - way * axis.dx, y: y[index] - way * axis.dy)
      if isMirrored[index] { count += 1 }
    }
    return count
  }

  private func hasPoint(atX imageX: Double, y imageY: Double) -> Bool {
    let row = ((imageY - top) / height).rounded(.down)
    guard row >= -1, row < Double(starts.count) else { return false }
    let image = SIMD2(imageX, imageY)
    for near in max(0, Int(row) - 1)..<min(starts.count - 1, Int(row) + 2) {
      let places = starts[near]..<starts[near + 1]
      let first = places.partitioningIndex { points[$0].x >= imageX - reach }
      for place in first..<places.upperBound {
        guard points[place].x <= imageX + reach else { break }
        let way = points[place] - image
        if (way * way).sum() <= reach * reach { return true }
      }
    }
    return false
  }
}
