import ForceLabPlugins

/// A balanced k-d tree of items, split at medians, with the bounding box of each node. Nodes are
/// numbered as in a heap: 1 is the root, and 2k and 2k + 1 are the halves of k.
package struct BoxTree: Sendable {
  /// An axis-aligned box. The fourth lane spans the numbers of the items in it.
  package struct Box: Sendable {
    package var lower = SIMD4(repeating: Double.infinity)
    package var upper = SIMD4(repeating: -Double.infinity)

    package init() {}

    package init(lower: SIMD4<Double>, upper: SIMD4<Double>) {
      (self.lower, self.upper) = (lower, upper)
    }

    mutating func cover(_ other: Box) {
      lower = pointwiseMin(lower, other.lower)
      upper = pointwiseMax(upper, other.upper)
    }
  }

  /// The centers of the items in the order of the leaves: x, y, z and the number of the item.
  package let items: [SIMD4<Double>]
  /// The items in the order of their numbers. Cost: linear.
  var centers: [SIMD4<Double>] {
    var centers = items
    for item in items { centers[Int(item.w)] = item }
    return centers
  }
  /// The box of each node of the tree; index 0 is unused.
  package let boxes: [Box]
  @usableFromInline package let depth: Int

  /// The tree of `count` items: the coordinates of their centers, one list per axis, and their
  /// boxes, by default the centers. Cost: O(n log n).
  package init(_ centers: [[Double]], count: Int, leafSize: Int = 8, box: ((Int) -> Box)? = nil) {
    var items = (0..<count).map { number in
      var item = SIMD4(0, 0, 0, Double(number))
      for axis in centers.indices { item[axis] = centers[axis][number] }
      return item
    }
    var depth = 0
    while count > leafSize << depth { depth += 1 }
    self.depth = depth
    boxes = items.withUnsafeMutableBufferPointer { items in
      Self.sort(items, depth: depth, axes: centers.count)
      return Self.boxes(of: items, depth: depth, box)
    }
    self.items = items
  }

  package func number(at position: Int) -> Int { Int(items[position].w) }
  @inlinable package func isLeaf(_ node: Int) -> Bool { node >> depth != 0 }
  @inlinable
  package func range(of node: Int) -> Range<Int> { Self.range(of: node, count: items.count) }

  @inlinable package static func range(of node: Int, count: Int) -> Range<Int> {
    let level = Int.bitWidth - 1 - node.leadingZeroBitCount
    let index = node - 1 << level
    return (count * index) >> level..<(count * (index + 1)) >> level
  }

  /// The square of the distance in space from `item` to `box`; 0 within.
  func square(from item: SIMD4<Double>, to box: Box) -> Double {
    Self.square(pointwiseMax(pointwiseMax(box.lower - item, item - box.upper), .zero))
  }

  /// The square of the length of a vector, without its fourth lane.
  static func square(_ gap: SIMD4<Double>) -> Double {
    gap.x * gap.x + gap.y * gap.y + gap.z * gap.z
  }

  /// The next node after the subtree of `node`, depth first; the root after the last.
  @inlinable
  package func successor(of node: Int) -> Int { (node + 1) >> (node + 1).trailingZeroBitCount }

  /// Calls `visit` with the positions of each leaf that is near, as are all nodes above it, depth first, until it returns
  /// false.
  @inlinable @inline(__always)
  package func visitLeaves(where isNear: (_ node: Int) -> Bool, _ visit: (Range<Int>) -> Bool) {
    var node = 1
    repeat {
      if isNear(node) {
        guard isLeaf(node) else {
          node *= 2
          continue
        }
        guard visit(range(of: node)) else { return }
      }
      node = successor(of: node)
    } while node > 1
  }

  private static func sort(
    _ items: UnsafeMutableBufferPointer<SIMD4<Double>>, depth: Int, axes: Int
  ) {
    for node in 1..<(1 << depth) {
      let range = range(of: node, count: items.count)
      var box = Box()
      for position in range { box.cover(Box(lower: items[position], upper: items[position])) }
      let extent = box.upper - box.lower
      let axis = (0..<axes).max { extent[$0] < extent[$1] } ?? 0
      let middle = self.range(of: 2 * node, count: items.count).upperBound
      select(items, in: range, middle: middle, axis: axis)
    }
  }

  /// Reorders the items of `range` so that none before `middle` is greater than one from it.
  private static func select(
    _ items: UnsafeMutableBufferPointer<SIMD4<Double>>, in range: Range<Int>, middle: Int, axis: Int
  ) {
    var (low, high) = (range.lowerBound, range.upperBound - 1)
    while low < high {
      let pivot = pivot(items, in: low..<high + 1, axis: axis)
      var (i, j) = (low, high)
      while i <= j {
        while items[i][axis] < pivot { i += 1 }
        while items[j][axis] > pivot { j -= 1 }
        if i <= j {
          items.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if middle <= j {
        high = j
      } else if middle >= i {
        low = i
      } else {
        return
      }
    }
  }

  /// The median of three random items, so that no regular layout is a worst case.
  private static func pivot(
    _ items: UnsafeMutableBufferPointer<SIMD4<Double>>, in range: Range<Int>, axis: Int
  ) -> Double {
    var generator = SeededGenerator(
      seed: UInt64(range.lowerBound), stream: UInt64(range.upperBound))
    let drawn = (0..<3).map { _ in
      items[range.lowerBound + generator.index(below: range.count)][axis]
    }
    return max(min(drawn[0], drawn[1]), min(max(drawn[0], drawn[1]), drawn[2]))
  }

  private static func boxes(
    of items: UnsafeMutableBufferPointer<SIMD4<Double>>, depth: Int, _ box: ((Int) -> Box)?
  ) -> [Box] {
    var boxes = Array(repeating: Box(), count: 2 << depth)
    for leaf in 1 << depth..<2 << depth {
      for position in range(of: leaf, count: items.count) {
        let item = items[position]
        var itemBox = box?(Int(item.w)) ?? Box(lower: item, upper: item)
        itemBox.lower.w = item.w
        itemBox.upper.w = item.w
        boxes[leaf].cover(itemBox)
      }
    }
    for node in (1..<1 << depth).reversed() {
      boxes[node].cover(boxes[2 * node])
      boxes[node].cover(boxes[2 * node + 1])
    }
    return boxes
  }
}

extension BoxTree {
  /// How many items after position `start` in the tree have a squared distance below `limit` to the one at `position`,
  /// which counts too if it is after `start`. Rounding is monotone: no computed distance to an item is below that to
  /// its box, nor above that to the far corner. So the answer is the one that going through all items would give.
  func count(around position: Int, below limit: Double, after start: Int = -1) -> Int {
    let item = items[position]
    var count = 0
    var node = 1
    repeat {
      let range = range(of: node)
      guard range.upperBound > start + 1, square(from: item, to: boxes[node]) < limit else {
        node = successor(of: node)
        continue
      }
      if range.lowerBound > start && farSquare(from: item, to: boxes[node]) < limit {
        count += range.count
      } else if isLeaf(node) {
        for other in max(start + 1, range.lowerBound)..<range.upperBound
        where Self.square(item - items[other]) < limit { count += 1 }
      } else {
        node *= 2
        continue
      }
      node = successor(of: node)
    } while node > 1
    return count
  }

  private func farSquare(from item: SIMD4<Double>, to box: Box) -> Double {
    let (below, above) = (item - box.lower, box.upper - item)
    return Self.square(pointwiseMax(below, above))
  }
}
