extension MultipoleCells {
  private static let width = 8

  func measure(_ range: Range<Int>) {
    let memory = Buffer<Double>()
    memory.resize(2 * (series.order + 2) * Self.width)
    for cell in range.reversed() { measure(cell, memory.base) }
  }

  func measure(above tasks: [Int]) {
    for index in tasks.indices.reversed() {
      measure((index == 0 ? 0 : Int(cells[tasks[index - 1]].next))..<tasks[index])
    }
  }

  private func measure(_ cell: Int, _ memory: UnsafeMutablePointer<Double>) {
    let moments = self.moments + cell * series.momentCount
    moments.update(repeating: 0, count: series.momentCount)
    if isLeaf(cell) {
      encircleNodes(of: cell)
      addNodes(of: cells[cell], to: moments, memory)
    } else {
      let parts = (cell + 1, Int(cells[cell + 1].next))
      encircle(parts, by: cell)
      for part in [parts.0, parts.1] {
        series.add(
          self.moments + part * series.momentCount, of: cells[part], to: moments,
          of: cells[cell], memory)
      }
    }
  }

  private func encircleNodes(of cell: Int) {
    let nodes = cells[cell].nodes
    let lanes = self.nodes.dropFirst(nodes.lowerBound)
    guard let box = Box(of: lanes, count: nodes.count, axes: 2) else { return }
    cells[cell].squaredCharge = 0
    if box.lower == box.upper {
      for node in 0..<nodes.count {
        cells[cell].squaredCharge += Float(lanes[2][node] * lanes[2][node])
      }
    }
    setCenter(of: cell, in: box) { center in
      var square = 0.0
      for node in 0..<nodes.count {
        let (x, y) = (lanes[0][node] - center.x, lanes[1][node] - center.y)
        let reach = x * x + y * y
        square = reach > square ? reach : square
      }
      return square.squareRoot()
    }
  }

  private func encircle(_ parts: (Int, Int), by cell: Int) {
    var box = boxes[parts.0]
    box.include(boxes[parts.1])
    cells[cell].squaredCharge = cells[parts.0].squaredCharge + cells[parts.1].squaredCharge
    setCenter(of: cell, in: box) { center in
      func reach(_ part: Int) -> Double {
        let part = cells[part]
        let (x, y) = (part.x - center.x, part.y - center.y)
        return (x * x + y * y).squareRoot() + part.radius
      }
      let corner = box.upper - center
      let half = (corner.x * corner.x + corner.y * corner.y).squareRoot()
      return min(half, max(reach(parts.0), reach(parts.1)))
    }
  }

  private func setCenter(of cell: Int, in box: Box, _ radius: (SIMD4<Double>) -> Double) {
    boxes[cell] = box
    let isPoint = box.lower == box.upper
    let center = isPoint ? box.lower : box.middle
    (cells[cell].x, cells[cell].y) = (center.x, center.y)
    cells[cell].radius = isPoint ? 0 : radius(center)
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
      let (xs, ys, charges) = (nodes[0] + start, nodes[1] + start, nodes[2] + start)
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
