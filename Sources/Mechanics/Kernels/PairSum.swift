/// What a repulsion strategy is to sum over all pairs: the forces of a law, or its potentials.
public struct PairSum {
  /// The law.
  public let law: any PairForce
  /// What of the law is summed.
  public let quantity: Quantity
  /// By what each node, by its number, multiplies what it does to others.
  public let charges: UnsafePointer<Double>

  /// What of a law is summed.
  public enum Quantity: Sendable {
    /// The force: one number per axis.
    case force
    /// The potential: one number.
    case potential
  }

  /// The sum of `quantity` of `law`, nodes having `charges`.
  public init(_ law: any PairForce, _ quantity: Quantity, charges: UnsafePointer<Double>) {
    self.law = law
    self.quantity = quantity
    self.charges = charges
  }

  /// How many numbers there are per node.
  public func lanes(dimensions: Int) -> Int { quantity == .force ? dimensions : 1 }

  /// The charge that all of `count` nodes have, if it is one.
  static func commonCharge(_ charges: UnsafePointer<Double>, count: Int) -> Double? {
    guard count > 0 else { return nil }
    var others = 0
    for node in 1..<max(1, count) { others += charges[node] == charges[0] ? 0 : 1 }
    return others == 0 ? charges[0] : nil
  }

  /// Adds what the sources of `interactions` do to its targets to `sums`, from index 0 on.
  public func add(_ interactions: InteractionList, to sums: Lanes) {
    switch quantity {
    case .force: law.addForces(interactions, to: sums)
    case .potential: law.addPotentials(interactions, to: sums)
    }
  }

  /// Whether the law can be summed in single precision in a layout of side `extent`: whether its
  /// numbers are well within the range of `Float` there.
  func fitsSinglePrecision(extent: Double) -> Bool {
    guard quantity == .force, extent > 1e-15, extent < 1e15 else { return false }
    return [1, 1e-3, 1e-6].allSatisfy { part in
      let factor = abs(law.factor(extent * part * extent * part))
      return factor == 0 || (factor > 1e-25 && factor < 1e25)
    }
  }
}
