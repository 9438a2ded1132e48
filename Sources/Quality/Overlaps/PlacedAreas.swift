import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// The areas of nodes with their centers at `places`: what ways to remove overlaps share.
struct PlacedAreas: Sendable {
  let areas: [NodeArea]
  var places: [SIMD2<Double>]

  /// A little more than needed, so that rounding leaves no overlaps.
  static let excess = 1 + 0x1p-40

  /// By how much the distance of two areas must be multiplied until they only touch.
  func factor(_ pair: (Int, Int)) -> Double {
    areas[pair.0].overlapFactor(with: areas[pair.1], apart: places[pair.1] - places[pair.0])
  }

  /// The pairs of areas that overlap. Cost: n·log n, and the pairs.
  var overlaps: [(Int, Int)] { search([(Int, Int)]()) { $0.append($1) }.flatMap { $0 } }

  var hasOverlap: Bool {
    search(false, isEnough: { $0 }) { found, _ in found = true }.contains(true)
  }

  /// The factor by which the layout must be scaled until no two areas overlap.
  var scale: Double { search(1.0) { $0 = max($0, factor($1)) }.max() ?? 1 }

  /// The places, farther apart by `factor` and a little more.
  func scaled(by factor: Double) -> [SIMD2<Double>] {
    let whole = factor * Self.excess
    return places.map { $0 * whole }
  }

  /// Adds the pairs that overlap to results that begin as `start`, one for each block of nodes, until it `isEnough`; on
  /// all processors.
  func search<Result: Sendable>(
    _ start: Result, isEnough: @Sendable (Result) -> Bool = { _ in false },
    _ add: @Sendable (inout Result, (Int, Int)) -> Void
  ) -> [Result] {
    @Sendable func box(_ node: Int) -> BoxTree.Box {
      BoxTree.Box(
        lower: SIMD4(lowHalf: places[node] - areas[node].half, highHalf: .zero),
        upper: SIMD4(lowHalf: places[node] + areas[node].half, highHalf: .zero))
    }
    let tree = BoxTree([places.map(\.x), places.map(\.y)], count: places.count, box: box)
    return concurrently(blocksOf: places.count) { block in
      var result = start
      // A node with those after it in the tree.
      for position in block where !isEnough(result) {
        let number = tree.number(at: position)
        let own = box(number)
        func isNear(_ node: Int) -> Bool {
          let other = tree.boxes[node]
          return tree.range(of: node).upperBound > position + 1
            && own.lower.x < other.upper.x && other.lower.x < own.upper.x
            && own.lower.y < other.upper.y && other.lower.y < own.upper.y
        }
        tree.visitLeaves(where: isNear) { range in
          for place in max(position + 1, range.lowerBound)..<range.upperBound {
            let pair = (number, tree.number(at: place))
            if factor(pair) > 1 { add(&result, pair) }
          }
          return !isEnough(result)
        }
      }
      return result
    }
  }
}

extension PlacedAreas {
  /// Moves nodes at the same place by random vectors no longer than the node, or puts them in rows if they are many.
  mutating func part() {
    var known: Set<SIMD2<Double>> = []
    var generator = SeededGenerator(seed: 0)
    // What is the same place: a millionth of a px, or what the largest coordinates can tell apart.
    let reach = places.reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude) }
    let grain = max(1e-6, reach * 0x1p-40)
    func cell(_ place: SIMD2<Double>) -> SIMD2<Double> { (place / grain).rounded(.toNearestOrEven) }
    let cells = places.map(cell)
    if cells.count - Set(cells).count >= Self.maxRandomCount {
      for nodes in Dictionary(grouping: places.indices, by: { cells[$0] }).values
      where nodes.count > Self.maxRandomCount { arrangeInRows(nodes) }
    }
    for node in places.indices {
      while !known.insert(cell(places[node])).inserted {
        let part = SIMD2(generator.unit(), generator.unit()) - 0.5
        places[node] += 2 * part * pointwiseMax(areas[node].half, SIMD2(repeating: 4 * grain))
      }
    }
  }

  /// With random vectors, more nodes in one place would need hundreds of rounds until none overlap.
  private static let maxRandomCount = 100

  /// Puts `nodes` in rows around their place, the highest first, so that none overlap.
  private mutating func arrangeInRows(_ nodes: [Int]) {
    let width = nodes.reduce(0) { $0 + 4 * areas[$1].half.x * areas[$1].half.y }.squareRoot()
    var (corner, height) = (SIMD2(0.0, 0), 0.0)
    let (place, highest) = (places[nodes[0]], nodes.sorted { areas[$0].half.y > areas[$1].half.y })
    for node in highest {
      // A little apart, in spite of rounding.
      let size = 2.02 * areas[node].half
      if corner.x > width { (corner, height) = (SIMD2(0, corner.y + height), 0) }
      places[node] = place + corner + (size - width) / 2
      corner.x += size.x
      height = max(height, size.y)
    }
  }

  /// Scales the layout up until areas fill at most `density` of the box around them, or until none overlap.
  /// Nodes with labels keep their places among those without.
  mutating func spread(_ density: Double) {
    guard let first = places.first, hasOverlap else { return }
    let upper = zip(places, areas).reduce(first) { pointwiseMax($0, $1.0 + $1.1.half) }
    let extent = upper - zip(places, areas).reduce(first) { pointwiseMin($0, $1.0 - $1.1.half) }
    let covered = areas.reduce(0) { $0 + 4 * $1.half.x * $1.half.y }
    let room = (covered / (density * extent.x * extent.y)).squareRoot()
    guard room > 1 else { return }
    let nodes = zip(places, areas).map { $0 - first - $1.offset }
    let scaled = { [areas] (factor: Double) in
      PlacedAreas(areas: areas, places: zip(nodes, areas).map { $0 * factor + $1.offset })
    }
    self = scaled(room)
    guard !hasOverlap else { return }
    var range = (1.0, room)
    for _ in 0..<10 {
      let factor = (range.0 * range.1).squareRoot()
      let tried = scaled(factor)
      if tried.hasOverlap {
        range.0 = factor
      } else {
        (range.1, self) = (factor, tried)
      }
    }
  }

  /// The edges of the Delaunay triangulation of the nearest points of a lattice. Points of the lattice
  /// that coincide, or are on a line, are displaced at random, ever farther.
  var triangulation: [(Int, Int)] {
    guard let first = places.first else { return [] }
    let lower = places.reduce(first, pointwiseMin)
    let upper = places.reduce(first, pointwiseMax)
    let side = Double(DelaunayTriangulation.side - 1)
    let unit = max(upper.x - lower.x, upper.y - lower.y) / side
    let middle = (lower + upper) / 2
    for attempt in 0..<64 {
      var generator = SeededGenerator(seed: 0, stream: UInt64(attempt))
      let reach = attempt == 0 ? 0 : min(side, Double(1 << min(attempt, 30)))
      let points = places.map { place in
        let noise = SIMD2(generator.unit(), generator.unit()) - 0.5
        let exact = (unit > 0 ? (place - middle) / unit : .zero) + side / 2 + reach * noise
        let whole = exact.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: side))
        return DelaunayTriangulation.Point(x: Int(clamping: whole.x), y: Int(clamping: whole.y))
      }
      if let found = DelaunayTriangulation(of: points) {
        return found.edges.map { (Int($0.0), Int($0.1)) }
      }
    }
    // Never for points that a picture has: each attempt draws other ones.
    return (1..<places.count).map { ($0 - 1, $0) }
  }
}
