extension CellWalk {
  /// Sorts the candidates from `start` to `end` for `cell`: far ones go into the list of sources,
  /// those that a leaf has to take itself into the list of near cells (−1 − c where the four points
  /// of c will do), and the others, split if they are larger than `cell`, after `end`. Returns the
  /// end of those.
  ///
  /// In the plane, values between the points of a cell are exact to a higher order than the four
  /// points that stand for another, so that cell may be twice as large for its distance.
  func sort(
    _ cell: Int, _ isLeaf: Bool, _ hasPoints: Bool, _ box: Box, from start: Int, to end: Int
  ) -> Int {
    let (own, origin, candidates) = (cells[cell], box.middle, memory.candidates)
    let (cells, squaredTheta, axes) = (cells, squaredTheta, axes)
    let squaredReach = (axes == 2 ? 4 : 1) * squaredTheta
    let (first, last) = (own.first, own.first + own.count)
    var top = end
    for entry in start..<end {
      var index = Int(candidates[entry])
      let after = Int(cells[index].next)
      while index < after {
        let other = cells[index]
        let isApart = other.first + other.count <= first || other.first >= last
        let square = box.squaredDistance(to: other.centroid)
        // A cell without extent may stand for its nodes at any distance.
        if isApart, other.centroid.w == 0 || other.centroid.w < squaredTheta * square {
          if hasPoints, own.centroid.w < squaredReach * square {
            memory.sources.append(target.cells.standIns[index], from: origin, axes: axes)
          } else if isLeaf {
            memory.near.append(Int32(-1 - index))
          } else {
            candidates[top] = Int32(index)
            top += 1
          }
          index = Int(other.next)
        } else if Int(other.next) > index + 1, isLeaf || other.count > own.count / 4 * 3 {
          index += 1
        } else {
          if isLeaf {
            memory.near.append(Int32(index))
          } else {
            candidates[top] = Int32(index)
            top += 1
          }
          index = Int(other.next)
        }
      }
    }
    return top
  }

  /// The field in `box`: what `above` says of it, and what the list of sources adds.
  func field(in box: Box, above: LocalField<Number>?, depth: Int) -> LocalField<Number> {
    let field = LocalField(box, values: memory.field(depth: depth, axes: axes), axes: axes)
    let count = field.writePoints(to: memory.targets)
    for lane in 0..<lanes { field.values[lane].update(repeating: 0, count: count) }
    above?.add(
      at: memory.targets, count, from: field.middle, to: field.values, lanes: lanes)
    if memory.sources.count > 0 {
      Number.add(
        target.sum, of: memory.sources.bodies(axes: axes),
        on: Bodies(dimensions: axes, lanes: memory.targets, count: count), to: field.values)
    }
    return field
  }

  /// Sums what acts on the nodes of the leaf `cell`, its near cells only as far as `reach`, and adds
  /// it to the field of the world.
  func finish(
    _ cell: Int, _ box: Box, _ field: LocalField<Number>?, reach: Double = .infinity
  ) {
    let range = cells[cell].nodes
    for lane in 0..<lanes {
      memory.sums[lane].update(repeating: 0, count: range.count)
      memory.carefulSums[lane].update(repeating: 0, count: range.count)
    }
    if !sumNear(cell, range, box, reach) {
      for lane in 0..<lanes { memory.nearSums[lane].update(repeating: 0, count: range.count) }
      sumNearCarefully(cell, range, reach)
    }
    if let field {
      for axis in 0..<axes {
        let (from, to, middle) = (
          target.nodes[axis] + range.lowerBound, memory.targets[axis], box.middle[axis]
        )
        for index in 0..<range.count { to[index] = Number(from[index] - middle) }
      }
      field.add(at: memory.targets, range.count, from: box.middle, to: memory.sums, lanes: lanes)
    }
    let (ids, scale) = (target.ids + range.lowerBound, target.scale)
    for lane in 0..<lanes {
      let (far, near, careful) = (
        memory.sums[lane], memory.nearSums[lane], memory.carefulSums[lane]
      )
      let result = target.field[lane]
      for index in 0..<range.count {
        let sum = Double(far[index]) + (Double(near[index]) + careful[index])
        result[Int(ids[index])] += sum * scale
      }
    }
  }

  /// Sums the near cells in single precision; false if it is not fit for that, because nodes are in
  /// one place, or so near to each other that their distance has lost its digits.
  private func sumNear(
    _ cell: Int, _ range: Range<Int>, _ box: Box, _ reach: Double
  ) -> Bool {
    guard Number.self == Float.self else { return false }
    memory.runs.removeAll(keepingCapacity: true)
    let origin = box.middle
    var hasPoints = false
    for entry in memory.near {
      if entry < 0 {
        hasPoints = true
        continue
      }
      let index = Int(entry)
      memory.runs.append(
        BodyRun(
          Int(cells[index].first), count: Int(cells[index].count),
          offset: target.cells.boxes[index].middle - origin, areTargets: index == cell,
          reach: reach))
    }
    let count = (range.count + 15) / 16 * 16
    for lane in 0..<lanes { memory.nearSums[lane].update(repeating: 0, count: count) }
    let targets = Bodies(
      dimensions: axes, lanes: target.singles.dropFirst(range.lowerBound), count: range.count)
    let side = Float(max(box.sides.x, box.sides.y, box.sides.z))
    let tooNear = 1e-6 * side * side
    var isRight = memory.runs.withUnsafeBufferPointer { runs in
      target.sum.law.addForces(
        of: Bodies(dimensions: axes, lanes: target.singles, count: 0), runs, on: targets,
        tooNear: tooNear, to: memory.nearSums)
    }
    if hasPoints, isRight { isRight = sumPoints(targets, origin, tooNear: tooNear) }
    // Of a number that is not finite, the product with zero is not a number, so has other bits.
    var check: UInt32 = 0
    for lane in 0..<lanes {
      let sums = memory.nearSums[lane]
      for index in 0..<range.count { check |= (sums[index] * 0).bitPattern << 1 }
    }
    return isRight && check == 0
  }

  /// Sums the points that stand for near cells; false if one is too near.
  private func sumPoints(_ targets: Bodies<Float>, _ origin: SIMD4<Double>, tooNear: Float) -> Bool
  {
    memory.points.removeAll()
    for entry in memory.near where entry < 0 {
      memory.points.append(target.cells.standIns[-1 - Int(entry)], from: origin, axes: axes)
    }
    return withUnsafePointer(to: BodyRun(0, count: memory.points.count)) { run in
      target.sum.law.addForces(
        of: memory.points.bodies(axes: axes), UnsafeBufferPointer(start: run, count: 1),
        on: targets, tooNear: tooNear, to: memory.nearSums)
    }
  }

  /// Sums the near cells in double precision, with nodes in one place parted.
  private func sumNearCarefully(_ cell: Int, _ range: Range<Int>, _ reach: Double) {
    let ids = target.ids
    let room = memory.near.reduce(0) { $0 + ($1 < 0 ? 4 : Int(cells[Int($1)].count)) }
    let list = memory.careful
    list.ensure(room, axes: axes)
    for entry in memory.near {
      if entry < 0 {
        let index = -1 - Int(entry)
        list.append(target.cells.standIns[index], standingFor: ids[Int(cells[index].first)])
      } else {
        list.append(target.nodes, cells[Int(entry)].nodes, ids: ids)
      }
    }
    var pairs = list.interactions(on: target.nodes, range, ids: ids, seed: target.world.seed)
    pairs.reach = reach
    target.sum.add(pairs, to: memory.carefulSums)
  }
}
