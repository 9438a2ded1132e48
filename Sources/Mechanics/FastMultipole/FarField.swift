/// Converts the multipole moments of far cells into the local series of a target cell (M2L), many
/// cells at a time. The fast multipole method spends most of its time here. With D the offset from
/// the far cell to the target, ρ and τ their radii, and mₖ the moments, bₗ = (−τ/D)ˡ/D · Σ (k + l
/// over l)·(ρ/D)ᵏ·mₖ: the sum in the middle has real coefficients, the same for all cells.
struct FarField {
  let tree: MultipoleCells
  let lanes: Lanes
  let quantity: PairSum.Quantity
  private var series: MultipoleSeries { tree.series }

  static let width = 64
  private static let group = 8

  /// The lanes: geometry, then scaled moments, real and imaginary.
  static func laneCount(_ series: MultipoleSeries) -> Int { 10 + 2 * series.paddedOrder }

  func add(
    _ far: UnsafePointer<Int32>, count: Int, of target: MultipoleTree.Cell,
    to local: UnsafeMutablePointer<Double>
  ) {
    let filled = (count + Self.group - 1) / Self.group * Self.group
    read(far, count, filled, target)
    invertWays(filled, target)
    scaleMoments(filled)
    if quantity == .potential { local[2 * series.order] += potential(filled) }
    for l in 0..<series.order {
      let (x, y) = term(l, filled)
      local[l] += x
      local[series.order + l] += y
    }
  }

  /// Reads positions and moments; padding cells have no moments.
  @inline(__always)
  private func read(
    _ far: UnsafePointer<Int32>, _ count: Int, _ filled: Int, _ target: MultipoleTree.Cell
  ) {
    let (x, y, radius) = (lanes[0], lanes[1], lanes[2])
    let (order, stride) = (series.order, lanes.stride)
    for index in 0..<count {
      let cell = Int(far[index])
      let place = tree.cells[cell]
      x[index] = target.x - place.x
      y[index] = target.y - place.y
      radius[index] = place.radius
      let moments = tree.moments + cell * series.momentCount
      let (re, im) = (lanes[10] + index, lanes[10 + series.paddedOrder] + index)
      for k in 0..<order {
        re[k &* stride] = moments[k]
        im[k &* stride] = moments[order &+ k]
      }
    }
    // Far enough that no power overflows: ∞ times zero charge is NaN.
    let aside = target.radius > 0 ? 2 * target.radius : 1
    for index in count..<filled {
      (x[index], y[index], radius[index]) = (aside, 0, 0)
      for k in 0..<order {
        lanes[10 + k][index] = 0
        lanes[10 + series.paddedOrder + k][index] = 0
      }
    }
  }

  /// Computes 1/D, then ρ/D and −τ/D.
  @inline(__always) private func invertWays(_ filled: Int, _ target: MultipoleTree.Cell) {
    let (x, y, radius) = (lanes[0], lanes[1], lanes[2])
    let (inverseX, inverseY, squares) = (lanes[3], lanes[4], lanes[5])
    for index in 0..<filled {
      squares[index] = x[index] * x[index] + y[index] * y[index]
      let inverse = 1 / squares[index]
      inverseX[index] = x[index] * inverse
      inverseY[index] = -y[index] * inverse
    }
    let (sourceX, sourceY, targetX, targetY) = (lanes[6], lanes[7], lanes[8], lanes[9])
    for index in 0..<filled {
      sourceX[index] = inverseX[index] * radius[index]
      sourceY[index] = inverseY[index] * radius[index]
      targetX[index] = -inverseX[index] * target.radius
      targetY[index] = -inverseY[index] * target.radius
    }
  }

  /// mₖ ← (ρ/D)ᵏ·mₖ.
  @inline(__always) private func scaleMoments(_ filled: Int) {
    let (x, y, powerX, powerY) = (lanes[6], lanes[7], lanes[0], lanes[1])
    powerX.update(from: x, count: filled)
    powerY.update(from: y, count: filled)
    for k in stride(from: 1, to: series.order, by: 1) {
      let (re, im) = (lanes[10 + k], lanes[10 + series.paddedOrder + k])
      for index in 0..<filled {
        let (a, b, p, q) = (re[index], im[index], powerX[index], powerY[index])
        re[index] = a * p - b * q
        im[index] = a * q + b * p
        powerX[index] = p * x[index] - q * y[index]
        powerY[index] = p * y[index] + q * x[index]
      }
    }
  }

  /// The potential at the center: Σ m₀·ln|D| − Re Σ mₖ/k.
  @inline(__always) private func potential(_ filled: Int) -> Double {
    let (squares, charges, potentials) = (lanes[5], lanes[10], lanes[0])
    for index in stride(from: 0, to: filled, by: Self.group) {
      let logarithms = DoubleVector8(at: squares + index).logarithm()
      (DoubleVector8(at: charges + index) * (logarithms * DoubleVector8(0.5)))
        .store(at: potentials + index)
    }
    for k in stride(from: 1, to: series.order, by: 1) {
      let (re, share) = (lanes[10 + k], 1 / Double(k))
      for index in 0..<filled { potentials[index] -= re[index] * share }
    }
    return sum(potentials, filled)
  }

  /// bₗ, of all cells together. The lanes 3 and 4 go from (−τ/D)ˡ/D to (−τ/D)ˡ⁺¹/D.
  @inline(__always) private func term(_ l: Int, _ filled: Int) -> (Double, Double) {
    let (sumX, sumY) = (lanes[0], lanes[1])
    let binomials = series.binomials(l)
    for k in stride(from: 0, to: series.paddedOrder, by: 4) {
      let (b0, b1, b2, b3) = (binomials[k], binomials[k + 1], binomials[k + 2], binomials[k + 3])
      combine(lanes[10 + k], b0, b1, b2, b3, to: sumX, filled, isFirst: k == 0)
      combine(lanes[10 + series.paddedOrder + k], b0, b1, b2, b3, to: sumY, filled, isFirst: k == 0)
    }
    let (powerX, powerY, x, y) = (lanes[3], lanes[4], lanes[8], lanes[9])
    for index in 0..<filled {
      let (a, b, p, q) = (sumX[index], sumY[index], powerX[index], powerY[index])
      sumX[index] = a * p - b * q
      sumY[index] = a * q + b * p
      powerX[index] = p * x[index] - q * y[index]
      powerY[index] = p * y[index] + q * x[index]
    }
    return (sum(sumX, filled), sum(sumY, filled))
  }

  @inline(__always)
  private func combine(
    _ first: UnsafeMutablePointer<Double>, _ b0: Double, _ b1: Double, _ b2: Double, _ b3: Double,
    to sums: UnsafeMutablePointer<Double>, _ filled: Int, isFirst: Bool
  ) {
    let (second, third) = (first + lanes.stride, first + 2 * lanes.stride)
    let fourth = first + 3 * lanes.stride
    if isFirst {
      for index in 0..<filled {
        sums[index] =
          first[index] * b0 + second[index] * b1 + (third[index] * b2 + fourth[index] * b3)
      }
    } else {
      for index in 0..<filled {
        sums[index] +=
          first[index] * b0 + second[index] * b1 + (third[index] * b2 + fourth[index] * b3)
      }
    }
  }

  /// The sum of a lane, in vectors of eight. Overwrites the lane.
  @inline(__always)
  private func sum(_ lane: UnsafeMutablePointer<Double>, _ filled: Int) -> Double {
    for start in stride(from: Self.group, to: filled, by: Self.group) {
      for index in 0..<Self.group { lane[index] += lane[start + index] }
    }
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]))
  }
}
