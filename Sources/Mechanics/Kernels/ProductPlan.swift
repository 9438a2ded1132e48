/// The products of squared distances of which a sum of potentials takes logarithms: each is that of
/// sixteen, of four or of one adjacent source of the same charge.
///
/// Most charges are whole multiples c of a unit. Then Σ c·ln x over all products x is one logarithm,
/// that of Π xᶜ, which is computed from the highest binary digit of the multiples to the lowest:
/// square the result, and multiply it by every x that has the digit in its multiple (Straus 1964).
@usableFromInline struct ProductPlan {
  @usableFromInline struct Product {
    @usableFromInline var charge: Double
    /// The charge in units; 0 if it is no whole number, or too large.
    @usableFromInline var multiple: Double
    @usableFromInline var first: Int32
  }

  @usableFromInline let unit: Double
  /// The products, those of most sources first.
  @usableFromInline let products: UnsafeMutablePointer<Product>
  /// How many products are of sixteen, of at least four, and of any number of sources.
  @usableFromInline let counts: (sixteen: Int, four: Int, one: Int)
  @usableFromInline let totalCharge: Double
  /// The value of each product, for eight targets at a time.
  @usableFromInline let values: UnsafeMutablePointer<Double>
  /// The number of binary digits of the greatest multiple; 0 if there are no multiples.
  @usableFromInline let digits: Int
  /// The number of products that have each digit in their multiples, and then these products.
  private let digitCounts: UnsafeMutablePointer<Int32>
  private let memory: UnsafeMutableRawPointer

  /// A plan for `sources`, the first `doubled` of which count twice. Cost: linear.
  @usableFromInline
  init(_ sources: Bodies<Double>, charges: UnsafePointer<Double>, doubled: Int) {
    let runs = Runs(charges, count: sources.count, doubled: doubled)
    let unit = sources.chargeUnit > 0 ? sources.chargeUnit : runs.leastCharge
    self.unit = unit
    var total = (sixteen: 0, four: 0, one: 0)
    runs.forEach { _, range in
      let (sixteen, rest) = (range.count / 16, range.count % 16)
      total.sixteen &+= sixteen
      total.four &+= rest / 4
      total.one &+= rest % 4
    }
    total.four += total.sixteen
    total.one += total.four
    counts = total
    // Vectors are aligned to cache lines.
    memory = .allocate(
      byteCount: 64 + total.one * (64 + MemoryLayout<Product>.stride), alignment: 8)
    values = memory.alignedUp(toMultipleOf: 64)
      .bindMemory(to: Double.self, capacity: 8 * total.one)
    products = UnsafeMutableRawPointer(values + 8 * total.one)
      .bindMemory(to: Product.self, capacity: total.one)
    let (products, inverse) = (products, 1 / unit)
    var (next, charge) = ((sixteen: 0, four: total.sixteen, one: total.four), 0.0)
    runs.forEach { own, range in
      let multiple = Self.multiple(own, unit, inverse)
      charge += own * Double(range.count)
      var first = range.lowerBound
      @inline(__always) func append(_ count: Int, at index: inout Int) {
        while range.upperBound &- first >= count {
          products[index] = Product(
            charge: own, multiple: multiple, first: Int32(truncatingIfNeeded: first))
          index &+= 1
          first &+= count
        }
      }
      append(16, at: &next.sixteen)
      append(4, at: &next.four)
      append(1, at: &next.one)
    }
    totalCharge = charge
    var all = 0
    for index in 0..<total.one { all |= Int(products[index].multiple) }
    digits = Int.bitWidth - all.leadingZeroBitCount
    digitCounts = .allocate(capacity: digits * (total.one + 1))
    digitCounts.update(repeating: 0, count: digits)
    let (digitCounts, digitProducts) = (digitCounts, digitCounts + digits)
    for index in 0..<total.one {
      var rest = Int(products[index].multiple)
      while rest != 0 {
        let digit = rest.trailingZeroBitCount
        let place = digit &* total.one &+ Int(digitCounts[digit])
        digitProducts[place] = Int32(truncatingIfNeeded: index)
        digitCounts[digit] &+= 1
        rest &= rest &- 1
      }
    }
  }

  /// `charge` in units; 0 if that is no whole number but for rounding errors.
  @inline(__always)
  private static func multiple(_ charge: Double, _ unit: Double, _ inverse: Double) -> Double {
    let quotient = charge * inverse
    guard quotient > 0.5, quotient < Double(1 << mostDigits) - 1 else { return 0 }
    let whole = quotient.rounded()
    return abs(charge - whole * unit) <= 1e-15 * abs(charge) ? whole : 0
  }

  private static var mostDigits: Int { 20 }

  @usableFromInline func deallocate() {
    memory.deallocate()
    digitCounts.deallocate()
  }

  /// The products whose multiples have the binary digit `digit`.
  @usableFromInline func products(withDigit digit: Int) -> UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(
      start: digitCounts + (digits + digit * counts.one), count: Int(digitCounts[digit]))
  }
}

/// Runs of adjacent sources of equal charge, the first `doubled` of which count twice.
private struct Runs {
  let charges: UnsafePointer<Double>
  let count: Int
  let doubled: Int

  init(_ charges: UnsafePointer<Double>, count: Int, doubled: Int) {
    (self.charges, self.count, self.doubled) = (charges, count, doubled)
  }

  /// The least magnitude of a charge that is not zero; 1 if there is none.
  var leastCharge: Double {
    var least = Double.infinity
    for index in 0..<count where charges[index] != 0 { least = min(least, abs(charges[index])) }
    return least < .infinity ? least : 1
  }

  @inline(__always) func forEach(_ body: (_ charge: Double, _ range: Range<Int>) -> Void) {
    var start = 0
    while start < count {
      let (charge, limit) = (charges[start], start < doubled ? doubled : count)
      var end = start &+ 1
      while end < limit, charges[end] == charge { end &+= 1 }
      body(start < doubled ? 2 * charge : charge, start..<end)
      start = end
    }
  }
}
