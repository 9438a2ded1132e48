import ForceLabCVectors

/// Sums the forces over nodes of equal charge, each pair once. The inner loop pairs two nodes with
/// eight others, and clamps squared distances, which avoids branches; near pairs are corrected later.
@usableFromInline struct MutualKernel<Law: PairLaw> {
  @usableFromInline let law: Law
  @usableFromInline let nodes: Bodies<Double>
  @usableFromInline let sums: Lanes
  @usableFromInline let seed: UInt64

  @inlinable @inline(__always) init(law: Law, nodes: Bodies<Double>, sums: Lanes, seed: UInt64) {
    (self.law, self.nodes, self.sums, self.seed) = (law, nodes, sums, seed)
  }

  /// Adds the pairs within `block`, which begins at a multiple of eight, and with nodes before it.
  @inlinable func add(_ block: Range<Int>) {
    nodes.dimensions == 2
      ? add(block, PlanarVector<DoubleVector8>.self) : add(block, SpatialVector<DoubleVector8>.self)
  }

  @inlinable @inline(__always) func add<P: DoublePointVector>(_ block: Range<Int>, _: P.Type) {
    // The nodes after the last whole tile are paired one by one.
    let end = block.lowerBound + block.count / 8 * 8
    for node in stride(from: 0, to: block.lowerBound, by: 2) {
      addTwo(node, with: block.lowerBound..<end, P.self)
    }
    for tile in stride(from: block.lowerBound, to: end, by: 8) {
      addTile(tile..<tile + 8, P.self)
      for node in stride(from: tile, to: tile + 8, by: 2) {
        addTwo(node, with: tile + 8..<end, P.self)
      }
    }
    for node in stride(from: end, to: block.upperBound - 1, by: 2) {
      addTwo(node, with: 0..<end, P.self)
    }
    if block.count % 2 == 1 { addOne(block.upperBound - 1, with: 0..<end, P.self) }
    if end < block.upperBound { addTile(end..<block.upperBound, P.self) }
  }

  /// Adds the pairs of `node` and the node after it with `others`, whole tiles.
  @inlinable func addTwo<P: DoublePointVector>(_ node: Int, with others: Range<Int>, _: P.Type) {
    let isNear = law.cLaw.map { sumTwo(node, with: others, by: $0) }
    if isNear ?? sumTwo(node, with: others, P.self) {
      for index in others {
        correct(node, index)
        correct(node + 1, index)
      }
    }
  }

  /// Sums by a loop in C; returns whether a pair is too near.
  @inlinable func sumTwo(_ node: Int, with others: Range<Int>, by cLaw: CPairLaw) -> Bool {
    DoubleVector8.add(
      CMutualPairs(
        law: cLaw, dimensions: nodes.dimensions, nodes: nodes.lanes.base, sums: sums.base,
        node_stride: nodes.lanes.stride, sum_stride: sums.stride, node: node,
        start: others.lowerBound, end: others.upperBound, limit: held))
  }

  /// Sums any other law.
  @inlinable @inline(__always)
  func sumTwo<P: DoublePointVector>(_ node: Int, with others: Range<Int>, _: P.Type) -> Bool {
    let (a, b) = (P(each: nodes.lanes, node), P(each: nodes.lanes, node + 1))
    var (totalA, totalB, nearest) = (P.zero, P.zero, DoubleVector8(.infinity))
    var other = others.lowerBound
    while other < others.upperBound {
      let place = P(nodes.lanes, other)
      let (wayA, wayB) = (a - place, b - place)
      let (squareA, squareB) = (wayA.squaredLength, wayB.squaredLength)
      let factors = law.fastFactors(
        DoubleVector8.greater(squareA, DoubleVector8(held)),
        DoubleVector8.greater(squareB, DoubleVector8(held)))
      let (pullA, pullB) = (wayA * factors.0, wayB * factors.1)
      (P(sums, other) + (pullA + pullB)).store(sums, other)
      totalA = totalA + pullA
      totalB = totalB + pullB
      nearest = DoubleVector8.lesser(nearest, DoubleVector8.lesser(squareA, squareB))
      other += 8
    }
    totalA.subtractSum(from: sums, node)
    totalB.subtractSum(from: sums, node + 1)
    return nearest.isAnyLess(than: DoubleVector8(held))
  }

  @inlinable func addOne<P: DoublePointVector>(_ node: Int, with others: Range<Int>, _: P.Type) {
    let a = P(each: nodes.lanes, node)
    var (total, nearest) = (P.zero, DoubleVector8(.infinity))
    for other in stride(from: others.lowerBound, to: others.upperBound, by: 8) {
      let way = a - P(nodes.lanes, other)
      let square = way.squaredLength
      let held = DoubleVector8.greater(square, DoubleVector8(held))
      let pull = way * law.fastFactors(held, held).0
      (P(sums, other) + pull).store(sums, other)
      total = total + pull
      nearest = .lesser(nearest, square)
    }
    total.subtractSum(from: sums, node)
    if nearest.isAnyLess(than: DoubleVector8(held)) {
      for index in others { correct(node, index) }
    }
  }

  /// Adds the pairs among at most eight nodes; that of a node with itself adds zero.
  @inlinable func addTile<P: DoublePointVector>(_ tile: Range<Int>, _: P.Type) {
    let place = P(nodes.lanes, tile.lowerBound)
    var sum = P(sums, tile.lowerBound)
    for node in tile {
      let way = P(each: nodes.lanes, node) - place
      let held = DoubleVector8.greater(way.squaredLength, DoubleVector8(held))
      sum = sum + way * law.fastFactors(held, held).0
    }
    sum.store(sums, tile.lowerBound)
    for node in tile {
      for other in tile.lowerBound..<node { correct(node, other) }
    }
  }

  /// The squared distance below which pairs are corrected; large enough that laws do not overflow.
  @inlinable @inline(__always) var held: Double { max(law.nearSquaredDistance, Double.minSquare) }

  @inlinable @inline(__always) func correct(_ node: Int, _ other: Int) {
    var square = 0.0
    for axis in 0..<nodes.dimensions {
      let way = nodes.lanes[axis][other] - nodes.lanes[axis][node]
      square += way * way
    }
    if square < held { correctNear(node, other, square) }
  }

  @inlinable @inline(never) func correctNear(_ node: Int, _ other: Int, _ square: Double) {
    var (way, pull) = (SIMD3<Double>(), 0.0)
    if square == 0 {
      way = jiggle(Int32(node), Int32(other), seed: seed)
      if nodes.dimensions == 2 { way.z = 0 }
      pull = law.factor((way * way).sum())
    } else {
      for axis in 0..<nodes.dimensions {
        way[axis] = nodes.lanes[axis][other] - nodes.lanes[axis][node]
      }
      pull = law.factor(square) - law.fastFactor(held)
    }
    for axis in 0..<nodes.dimensions {
      sums[axis][node] += way[axis] * pull
      sums[axis][other] -= way[axis] * pull
    }
  }
}
