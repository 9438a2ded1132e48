extension PairLaw {
  @inlinable public func addForces(_ interactions: InteractionList, to sums: Lanes) {
    PairKernel<Self, Double>.addForces(self, interactions, to: sums)
  }

  @inlinable public func addPotentials(_ interactions: InteractionList, to sums: Lanes) {
    PotentialKernel.addPotentials(self, interactions, to: sums)
  }

  @inlinable
  public func addMutualForces(
    _ nodes: Bodies<Double>, block: Range<Int>, seed: UInt64, to sums: Lanes
  ) {
    MutualKernel(law: self, nodes: nodes, sums: sums, seed: seed).add(block)
  }

  @inlinable
  public func addForces(
    of sources: Bodies<Double>, on targets: Bodies<Double>, _ filter: PairFilter, to sums: Lanes
  ) -> Bool {
    PairKernel<Self, Double>(law: self, sources, filter).addForces(on: targets, to: sums)
  }

  @inlinable
  public func addForces(
    of sources: Bodies<Float>, on targets: Bodies<Float>, _ filter: PairFilter,
    to sums: NumberLanes<Float>
  ) -> Bool {
    PairKernel<Self, Float>(law: self, sources, filter).addForces(on: targets, to: sums)
  }

  @inlinable
  public func addPotentials(of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes)
  {
    PotentialKernel(law: self, sources).add(at: targets, to: sums[0]) { _, _ in }
  }
}
