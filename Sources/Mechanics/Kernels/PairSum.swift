import ForceLabCVectors

/// What a repulsion strategy sums over all pairs: the forces or the potentials of a law.
public struct PairSum {
  public let law: any PairForce
  public let quantity: Quantity
  /// The law, if loops in C sum it.
  let cLaw: CPairLaw?
  /// The charge of each node, which multiplies its effect on others.
  public let charges: UnsafePointer<Double>
  /// The potential as one that loops in C sum, if potentials are summed and they can.
  let compiled: CompiledPotential?

  public enum Quantity: Sendable {
    case force
    /// The potential: one number. Both nodes of a pair count it alike, and only the sum over all nodes is
    /// wanted, so a strategy may divide it between them in any way.
    case potential
  }

  public init(_ law: any PairForce, _ quantity: Quantity, charges: UnsafePointer<Double>) {
    (self.law, self.quantity, self.charges) = (law, quantity, charges)
    cLaw = law.cLaw
    // Trees sum potentials of 1/d by `pair-power` as they sum those of other powers.
    let isPower = cLaw?.form == CPairInverseSquare
    compiled = quantity == .potential && !isPower ? cLaw.flatMap { CompiledPotential($0) } : nil
  }

  public func lanes(dimensions: Int) -> Int { quantity == .force ? dimensions : 1 }

  /// The charge of all `count` nodes, if they have the same.
  static func commonCharge(_ charges: UnsafePointer<Double>, count: Int) -> Double? {
    guard count > 0 else { return nil }
    var others = 0
    for node in 1..<max(1, count) { others += charges[node] == charges[0] ? 0 : 1 }
    return others == 0 ? charges[0] : nil
  }

  /// The smallest squared distance from which on the law is smooth.
  var nearSquaredDistance: Double { cLaw?.nearSquaredDistance ?? 0 }

  /// Whether the law is summed in single precision, and its values and products of two squared distances
  /// are well within the range of `Float` in a layout of side `extent`. Potentials with a cut-off are not.
  func fitsSinglePrecision(extent: Double, reach: Double = .infinity) -> Bool {
    let isSummed = quantity == .force ? cLaw != nil : compiled != nil && reach == .infinity
    guard isSummed, extent > 1e-15, extent < 1e9 else { return false }
    return [1, 1e-3, 1e-6].allSatisfy { part in
      let factor = abs(law.factor(extent * part * extent * part))
      return factor == 0 || (factor > 1e-25 && factor < 1e25)
    }
  }
}
