import ForceLabGraphs
import ForceLabPlugins

public struct GrowingTree: OverlapRemoval {
  public var density = 0.04

  public init() {}

  public static let manual = Manual<Self>(
    "growing-tree",
    "Scales the layout up until nodes have room on average, and lets a spanning tree of the nodes grow whose edges join "
      + "nodes that overlap, until none do. Fast, and the shape stays, but the layout becomes larger than by 'prism'.",
    parameters: [
      Parameter(
        "density", \.density, in: 1e-6...1,
        "The part of the bounding box that nodes fill at most after scaling. Less keeps the shape better."
      )
    ],
    shorthand: "density",
    source:
      "Nachmanson, Nocaj, Bereg, Zhang and Holroyd, “Node overlap removal by growing a tree”, 2016, but for the "
      + "scaling",
    context: "nodes: {size: label}")

  private static let roundLimit = 100

  /// Cost: n·log n and the pairs that overlap for each round, of which there are a few.
  public func separated(_ start: [SIMD2<Double>], _ areas: [NodeArea]) -> [SIMD2<Double>] {
    var places = start
    NodeArea.part(&places, areas)
    NodeArea.spread(&places, areas, density)
    // A little more than needed, so that rounding leaves no overlaps.
    let excess = 1 + 0x1p-40
    for round in 0..<Self.roundLimit {
      NodeArea.part(&places, areas)
      func factor(_ pair: (Int, Int)) -> Double {
        NodeArea.overlapFactor(of: pair, areas, at: places)
      }
      // First those that are near, since all that overlap can be many, and then those across others.
      var pairs = NodeArea.triangulation(places)
      if !pairs.contains(where: { factor($0) > 1 }) {
        let overlaps = NodeArea.overlaps(areas, at: places)
        guard let largest = overlaps.map(factor).max() else { return places }
        // The more rounds, the larger are overlaps that scaling removes.
        if largest < 1 + 0.01 * Double(round) { return places.map { $0 * (largest * excess) } }
        pairs += overlaps
      }
      // The last few push each other to and fro, unless they turn.
      grow(&places, areas, pairs, excess, round < 5 ? nil : SeededGenerator(seed: UInt64(round)))
    }
    let rest = NodeArea.scale(areas, at: places) * excess
    return places.map { $0 * rest }
  }

  /// Lets the edges of a minimum spanning tree of `pairs` grow whose nodes overlap, first those that overlap most. With
  /// random numbers for `turn`, these edges turn by up to a quarter of the larger node.
  private func grow(
    _ places: inout [SIMD2<Double>], _ areas: [NodeArea], _ pairs: [(Int, Int)], _ excess: Double,
    _ turn: SeededGenerator?
  ) {
    var turn = turn
    let costs = pairs.map { pair in
      let gap = places[pair.1] - places[pair.0]
      let factor = areas[pair.0].overlapFactor(with: areas[pair.1], apart: gap)
      if factor > 1 { return (gap * gap).sum().squareRoot() * (1 - factor) }
      let reach = areas[pair.0].half + areas[pair.1].half
      let room = pointwiseMax(SIMD2(abs(gap.x), abs(gap.y)) - reach, .zero)
      return (room * room).sum().squareRoot()
    }
    var forest = DisjointSets(count: places.count)
    var neighbors = Array(repeating: [Int](), count: places.count)
    for index in costs.indices.sorted(by: { (costs[$0], $0) < (costs[$1], $1) }) {
      let (a, b) = pairs[index]
      guard forest.join(a, b) else { continue }
      neighbors[a].append(b)
      neighbors[b].append(a)
    }
    let old = places
    var (known, open) = (Array(repeating: false, count: places.count), [0])
    known[0] = true
    while let node = open.popLast() {
      for neighbor in neighbors[node] where !known[neighbor] {
        var gap = old[neighbor] - old[node]
        var factor = areas[node].overlapFactor(with: areas[neighbor], apart: gap)
        if factor > 1, turn != nil {
          let part = SIMD2(turn?.unit() ?? 0, turn?.unit() ?? 0) - 0.5
          gap += part * pointwiseMax(areas[node].half, areas[neighbor].half)
          factor = max(1, areas[node].overlapFactor(with: areas[neighbor], apart: gap))
        }
        places[neighbor] = places[node] + gap * (factor > 1 ? factor * excess : 1)
        known[neighbor] = true
        open.append(neighbor)
      }
    }
  }
}

/// What ways to remove overlaps share.
extension NodeArea {
  /// Moves nodes at the same place by random vectors no longer than the node, or puts them in rows if they are many.
  static func part(_ places: inout [SIMD2<Double>], _ areas: [NodeArea]) {
    var known: Set<SIMD2<Double>> = []
    var generator = SeededGenerator(seed: 0)
    // What is the same place: a millionth of a px, or what the largest coordinates can tell apart.
    let reach = places.reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude) }
    let grain = max(1e-6, reach * 0x1p-40)
    func cell(_ place: SIMD2<Double>) -> SIMD2<Double> { (place / grain).rounded(.toNearestOrEven) }
    let cells = places.map(cell)
    if cells.count - Set(cells).count >= maxRandomCount {
      for nodes in Dictionary(grouping: places.indices, by: { cells[$0] }).values
      where nodes.count > maxRandomCount { arrangeInRows(nodes, areas, at: &places) }
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
  private static func arrangeInRows(
    _ nodes: [Int], _ areas: [NodeArea], at places: inout [SIMD2<Double>]
  ) {
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

  /// Scales the layout of the nodes up until areas fill at most `density` of the box around them, or until none overlap.
  /// Nodes with labels keep their places among those without.
  static func spread(_ places: inout [SIMD2<Double>], _ areas: [NodeArea], _ density: Double) {
    guard let first = places.first, hasOverlap(areas, at: places) else { return }
    let upper = zip(places, areas).reduce(first) { pointwiseMax($0, $1.0 + $1.1.half) }
    let extent = upper - zip(places, areas).reduce(first) { pointwiseMin($0, $1.0 - $1.1.half) }
    let covered = areas.reduce(0) { $0 + 4 * $1.half.x * $1.half.y }
    let room = (covered / (density * extent.x * extent.y)).squareRoot()
    guard room > 1 else { return }
    let nodes = zip(places, areas).map { $0 - first - $1.offset }
    func scaled(_ factor: Double) -> [SIMD2<Double>] {
      zip(nodes, areas).map { $0 * factor + $1.offset }
    }
    places = scaled(room)
    guard !hasOverlap(areas, at: places) else { return }
    var range = (1.0, room)
    for _ in 0..<10 {
      let factor = (range.0 * range.1).squareRoot()
      let tried = scaled(factor)
      if hasOverlap(areas, at: tried) {
        range.0 = factor
      } else {
        (range.1, places) = (factor, tried)
      }
    }
  }

  /// The edges of the Delaunay triangulation of the nearest points of a lattice. Points of the lattice
  /// that coincide, or are on a line, are displaced at random, ever farther.
  static func triangulation(_ places: [SIMD2<Double>]) -> [(Int, Int)] {
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
