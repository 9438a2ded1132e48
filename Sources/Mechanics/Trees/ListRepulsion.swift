/// A repulsion strategy that makes lists of the sources that act on groups of targets.
protocol ListRepulsion: Repulsion {
  /// Gives `body` every node at most once as a target, with all that acts on it as sources, weighed
  /// by the charges of `sum`. The lists are valid only while `body` runs. It may run on several
  /// threads at a time, with different targets.
  mutating func visit(_ world: World, _ sum: PairSum, _ body: (InteractionList) -> Void)
}

extension ListRepulsion {
  public mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    visit(world, sum) { $0.add(sum, times: scale, to: field) }
  }
}

extension InteractionList {
  /// Adds `scale` times `sum` at the targets to `field`, by node number.
  func add(_ sum: PairSum, times scale: Double, to field: Lanes) {
    let lanes = sum.lanes(dimensions: dimensions)
    // Kernels write whole vectors.
    let room = (targetRange.count + 15) / 16 * 16
    withUnsafeTemporaryAllocation(of: Double.self, capacity: lanes * room) { memory in
      guard let base = memory.baseAddress else { return }
      base.update(repeating: 0, count: lanes * room)
      let sums = Lanes(base: base, stride: room)
      sum.add(self, to: sums)
      add(sums, lanes: lanes, times: scale, to: field)
    }
  }

  @inline(__always)
  func add<Number: KernelScalar>(
    _ sums: NumberLanes<Number>, lanes: Int, times scale: Double, to field: Lanes
  ) {
    for lane in 0..<lanes {
      let (from, to, ids) = (sums[lane], field[lane], targetIDs + targetRange.lowerBound)
      for index in 0..<targetRange.count { to[Int(ids[index])] += Double(from[index]) * scale }
    }
  }
}
