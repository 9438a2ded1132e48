/// What a repulsion strategy sums over all pairs: the forces or the potentials of a law.
public struct PairSum {
  public let law: any PairForce
  public let quantity: Quantity
  /// The charge of each node, which multiplies its effect on others.
  public let charges: UnsafePointer<Double>

  public enum Quantity: Sendable {
    case force
    /// The potential: one number. A strategy may divide that of a pair between its nodes in any way.
    case potential
  }

  public init(_ law: any PairForce, _ quantity: Quantity, charges: UnsafePointer<Double>) {
    (self.law, self.quantity, self.charges) = (law, quantity, charges)
  }

  public func lanes(dimensions: Int) -> Int { quantity == .force ? dimensions : 1 }

  /// The charge of all `count` nodes, if they have the same.
  static func commonCharge(_ charges: UnsafePointer<Double>, count: Int) -> Double? {
    guard count > 0 else { return nil }
    var others = 0
    for node in 1..<max(1, count) { others += charges[node] == charges[0] ? 0 : 1 }
    return others == 0 ? charges[0] : nil
  }

  public func add(_ interactions: InteractionList, to sums: Lanes) {
    switch quantity {
    case .force: law.addForces(interactions, to: sums)
    case .potential: law.addPotentials(interactions, to: sums)
    }
  }

  /// Whether the values of the law are well within the range of `Float` in a layout of side `extent`.
  func fitsSinglePrecision(extent: Double) -> Bool {
    guard quantity == .force, extent > 1e-15, extent < 1e15 else { return false }
    return [1, 1e-3, 1e-6].allSatisfy { part in
      let factor = abs(law.factor(extent * part * extent * part))
      return factor == 0 || (factor > 1e-25 && factor < 1e25)
    }
  }
}
