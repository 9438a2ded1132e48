import ForceLabPlugins
import ForceLabSettings

/// Moves the nodes of a finished layout apart that overlap, in 2D. To write one, give the manual and `separated`.
public protocol OverlapRemoval: Plugin {
  /// The centers of `areas` after none overlap, from `places`, which are finite. The result depends on these and the
  /// parameters alone.
  func separated(_ places: [SIMD2<Double>], _ areas: [NodeArea]) -> [SIMD2<Double>]
}

extension PluginKind {
  public static let overlapRemoval = PluginKind(
    "overlap removal", "Move nodes of a finished layout apart that overlap.")
}

extension OverlapRemoval { public static var kind: PluginKind { .overlapRemoval } }

public struct KeepOverlaps: OverlapRemoval {
  public init() {}

  public static let manual = Manual<Self>("keep", "Leaves nodes where the layout put them.")

  public func separated(_ places: [SIMD2<Double>], _ areas: [NodeArea]) -> [SIMD2<Double>] {
    places
  }
}

public struct Prism: OverlapRemoval {
  public init() {}

  public static let manual = Manual<Self>(
    "prism",
    "Scales the layout up until nodes fill at most a tenth of it, stretches the edges of a Delaunay triangulation between "
      + "nodes that overlap, and fits the layout to the new lengths, until none overlap. The layout becomes smaller than "
      + "by 'growing-tree'. Seconds for 10⁴ nodes.",
    source:
      "Gansner and Hu, “Efficient, proximity-preserving node overlap removal”, 2010, but for the scaling",
    context: "nodes: {size: label}")

  public func separated(_ places: [SIMD2<Double>], _ areas: [NodeArea]) -> [SIMD2<Double>] {
    PrismRounds(areas, at: places).places
  }
}

/// What a node takes up, in px: a disc, or a box, perhaps around the node and its label.
public struct NodeArea: Sendable {
  /// From the center of the node to that of the area.
  package var offset = SIMD2(0.0, 0)
  /// Half the width and height; of a disc, its radius in both lanes.
  public package(set) var half: SIMD2<Double>
  public package(set) var isRound: Bool

  package init(offset: SIMD2<Double> = .zero, half: SIMD2<Double>, isRound: Bool) {
    (self.offset, self.half, self.isRound) = (offset, half, isRound)
  }

  /// By how much the distance `gap` between the centers of two areas must be multiplied until they only
  /// touch; above 1 if they overlap. Source: Gansner and Hu 2010, section 3.
  func overlapFactor(with other: NodeArea, apart gap: SIMD2<Double>) -> Double {
    let reach = half + other.half
    if isRound && other.isRound { return reach.x / (gap * gap).sum().squareRoot() }
    let factors = reach / SIMD2(gap.x.magnitude, gap.y.magnitude)
    return min(factors.x, factors.y)
  }

  /// The factor of two of `areas` with their centers at `places`.
  static func overlapFactor(
    of pair: (Int, Int), _ areas: [NodeArea], at places: [SIMD2<Double>]
  ) -> Double {
    areas[pair.0].overlapFactor(with: areas[pair.1], apart: places[pair.1] - places[pair.0])
  }

  /// The pairs of `areas` that overlap with their centers at `places`. Cost: n·log n, and the pairs.
  static func overlaps(_ areas: [NodeArea], at places: [SIMD2<Double>]) -> [(Int, Int)] {
    search(areas, at: places, [(Int, Int)]()) { $0.append(($1, $2)) }.flatMap { $0 }
  }

  /// The number of these pairs, without those that would touch but for rounding.
  package static func overlapCount(_ areas: [NodeArea], at places: [SIMD2<Double>]) -> Int {
    search(areas, at: places, 0) { count, a, b in
      count += overlapFactor(of: (a, b), areas, at: places) > 1 + 1e-9 ? 1 : 0
    }.reduce(0, +)
  }

  package static func hasOverlap(_ areas: [NodeArea], at places: [SIMD2<Double>]) -> Bool {
    search(areas, at: places, false, isEnough: { $0 }) { found, _, _ in found = true }.contains(
      true)
  }

  /// The factor by which a layout with its centers at `places` must be scaled until no two areas overlap.
  static func scale(_ areas: [NodeArea], at places: [SIMD2<Double>]) -> Double {
    search(areas, at: places, 1.0) { factor, a, b in
      factor = max(factor, overlapFactor(of: (a, b), areas, at: places))
    }.max() ?? 1
  }

  /// Adds the pairs that overlap to results that begin as `start`, one for each block of nodes, until it `isEnough`; on all
  /// processors.
  private static func search<Result: Sendable>(
    _ areas: [NodeArea], at places: [SIMD2<Double>], _ start: Result,
    isEnough: @Sendable (Result) -> Bool = { _ in false },
    _ add: @Sendable (inout Result, Int, Int) -> Void
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
            let other = tree.number(at: place)
            if overlapFactor(of: (number, other), areas, at: places) > 1 {
              add(&result, number, other)
            }
          }
          return !isEnough(result)
        }
      }
      return result
    }
  }
}
