/// The sorted differences y − x of all y and x of two samples, found by bisection, not stored.
struct CrossDifferences {
  private let base: [Double]
  private let new: [Double]

  init(_ base: [Double], _ new: [Double]) {
    self.base = base.sorted()
    self.new = new.sorted()
  }

  /// The smallest number in the range of the differences for which `isReached`, which holds for all greater
  /// ones.
  func smallest(_ isReached: (Double) -> Bool) -> Double {
    var low = Self.key(new[0] - base[base.count - 1])
    var high = Self.key(new[new.count - 1] - base[0])
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(Self.value(middle)) { high = middle } else { low = middle + 1 }
    }
    return Self.value(low)
  }

  /// The number of differences that are at most `limit`.
  func count(upTo limit: Double) -> Int {
    var count = 0
    var reach = 0
    for x in base {
      while reach < new.count && new[reach] - x <= limit { reach += 1 }
      count += reach
    }
    return count
  }

  /// An integer in the order of the values: the bits, negated for negative values.
  private static func key(_ value: Double) -> Int128 {
    let magnitude = Int128(value.magnitude.bitPattern)
    return value < 0 ? -magnitude : magnitude
  }

  private static func value(_ key: Int128) -> Double {
    let magnitude = Double(bitPattern: UInt64(key.magnitude))
    return key < 0 ? -magnitude : magnitude
  }
}
