extension CellWalk {
  /// Sorts the candidates from `start` to `end` for `cell`. Distant ones are added to the sources. The others, split if
  /// they are larger than `cell`, are written after `end`; returns the end of those. For a leaf they are leaves, or −1
  /// − c for a cell c that acts as four points. In the plane interpolation is of higher order than the four points of a
  /// cell, and in space of lower order, so that interpolation needs a smaller or a larger distance.
  func sort(
    _ cell: Int, _ isLeaf: Bool, _ hasPoints: Bool, _ box: Box, from start: Int, to end: Int
  ) -> Int {
    // Two loops: that of most laws has no test of a cut-off.
    cutoff < .infinity
      ? sort(cell, isLeaf, hasPoints, box, from: start, to: end, hasCutoff: true)
      : sort(cell, isLeaf, hasPoints, box, from: start, to: end, hasCutoff: false)
  }

  @inline(__always)
  private func sort(
    _ cell: Int, _ isLeaf: Bool, _ hasPoints: Bool, _ box: Box, from start: Int, to end: Int,
    hasCutoff: Bool
  ) -> Int {
    let (own, candidates, far) = (cells[cell], memory.candidates.base, memory.far.base)
    let (origin, half) = (box.middle, box.sides * 0.5)
    let (cells, squaredTheta) = (cells, squaredTheta)
    let (first, last) = (own.first, own.first + own.count)
    // Interpolation is accurate from this squared distance on; ∞ without points.
    let pointed = hasPoints ? own.centroid.w * (axes == 2 ? 0.5 : 1) / squaredTheta : .infinity
    let (largest, farBit) = (isLeaf ? 0 : own.count / 4 * 3, isLeaf ? Int32(-1) : 0)
    var (top, farCount) = (end, 0)
    for entry in start..<end {
      var index = Int(candidates[entry])
      let after = Int(cells[index].next)
      // Branches would be mispredicted: write to all lists, and let the counts decide.
      while index < after {
        let other = cells[index]
        let square = Box.squaredDistance(from: origin, half: half, to: other.centroid)
        let isApart = other.first + other.count <= first || other.first >= last
        // A cell whose nodes coincide acts as a whole at any distance.
        let isSmall = other.centroid.w < squaredTheta * square || other.centroid.w == 0
        let isFar = isApart && isSmall && (!hasCutoff || isOnOneSide(other, origin, half))
        let isSource = isFar && square > pointed
        let isSplit = !isFar && Int(other.next) > index + 1 && other.count > largest
        far[farCount] = Int32(truncatingIfNeeded: index)
        farCount &+= isSource ? 1 : 0
        candidates[top] = Int32(truncatingIfNeeded: index) ^ (isFar ? farBit : 0)
        top &+= isSource || isSplit ? 0 : 1
        index = isSplit ? index + 1 : Int(other.next)
      }
    }
    for entry in 0..<farCount { appendPseudoParticles(of: Int(far[entry]), from: origin) }
    return top
  }

  /// Whether all of `other` is within the cut-off or beyond it, for each target in a box about `origin`
  /// with half sides `half`.
  func isOnOneSide(_ other: Cells.Cell, _ origin: SIMD4<Double>, _ half: SIMD4<Double>) -> Bool {
    let center = other.centroid
    // Its four points may be farther from the centroid than its nodes.
    let radius = (2 * center.w).squareRoot()
    let nearest = Box.squaredDistance(from: origin, half: half, to: center).squareRoot()
    let x = abs(center.x - origin.x) + half.x
    let y = abs(center.y - origin.y) + half.y
    let z = abs(center.z - origin.z) + half.z
    let farthest = (x * x + y * y + z * z).squareRoot()
    return farthest + radius < cutoff || nearest - radius > cutoff || center.w == 0
  }

  /// The field in `box`: that of `above`, interpolated, and that of the list of sources.
  func field(in box: Box, above: LocalField<Number>?, depth: Int) -> LocalField<Number> {
    let field = LocalField(box, values: memory.field(depth: depth, axes: axes), axes: axes)
    let count = field.writePoints(to: memory.targets)
    for lane in 0..<lanes { field.values[lane].update(repeating: 0, count: count) }
    above?.add(at: memory.targets, count, from: field.middle, to: field.values, lanes: lanes)
    if memory.sources.count > 0 {
      let sources = memory.sources.bodies(axes: axes)
      let points = Bodies(dimensions: axes, lanes: memory.targets, count: count)
      if !target.sum.add(of: sources, on: points, PairFilter(), to: field.values) {
        target.sum.addPotentials(widening: sources, at: points, to: field.values[0])
      }
    }
    return field
  }

