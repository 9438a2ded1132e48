import ForceLabCVectors

extension PairSum {
  /// Adds the sum over the sources of `pairs` on its targets to `sums`, one lane per number of the sum.
  /// Coincident nodes repel each other in a random direction. Whole vectors of sums are written.
  func add(_ pairs: InteractionList, to sums: Lanes) {
    guard quantity == .force else { return addPotentials(pairs, to: sums[0]) }
    let (first, targets) = (pairs.targetRange.lowerBound, pairs.targetBodies)
    let filter = PairFilter(selves: pairs.selves, reach: pairs.reach, tooNear: 0)
    // A target in another list of sources is at its own place.
    let expected = pairs.selves == nil && pairs.includesTargets ? 1.0 : 0
    addForces(of: pairs.sources, on: targets, filter, to: sums) { target, count in
      guard count > expected else { return }
      pairs.forEachCoincident(with: first + target) { offset, source in
        let pull = law.factor((offset * offset).sum()) * pairs.coincidentCharge(source)
        for axis in 0..<pairs.dimensions { sums[axis][target] += offset[axis] * pull }
      }
    }
  }

  /// Adds the sum of `sources` at `targets` to `sums`. False, and the sums invalid, if a pair is too near
  /// for the precision of `Number`.
  func add<Number: KernelScalar>(
    of sources: Bodies<Number>, on targets: Bodies<Number>, _ filter: PairFilter,
    to sums: NumberLanes<Number>
  ) -> Bool {
    switch quantity {
    case .force:
      var isRight = true
      addForces(of: sources, on: targets, filter, to: sums) {
        if $1 > 0 { isRight = false }
      }
      return isRight
    case .potential:
      return Number.addPotentials(self, of: sources, at: targets, filter, to: sums[0])
    }
  }

  /// Adds the forces of `sources` on `targets` to `sums`, and calls `body` with each target and the
  /// number of sources that are too near it.
  private func addForces<Number: KernelScalar>(
    of sources: Bodies<Number>, on targets: Bodies<Number>, _ filter: PairFilter,
    to sums: NumberLanes<Number>, _ body: (_ target: Int, _ closePairs: Number) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Number.self, capacity: targets.count + 16) { closePairs in
      guard let closePairs = closePairs.baseAddress else { return }
      // Far below any source if targets are not sources.
      let own = filter.selves ?? -(1 << 30)
      if let cLaw {
        let minimum = max(Number(filter.tooNear).nextUp, Number.minSquare)
        // The fast form of some laws multiplies squared distances.
        let fits =
          cLaw.form != CPairQuotient && cLaw.form != CPairInverse
          || Number.fitSquares(of: sources) && Number.fitSquares(of: targets)
        let limit = fits ? max(Number(cLaw.nearSquaredDistance), minimum) : .infinity
        let pairs = CPairs(
          law: cLaw, dimensions: sources.dimensions, sources: sources.lanes.base,
          charges: sources.charges, targets: targets.lanes.base, sums: sums.base,
          source_stride: sources.lanes.stride,
          target_stride: targets.lanes.stride, sum_stride: sums.stride, source_count: sources.count,
          target_count: targets.count, own: own, fast_limit: Double(limit),
          full_limit: Double(minimum), squared_reach: filter.reach * filter.reach,
          too_near: filter.tooNear)
        withUnsafePointer(to: pairs) { Number.add($0, closePairs) }
      } else {
        addOneByOne(sources, targets, own, filter, to: sums, closePairs)
      }
      for target in 0..<targets.count { body(target, closePairs[target]) }
    }
  }

  /// The loop for laws from outside.
  private func addOneByOne<Number: KernelScalar>(
    _ sources: Bodies<Number>, _ targets: Bodies<Number>, _ own: Int, _ filter: PairFilter,
    to sums: NumberLanes<Number>, _ closePairs: UnsafeMutablePointer<Number>
  ) {
    for target in 0..<targets.count {
      var (total, close) = (SIMD3<Number>(), Number.zero)
      for source in 0..<sources.count where source != own + target {
        let way = sources.point(source) - targets.point(target)
        let square = Double((way * way).sum())
        close += square <= filter.tooNear ? 1 : 0
        guard square > 0, square < filter.reach * filter.reach else { continue }
        total += way * (Number(law.factor(square)) * sources.charges[source])
      }
      for axis in 0..<targets.dimensions { sums[axis][target] += total[axis] }
      closePairs[target] = close
    }
  }

  /// Adds the forces between the nodes `block`, and between these and all earlier nodes, to `sums`. All
  /// charges are 1; the law is one in C with a fast form. `block` begins at a multiple of eight.
  func addMutualForces(_ nodes: Bodies<Double>, block: Range<Int>, seed: UInt64, to sums: Lanes) {
    guard let cLaw else { return }
    let pairs = CMutualPairs(
      law: cLaw, dimensions: nodes.dimensions, nodes: nodes.lanes.base, sums: sums.base,
      node_stride: nodes.lanes.stride, sum_stride: sums.stride,
      limit: max(cLaw.nearSquaredDistance, Double.minSquare), jiggle: jiggleInC, seed: seed)
    withUnsafePointer(to: pairs) { cdouble8_add_block($0, block.lowerBound, block.upperBound) }
  }
}
