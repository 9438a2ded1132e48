/// The corners of a bounding box.
typealias Box = (low: Vector, high: Vector)

extension [Box] {
  var union: Box {
    reduce((Vector(repeating: .infinity), Vector(repeating: -.infinity))) {
      (pointwiseMin($0.low, $1.low), pointwiseMax($0.high, $1.high))
    }
  }
}

extension [Outline] {
  var box: Box {
    flatMap { outline -> [Box] in
      switch outline {
      case .circle(let center, let radius): [(center - radius, center + radius)]
      case .polygon(let corners): corners.map { ($0, $0) }
      }
    }.union
  }
}

/// Calls `visit` with each two of `boxes` that overlap, as indices, until it returns false. Sorts them along
/// the axis on which they are spread farther: a row and a pile take little time.
func visitOverlaps(of boxes: [Box], _ visit: (Int, Int) -> Bool) {
  let spread = boxes.map { ($0.low, $0.low) }.union
  let axis = spread.high.x - spread.low.x < spread.high.y - spread.low.y ? 1 : 0
  let order = boxes.indices.sorted { (boxes[$0].low[axis], $0) < (boxes[$1].low[axis], $1) }
  let sorted = order.map { (low: boxes[$0].low, high: boxes[$0].high) }
  for first in sorted.indices {
    let box = sorted[first]
    for second in (first + 1)..<max(first + 1, sorted.count) {
      let other = sorted[second]
      if other.low[axis] > box.high[axis] { break }
      if other.low[1 - axis] <= box.high[1 - axis], other.high[1 - axis] >= box.low[1 - axis],
        !visit(order[first], order[second])
      {
        return
      }
    }
  }
}
