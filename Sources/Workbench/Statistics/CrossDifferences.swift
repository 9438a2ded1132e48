/// The differences y − x of every y from every x, in order, without keeping them.
///
/// A list of all would exhaust memory where there are many numbers; that of a rank is found by
/// bisection instead, each step counting in one pass over both sorted lists.
struct CrossDifferences {
  private let base: [Double]
  private let new: [Double]

  init(_ base: [Double], _ new: [Double]) {
    self.base = base.sorted()
    self.new = new.sorted()
  }

  /// How many there are.
  var count: Int { base.count * new.count }

  /// The middle one, or the mean of the middle two.
  var median: Double {
    let low = self[rank: (count + 1) / 2]
    if count % 2 == 1 { return low }
    let high = self[rank: count / 2 + 1]
    return low + (high - low) / 2
  }

  /// The difference of rank 1 to `count`, the least first.
  subscript(rank rank: Int) -> Double {
    var low = Self.key(new[0] - base[base.count - 1])
    var high = Self.key(new[new.count - 1] - base[0])
    while low < high {
      let middle = low + (high - low) / 2
      if count(upTo: Self.value(middle)) >= rank { high = middle } else { low = middle + 1 }
    }
    return Self.value(low)
  }

  /// How many are at most `limit`.
  private func count(upTo limit: Double) -> Int {
    var count = 0
    var reach = 0
    for x in base {
      while reach < new.count && new[reach] - x <= limit { reach += 1 }
      count += reach
    }
    return count
  }

  /// A whole number that grows as `value` does, one for each: the bits, negative ones turned over.
  private static func key(_ value: Double) -> Int128 {
    let magnitude = Int128(value.magnitude.bitPattern)
    return value < 0 ? -magnitude : magnitude
  }

  private static func value(_ key: Int128) -> Double {
    let magnitude = Double(bitPattern: UInt64(key.magnitude))
    return key < 0 ? -magnitude : magnitude
  }
}