  /// Adds the sums for the leaf `cell` to the field; near cells act only as far as `reach`.
  func finish(
    _ cell: Int, _ box: Box, _ field: LocalField<Number>?, near: UnsafeBufferPointer<Int32>,
    reach: Double = .infinity
  ) {
    let range = cells[cell].nodes
    // The nodes are scattered in memory.
    for index in range { target.field.prefetch(Int(target.leaves.ids[index]), lanes: lanes) }
    let isSummed = sumNear(cell, range, box, near, reach)
    if !isSummed { sumNearInDouble(cell, range, near, reach) }
    for lane in 0..<lanes { memory.sums[lane].update(repeating: 0, count: range.count) }
    field?.add(at: places(range, box), range.count, from: box.middle, to: memory.sums, lanes: lanes)
    isSummed ? add(memory.nearSums, range) : add(memory.doubleSums, range)
  }

  /// Adds the sums over far and `near` sources to the target's field, by node number.
  @inline(__always)
  private func add<Near: KernelScalar>(_ near: NumberLanes<Near>, _ range: Range<Int>) {
    let (ids, scale) = (target.leaves.ids + range.lowerBound, target.scale)
    for lane in 0..<lanes {
      let (field, sums, near) = (target.field[lane], memory.sums[lane], near[lane])
      for index in 0..<range.count {
        field[Int(ids[index])] += (Double(sums[index]) + Double(near[index])) * scale
      }
    }
  }

  private func places(_ range: Range<Int>, _ box: Box) -> NumberLanes<Number> {
    // They are the first in the list of near nodes.
    if let places = memory.nearby.bodies(axes: axes).lanes as? NumberLanes<Number> { return places }
    for axis in 0..<axes {
      let (to, middle) = (memory.targets[axis], box.middle[axis])
      for index in range {
        to[index - range.lowerBound] = Number(target.leaves.nodes[index][axis] - middle)
      }
    }
    return memory.targets
  }

  /// Sums the near cells in single precision; false if that is not accurate enough.
  private func sumNear(
    _ cell: Int, _ range: Range<Int>, _ box: Box, _ near: UnsafeBufferPointer<Int32>,
    _ reach: Double
  ) -> Bool {
    guard Number.self == Float.self else { return false }
    let (origin, after) = (box.middle, Int(cells[cell].next))
    memory.nearby.removeAll()
    let side = box.longestSide
    // The targets come first.
    for leaf in cell..<after where Int(cells[leaf].next) == leaf + 1 {
      append(leaf, from: origin, side: side)
    }
    for entry in near where entry < cell || entry >= after {
      let index = Int(entry < 0 ? -1 - entry : entry)
      if entry < 0 {
        memory.nearby.append(
          pseudoParticles[index], about: cells[index].centroid, from: origin, axes: axes)
      } else {
        append(index, from: origin, side: side)
      }
    }
    return memory.nearby.sum(
      target.sum, onFirst: range.count, side: side, reach: reach, axes: axes, to: memory.nearSums)
  }

  /// Adds the nodes of `leaf` to the near sources of targets in a box of `side` about `origin`.
  @inline(__always) private func append(_ leaf: Int, from origin: SIMD4<Double>, side: Double) {
    let (box, nodes) = (target.cells.boxes[leaf], cells[leaf].nodes)
    if box.longestSide <= 8 * side {
      memory.nearby.append(target.leaves.singles, nodes, by: box.middle - origin, axes: axes)
    } else {
      // Coordinates relative to a leaf of this size are too inexact here.
      memory.nearby.append(
        target.leaves.nodes, nodes, from: origin, charges: target.leaves.singles[axes], axes: axes)
    }
  }

  /// Sums the near cells in double precision, and handles coincident nodes.
  private func sumNearInDouble(
    _ cell: Int, _ range: Range<Int>, _ near: UnsafeBufferPointer<Int32>, _ reach: Double
  ) {
    let after = Int(cells[cell].next)
    let room = near.reduce(range.count) { $0 + ($1 < 0 ? 4 : Int(cells[Int($1)].count)) }
    let list = memory.careful
    list.ensure(room, axes: axes)
    list.append(target.leaves.nodes, range, target.sum.charges)
    for entry in near where entry < cell || entry >= after {
      if entry < 0 {
        let index = -1 - Int(entry)
        list.append(
          pseudoParticles[index], about: cells[index].centroid,
          of: PointGroup(
            ids: target.leaves.ids + Int(cells[index].first), count: Int(cells[index].count),
            squaredCharge: Double(cells[index].squaredCharge), charges: target.sum.charges))
      } else {
        list.append(target.leaves.nodes, cells[Int(entry)].nodes, target.sum.charges)
      }
    }
    for lane in 0..<lanes { memory.doubleSums[lane].update(repeating: 0, count: range.count) }
    list.add(
      target.sum, onFirst: range.count, reach: reach, seed: target.world.seed,
      to: memory.doubleSums)
  }

  @inline(__always) func appendPseudoParticles(of cell: Int, from origin: SIMD4<Double>) {
    memory.sources.append(
      pseudoParticles[cell], about: cells[cell].centroid, from: origin, axes: axes)
  }
}
