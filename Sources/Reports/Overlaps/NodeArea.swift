import ForceLabQuality

/// What a node takes up in a picture, in px: a disc, or a box around the node and its label.
struct NodeArea {
  /// From the center of the node to that of the area.
  var offset = SIMD2(0.0, 0)
  /// Half the width and height.
  var half: SIMD2<Double>
  var isRound: Bool

  /// By how much the distance `gap` between the centers of two areas must be multiplied until they only
  /// touch; above 1 if they overlap. Source: Gansner and Hu 2010, section 3.
  func overlapFactor(with other: NodeArea, apart gap: SIMD2<Double>) -> Double {
    let reach = half + other.half
    if isRound && other.isRound { return reach.x / (gap * gap).sum().squareRoot() }
    let factors = reach / SIMD2(gap.x.magnitude, gap.y.magnitude)
    return min(factors.x, factors.y)
  }

  /// The pairs of `areas` that overlap with their centers at `places`, a node with those after it in a
  /// tree. Cost: n·log n, and the pairs.
  static func overlaps(_ areas: [NodeArea], at places: [SIMD2<Double>]) -> [(Int, Int)] {
    func box(_ node: Int) -> BoxTree.Box {
      BoxTree.Box(
        lower: SIMD4(lowHalf: places[node] - areas[node].half, highHalf: .zero),
        upper: SIMD4(lowHalf: places[node] + areas[node].half, highHalf: .zero))
    }
    let tree = BoxTree([places.map(\.x), places.map(\.y)], count: places.count, box: box)
    var pairs: [(Int, Int)] = []
    for position in places.indices {
      let number = tree.number(at: position)
      let own = box(number)
      var node = 1
      repeat {
        let range = tree.range(of: node)
        let other = tree.boxes[node]
        guard range.upperBound > position + 1, own.lower.x < other.upper.x,
          other.lower.x < own.upper.x, own.lower.y < other.upper.y, other.lower.y < own.upper.y
        else {
          node = tree.successor(of: node)
          continue
        }
        guard tree.isLeaf(node) else {
          node *= 2
          continue
        }
        for place in max(position + 1, range.lowerBound)..<range.upperBound {
          let other = tree.number(at: place)
          let gap = places[other] - places[number]
          if areas[number].overlapFactor(with: areas[other], apart: gap) > 1 {
            pairs.append((number, other))
          }
        }
        node = tree.successor(of: node)
      } while node > 1
    }
    return pairs
  }
}
