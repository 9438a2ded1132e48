import ForceLabPlugins

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

  /// The number of pairs of `areas` that overlap with their centers at `places`, without those that would touch but for
  /// rounding. Cost: n·log n, and the pairs.
  package static func overlapCount(_ areas: [NodeArea], at places: [SIMD2<Double>]) -> Int {
    let layout = PlacedAreas(areas: areas, places: places)
    return layout.search(0) { count, pair in
      count += layout.factor(pair) > 1 + 1e-9 ? 1 : 0
    }.reduce(0, +)
  }
}
