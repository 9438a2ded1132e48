import ForceLabPlugins

enum RandomSubset {
  /// A random subset of 0 ..< `count`, in ascending order. All subsets are equally likely.
  static func subset(_ size: Int, of count: Int, by generator: inout SeededGenerator) -> [Int] {
    // Draw the members or the others, whichever are fewer, so that few draws repeat.
    guard size > count / 2 else { return draw(size, of: count, by: &generator) }
    var others = draw(count - size, of: count, by: &generator)[...]
    var subset: [Int] = []
    subset.reserveCapacity(size)
    for member in 0..<count {
      if others.first == member { others.removeFirst() } else { subset.append(member) }
    }
    return subset
  }

  private static func draw(_ size: Int, of count: Int, by generator: inout SeededGenerator)
    -> [Int]
  {
    var drawn: [Int] = []
    while drawn.count < size {
      for _ in drawn.count..<size { drawn.append(generator.index(below: count)) }
      drawn.sort()
      var kept = 1
      for i in 1..<drawn.count where drawn[i] != drawn[kept - 1] {
        drawn[kept] = drawn[i]
        kept += 1
      }
      drawn.removeSubrange(kept...)
    }
    return drawn
  }
}
