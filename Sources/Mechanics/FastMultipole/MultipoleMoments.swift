struct MultipoleMoments {
  let tree: MultipoleCells
  let boxes: UnsafeMutablePointer<SIMD4<Double>>
  let series: MultipoleSeries

  private static let width = 8

  func measure(_ range: Range<Int>) {
    withMemory { memory in
      for cell in range.reversed() { measure(cell, memory) }
    }
  }

  func measure(above tasks: [Int]) {
    withMemory { memory in
      for index in tasks.indices.reversed() {
        let start = index == 0 ? 0 : Int(tree.cells[tasks[index - 1]].next)
        for cell in (start..<tasks[index]).reversed() { measure(cell, memory) }
      }
    }
  }

  private func withMemory(_ body: (UnsafeMutablePointer<Double>) -> Void) {
    let count = 2 * (series.order + 2) * Self.width
    withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { memory in
      if let base = memory.baseAddress { body(base) }
    }
  }

  private func measure(_ cell: Int, _ memory: UnsafeMutablePointer<Double>) {
    let moments = tree.moments + cell * series.momentCount
    moments.update(repeating: 0, count: series.momentCount)
    if tree.isLeaf(cell) {
      encircleNodes(of: cell)
      addNodes(of: tree.cells[cell], to: moments, memory)
    } else {
      let parts = (cell + 1, Int(tree.cells[cell + 1].next))
      encircle(parts, by: cell)
      for part in [parts.0, parts.1] {
        series.add(
          tree.moments + part * series.momentCount, of: tree.cells[part], to: moments,
          of: tree.cells[cell], memory)
      }
    }
  }

  private func encircleNodes(of cell: Int) {
    let nodes = tree.cells[cell].nodes
    let (xs, ys) = (tree.nodes[0], tree.nodes[1])
    let first = nodes.lowerBound
    var (left, right, bottom, top) = (xs[first], xs[first], ys[first], ys[first])
    for node in nodes {
      left = xs[node] < left ? xs[node] : left
      right = xs[node] > right ? xs[node] : right
      bottom = ys[node] < bottom ? ys[node] : bottom
      top = ys[node] > top ? ys[node] : top
    }
    boxes[cell] = SIMD4(left, bottom, right, top)
    let (x, y) = (left / 2 + right / 2, bottom / 2 + top / 2)
    var square = 0.0
    for node in nodes {
      let reach = (xs[node] - x) * (xs[node] - x) + (ys[node] - y) * (ys[node] - y)
      square = reach > square ? reach : square
    }
    let isPoint = left == right && bottom == top
    tree.cells[cell].x = isPoint ? left : x
    tree.cells[cell].y = isPoint ? bottom : y
    tree.cells[cell].radius = isPoint ? 0 : square.squareRoot()
  }

  private func encircle(_ parts: (Int, Int), by cell: Int) {
    let (a, b) = (boxes[parts.0], boxes[parts.1])
    let box = SIMD4(
      lowHalf: pointwiseMin(a.lowHalf, b.lowHalf), highHalf: pointwiseMax(a.highHalf, b.highHalf))
    boxes[cell] = box
    let isPoint = box.lowHalf == box.highHalf
    let center = isPoint ? box.lowHalf : box.lowHalf / 2 + box.highHalf / 2
    func reach(_ part: Int) -> Double {
      let part = tree.cells[part]
      let (x, y) = (part.x - center.x, part.y - center.y)
      return (x * x + y * y).squareRoot() + part.radius
    }
    let corner = box.highHalf - center
    tree.cells[cell].x = center.x
    tree.cells[cell].y = center.y
    tree.cells[cell].radius =
      isPoint
      ? 0 : min((corner * corner).sum().squareRoot(), max(reach(parts.0), reach(parts.1)))
  }

  /// Adds Σ q·((z − c)/ρ)ᵏ over the nodes of `cell` to its moments.
  private func addNodes(
    of cell: MultipoleTree.Cell, to moments: UnsafeMutablePointer<Double>,
    _ memory: UnsafeMutablePointer<Double>
  ) {
    let (order, width) = (series.order, Self.width)
    let (sums, powers) = (memory, memory + 2 * order * width)
    let offsets = powers + 2 * width
    sums.update(repeating: 0, count: 2 * order * width)
    let inverse = cell.radius > 0 ? 1 / cell.radius : 0
    for start in stride(from: cell.nodes.lowerBound, to: cell.nodes.upperBound, by: width) {
      let left = cell.nodes.upperBound - start
      let (xs, ys, charges) = (tree.nodes[0] + start, tree.nodes[1] + start, tree.nodes[2] + start)
      // Lanes past the end are read but have no charge.
      for lane in 0..<Self.width {
        offsets[lane] = lane < left ? (xs[lane] - cell.x) * inverse : 0
        offsets[width + lane] = lane < left ? (ys[lane] - cell.y) * inverse : 0
        powers[lane] = lane < left ? charges[lane] : 0
        powers[width + lane] = 0
      }
      for k in 0..<order {
        let (re, im) = (sums + 2 * k * width, sums + (2 * k + 1) * width)
        for lane in 0..<Self.width {
          let (a, b) = (powers[lane], powers[8 + lane])
          let (x, y) = (offsets[lane], offsets[8 + lane])
          re[lane] += a
          im[lane] += b
          powers[lane] = a * x - b * y
          powers[8 + lane] = a * y + b * x
        }
      }
    }
    for k in 0..<order {
      for lane in 0..<width {
        moments[k] += sums[2 * k * width + lane]
        moments[order + k] += sums[(2 * k + 1) * width + lane]
      }
    }
  }
}
