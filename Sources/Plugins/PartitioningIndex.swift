extension Range<Int> {
  /// The first index for which `condition` holds, or the upper bound. It must hold for all indices after
  /// one for which it holds. Cost: log n calls. The name is that of Swift Algorithms.
  @inlinable @inline(__always)
  package func partitioningIndex(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
