/// The power series of the field of charges in the plane, and their translations. With z = x + iy, charges q at places
/// z′ have the field Σ q/(z − z′), whose conjugate is −Σ q·δ/|δ|², δ pointing to the charges. Far from a circle about c
/// with radius ρ that holds them it is Σ Mₖ/(z − c)ᵏ⁺¹, with the moments Mₖ = Σ q·(z′ − c)ᵏ. In a circle that holds
/// none of them it is Σ Bₖ·(z − c)ᵏ. They are scaled, mₖ = Mₖ/ρᵏ and bₖ = Bₖ·ρᵏ, so that no power overflows. (Greengard
/// and Rokhlin 1987, with the field in place of the potential.)
final class MultipoleSeries: Sendable {
  let order: Int
  /// The numbers per cell: the real parts of the moments, then the imaginary parts.
  var momentCount: Int { 2 * order }
  /// The numbers per local series: as many, then the potential at its center, if potentials are summed.
  var localCount: Int { 2 * order + 1 }
  let paddedOrder: Int
  private let table: LaneStorage

  init(order: Int) {
    self.order = order
    paddedOrder = (order + 3) / 4 * 4
    table = LaneStorage(count: order * paddedOrder, lanes: 1)
    for l in 0..<order {
      var binomial = 1.0
      for k in 0..<order {
        table.lanes[0][l * paddedOrder + k] = binomial
        binomial = (binomial * Double(k + l + 1) / Double(k + 1)).rounded()
      }
    }
  }

  /// The binomial coefficients (k + l over l) for k = 0, 1, …, then zeros.
  @inline(__always) func binomials(_ l: Int) -> UnsafePointer<Double> {
    UnsafePointer(table.lanes[0] + l * paddedOrder)
  }

  /// Adds the moments `child` about the center of a cell to those of the cell about it. Moving a
  /// center by −δ turns Mₖ into Σ (k over j)·δᵏ⁻ʲ·Mⱼ, which sums of neighbors do in place.
  func add(
    _ child: UnsafePointer<Double>, of cell: MultipoleTree.Cell,
    to moments: UnsafeMutablePointer<Double>, of parent: MultipoleTree.Cell,
    _ memory: UnsafeMutablePointer<Double>
  ) {
    let (re, im) = (memory, memory + order)
    let inverse = parent.radius > 0 ? 1 / parent.radius : 0
    let (x, y) = ((cell.x - parent.x) * inverse, (cell.y - parent.y) * inverse)
    let ratio = cell.radius * inverse
    var power = 1.0
    for k in 0..<order {
      (re[k], im[k]) = (child[k] * power, child[order + k] * power)
      power *= ratio
    }
    for first in stride(from: 1, to: order, by: 1) {
      var k = order - 1
      while k >= first {
        let (a, b) = (re[k - 1], im[k - 1])
        re[k] += a * x - b * y
        im[k] += a * y + b * x
        k -= 1
      }
    }
    for k in 0..<momentCount { moments[k] += re[k] }
  }

  func move(
    _ parent: UnsafePointer<Double>, of circle: MultipoleTree.Cell,
    to local: UnsafeMutablePointer<Double>, of inner: MultipoleTree.Cell
  ) {
    let (re, im) = (local, local + order)
    let inverse = circle.radius > 0 ? 1 / circle.radius : 0
    let (x, y) = ((inner.x - circle.x) * inverse, (inner.y - circle.y) * inverse)
    local.update(from: parent, count: localCount)
    // The potential is the integral of the field: Σ Bₖ·δᵏ⁺¹/(k + 1), by Horner's rule.
    var (a, b) = (0.0, 0.0)
    for k in (0..<order).reversed() {
      (a, b) = (a + re[k] / Double(k + 1), b + im[k] / Double(k + 1))
      (a, b) = (a * x - b * y, a * y + b * x)
    }
    local[2 * order] += a * circle.radius
    for first in 0..<order {
      var k = order - 2
      while k >= first {
        let (a, b) = (re[k + 1], im[k + 1])
        re[k] += a * x - b * y
        im[k] += a * y + b * x
        k -= 1
      }
    }
    let ratio = inner.radius * inverse
    var power = 1.0
    for k in 0..<order {
      re[k] *= power
      im[k] *= power
      power *= ratio
    }
  }
}

extension MultipoleSeries {
  /// Writes `factor` times the forces Σ q·δ/|δ|², or the potentials Σ q·ln|δ|, of `local` at `count` nodes of `cell` to
  /// `sums`, by Horner's rule. The potential is the integral of the field. Whole groups of eight are read and written.
  func evaluate(
    _ quantity: PairSum.Quantity, of local: UnsafePointer<Double>, about cell: MultipoleTree.Cell,
    at nodes: Lanes, count: Int, times factor: Double, to sums: Lanes
  ) {
    let inverse = DoubleVector8(cell.radius > 0 ? 1 / cell.radius : 0)
    for first in stride(from: 0, to: count, by: 8) {
      let x = (DoubleVector8(at: nodes[0] + first) - DoubleVector8(cell.x)) * inverse
      let y = (DoubleVector8(at: nodes[1] + first) - DoubleVector8(cell.y)) * inverse
      var (a, b) = (DoubleVector8(0), DoubleVector8(0))
      for k in (0..<order).reversed() {
        let share = quantity == .force ? factor : factor * cell.radius / Double(k + 1)
        let (re, im) = (DoubleVector8(local[k] * share), DoubleVector8(local[order + k] * share))
        (a, b) = (a * x - b * y + re, a * y + b * x + im)
      }
      switch quantity {
      case .force:
        (DoubleVector8(0) - a).store(at: sums[0] + first)
        b.store(at: sums[1] + first)
      case .potential:
        let constant = DoubleVector8(factor * local[2 * order])
        (a * x - b * y + constant).store(at: sums[0] + first)
      }
    }
  }
}
