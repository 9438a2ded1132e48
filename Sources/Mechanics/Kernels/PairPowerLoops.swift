/// The loops of `pair-power`, compiled for common exponents.
extension PairPower {
  @inlinable
  public func addForces(_ interactions: InteractionList, to sums: Lanes) {
    switch exponent {
    case 1: add(NoPower(), interactions, sums)
    case 0: add(InversePower(), interactions, sums)
    case -1: add(InverseSquare(), interactions, sums)
    case -2: add(InverseCube(), interactions, sums)
    case -3: add(InverseFourth(), interactions, sums)
    default: add(any, interactions, sums)
    }
  }

  @inlinable
  public func addForces(
    of sources: Bodies<Double>, on targets: Bodies<Double>, _ filter: PairFilter, to sums: Lanes
  ) -> Bool {
    add(sources, targets, filter, sums)
  }

  @inlinable
  public func addForces(
    of sources: Bodies<Float>, on targets: Bodies<Float>, _ filter: PairFilter,
    to sums: NumberLanes<Float>
  ) -> Bool {
    add(sources, targets, filter, sums)
  }

  @inlinable
  public func addMutualForces(
    _ nodes: Bodies<Double>, block: Range<Int>, seed: UInt64, to sums: Lanes
  ) {
    switch exponent {
    case 1: addMutually(NoPower(), nodes, block, seed, sums)
    case 0: addMutually(InversePower(), nodes, block, seed, sums)
    case -1: addMutually(InverseSquare(), nodes, block, seed, sums)
    case -2: addMutually(InverseCube(), nodes, block, seed, sums)
    case -3: addMutually(InverseFourth(), nodes, block, seed, sums)
    default: addMutually(any, nodes, block, seed, sums)
    }
  }

  @inlinable @inline(__always)
  func add<Number: LoopNumber>(
    _ sources: Bodies<Number>, _ targets: Bodies<Number>, _ filter: PairFilter,
    _ sums: NumberLanes<Number>
  ) -> Bool {
    switch exponent {
    case 1: add(NoPower(), sources, targets, filter, sums)
    case 0: add(InversePower(), sources, targets, filter, sums)
    case -1: add(InverseSquare(), sources, targets, filter, sums)
    case -2: add(InverseCube(), sources, targets, filter, sums)
    case -3: add(InverseFourth(), sources, targets, filter, sums)
    default: add(any, sources, targets, filter, sums)
    }
  }

  @inlinable @inline(__always)
  var any: AnyPower { AnyPower(half: (exponent - 1) / 2) }

  @inlinable @inline(__always)
  func add<P: Power>(_ power: P, _ interactions: InteractionList, _ sums: Lanes) {
    PairKernel.addForces(law(power), interactions, to: sums)
  }

  @inlinable @inline(__always)
  func add<P: Power, Number: LoopNumber>(
    _ power: P, _ sources: Bodies<Number>, _ targets: Bodies<Number>, _ filter: PairFilter,
    _ sums: NumberLanes<Number>
  ) -> Bool {
    PairKernel(law: law(power), sources, filter).addForces(on: targets, to: sums)
  }

  @inlinable @inline(__always)
  func addMutually<P: Power>(
    _ power: P, _ nodes: Bodies<Double>, _ block: Range<Int>, _ seed: UInt64, _ sums: Lanes
  ) {
    MutualKernel(law: law(power), nodes: nodes, sums: sums, seed: seed).add(block)
  }
}
