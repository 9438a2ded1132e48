/// What a repulsion strategy sums over all pairs: the forces or the potentials of a law.
public struct PairSum {
  public let law: any PairForce
  public let quantity: Quantity
  /// The charge of each node, which multiplies its effect on others.
  public let charges: UnsafePointer<Double>
  /// Whether both nodes of a pair count its potential alike. A strategy may then divide it between them
  /// in any way, as only the sum over all nodes is wanted.
  let isSymmetric: Bool
  /// The potential as one that loops in C sum, if potentials are summed and they can.
  let compiled: CompiledPotential?

  public enum Quantity: Sendable {
    case force
    /// The potential: one number.
    case potential
  }

  public init(
    _ law: any PairForce, _ quantity: Quantity, charges: UnsafePointer<Double>,
    isSymmetric: Bool = false
  ) {
    (self.law, self.quantity, self.charges) = (law, quantity, charges)
    self.isSymmetric = isSymmetric
    compiled = quantity == .potential ? CompiledPotential(law) : nil
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

  /// Adds the sum of `sources` at `targets` to `sums`, in single precision. False, and the sums
  /// invalid, if a pair is too near for that.
  func add(
    of sources: Bodies<Float>, on targets: Bodies<Float>, _ filter: PairFilter,
    to sums: NumberLanes<Float>
  ) -> Bool {
    switch quantity {
    case .force: law.addForces(of: sources, on: targets, filter, to: sums)
    case .potential: compiled?.add(sources, at: targets, filter, to: sums[0]) ?? false
    }
  }

  /// Whether the law is summed in single precision, and its values are well within the range of
  /// `Float` in a layout of side `extent`. Potentials with a cut-off are not.
  func fitsSinglePrecision(extent: Double, reach: Double = .infinity) -> Bool {
    let isSummed = quantity == .force || (compiled != nil && reach == .infinity)
    guard isSummed, extent > 1e-15, extent < 1e15 else { return false }
    return [1, 1e-3, 1e-6].allSatisfy { part in
      let factor = abs(law.factor(extent * part * extent * part))
      return factor == 0 || (factor > 1e-25 && factor < 1e25)
    }
  }
}
