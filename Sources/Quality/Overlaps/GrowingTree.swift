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
    var layout = PlacedAreas(areas: areas, places: start)
    layout.part()
    layout.spread(density)
    for round in 0..<Self.roundLimit {
      layout.part()
      // First those that are near, since all that overlap can be many, and then those across others.
      var pairs = layout.triangulation
      if !pairs.contains(where: { layout.factor($0) > 1 }) {
        let overlaps = layout.overlaps
        guard let largest = overlaps.map(layout.factor).max() else { return layout.places }
        // The more rounds, the larger are overlaps that scaling removes.
        if largest < 1 + 0.01 * Double(round) {
          return layout.scaled(by: largest)
        }
        pairs += overlaps
      }
      // The last few push each other to and fro, unless they turn.
      layout.grow(pairs, round < 5 ? nil : SeededGenerator(seed: UInt64(round)))
    }
    return layout.scaled(by: layout.scale)
  }
}

extension PlacedAreas {
  /// Lets the edges of a minimum spanning tree of `pairs` grow whose nodes overlap, first those that overlap most. With
  /// random numbers for `turn`, these edges turn by up to a quarter of the larger node.
  fileprivate mutating func grow(_ pairs: [(Int, Int)], _ turn: SeededGenerator?) {
    var turn = turn
    let costs = pairs.map { pair in
      let (gap, factor) = (places[pair.1] - places[pair.0], factor(pair))
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
        places[neighbor] = places[node] + gap * (factor > 1 ? factor * Self.excess : 1)
        known[neighbor] = true
        open.append(neighbor)
      }
    }
  }
}
