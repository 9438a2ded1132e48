/// The loops of `pair-power`, compiled for common exponents.
extension PairPower {
  @inlinable
  public func addForces(_ interactions: Interactions, to sums: Lanes) {
    switch exponent {
    case 1: kernel(NoPower(), Double.self).addForces(interactions, to: sums)
    case 0: kernel(InversePower(), Double.self).addForces(interactions, to: sums)
    case -1: kernel(InverseSquare(), Double.self).addForces(interactions, to: sums)
    case -2: kernel(InverseCube(), Double.self).addForces(interactions, to: sums)
    case -3: kernel(InverseFourth(), Double.self).addForces(interactions, to: sums)
    default: kernel(any, Double.self).addForces(interactions, to: sums)
    }
  }

  @inlinable
  public func addForces(
    of sources: Bodies<Double>, _ runs: UnsafeBufferPointer<BodyRun>, on targets: Bodies<Double>,
    tooNear: Double, to sums: Lanes
  ) -> Bool {
    add(sources, runs, targets, tooNear, sums)
  }

  @inlinable
  public func addForces(
    of sources: Bodies<Float>, _ runs: UnsafeBufferPointer<BodyRun>, on targets: Bodies<Float>,
    tooNear: Float, to sums: NumberLanes<Float>
  ) -> Bool {
    add(sources, runs, targets, tooNear, sums)
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
    _ sources: Bodies<Number>, _ runs: UnsafeBufferPointer<BodyRun>, _ targets: Bodies<Number>,
    _ tooNear: Number, _ sums: NumberLanes<Number>
  ) -> Bool {
    switch exponent {
    case 1: add(NoPower(), sources, runs, targets, tooNear, sums)
    case 0: add(InversePower(), sources, runs, targets, tooNear, sums)
    case -1: add(InverseSquare(), sources, runs, targets, tooNear, sums)
    case -2: add(InverseCube(), sources, runs, targets, tooNear, sums)
    case -3: add(InverseFourth(), sources, runs, targets, tooNear, sums)
    default: add(any, sources, runs, targets, tooNear, sums)
    }
  }

  @inlinable @inline(__always)
  var any: AnyPower { AnyPower(half: (exponent - 1) / 2) }

  @inlinable @inline(__always)
  func kernel<P: Power, Number: LoopNumber>(_ power: P, _: Number.Type)
    -> PairKernel<PowerLaw<P>, Number>
  {
    PairKernel(law: law(power))
  }

  @inlinable @inline(__always)
  func add<P: Power, Number: LoopNumber>(
    _ power: P, _ sources: Bodies<Number>, _ runs: UnsafeBufferPointer<BodyRun>,
    _ targets: Bodies<Number>, _ tooNear: Number, _ sums: NumberLanes<Number>
  ) -> Bool {
    kernel(power, Number.self).addForces(
      of: sources, runs, on: targets, tooNear: tooNear, to: sums)
  }

  @inlinable @inline(__always)
  func addMutually<P: Power>(
    _ power: P, _ nodes: Bodies<Double>, _ block: Range<Int>, _ seed: UInt64, _ sums: Lanes
  ) {
    MutualKernel(law: law(power), nodes: nodes, sums: sums, seed: seed).add(block)
  }
}
