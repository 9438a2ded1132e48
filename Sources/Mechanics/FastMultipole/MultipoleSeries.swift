import Foundation

/// The power series of the field of charges in the plane, and their translations. With z = x + iy, charges q at places
/// z′ have the field Σ q/(z − z′), whose conjugate is −Σ q·δ/|δ|², δ pointing to the charges. Far from a circle about c
/// with radius ρ that holds them it is Σ Mₖ/(z − c)ᵏ⁺¹, with the moments Mₖ = Σ q·(z′ − c)ᵏ. In a circle that holds
/// none of them it is Σ Bₖ·(z − c)ᵏ. They are scaled, mₖ = Mₖ/ρᵏ and bₖ = Bₖ·ρᵏ, so that no power overflows. (Greengard
/// and Rokhlin 1987, with the field in place of the potential.)
final class MultipoleSeries: Sendable {
  let order: Int
  /// The numbers per cell: the real parts of the moments, then the imaginary parts.
  var momentCount: Int { 2 * order }
  /// The numbers per local series: as many, then its charge and the potential at its center.
  var localCount: Int { 2 * order + 2 }
  /// The number of charges on a circle that reproduce a local series.
  var ringCount: Int { 2 * order + 1 }
  let paddedOrder: Int
  private let tables: LaneStorage

  init(order: Int) {
    self.order = order
    paddedOrder = (order + 3) / 4 * 4
    let ring = 2 * order + 1
    tables = LaneStorage(count: max(order * paddedOrder, (order + 1) * ring), lanes: 3)
    for l in 0..<order {
      var binomial = 1.0
      for k in 0..<order {
        tables.lanes[0][l * paddedOrder + k] = binomial
        binomial = (binomial * Double(k + l + 1) / Double(k + 1)).rounded()
      }
    }
    for power in 0...order {
      for point in 0..<ring {
        let angle = 2 * Double.pi * Double(point * power % ring) / Double(ring)
        tables.lanes[1][power * ring + point] = cos(angle)
        tables.lanes[2][power * ring + point] = sin(angle)
      }
    }
  }

  /// The binomial coefficients (k + l over l) for k = 0, 1, …, then zeros.
  @inline(__always) func binomials(_ l: Int) -> UnsafePointer<Double> {
    UnsafePointer(tables.lanes[0] + l * paddedOrder)
  }

  /// The real and the imaginary parts of the `power`th powers of the roots of one.
  func roots(_ power: Int) -> (x: UnsafePointer<Double>, y: UnsafePointer<Double>) {
    let start = power * ringCount
    return (UnsafePointer(tables.lanes[1] + start), UnsafePointer(tables.lanes[2] + start))
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
    local[2 * order + 1] += a * circle.radius
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
  /// Adds `factor` times the potential Σ q·ln(distance) of `local` at `count` nodes of `cell` to `sums`.
  /// It is the integral of the field, by Horner's rule. Whole groups of eight are read and written.
  func addPotentials(
    of local: UnsafePointer<Double>, about cell: MultipoleTree.Cell, at nodes: Lanes, count: Int,
    times factor: Double, to sums: UnsafeMutablePointer<Double>
  ) {
    let inverse = DoubleVector8(cell.radius > 0 ? 1 / cell.radius : 0)
    let (scale, constant) = (factor * cell.radius, DoubleVector8(factor * local[2 * order + 1]))
    for first in stride(from: 0, to: count, by: 8) {
      let x = (DoubleVector8(at: nodes[0] + first) - DoubleVector8(cell.x)) * inverse
      let y = (DoubleVector8(at: nodes[1] + first) - DoubleVector8(cell.y)) * inverse
      var (a, b) = (DoubleVector8(0), DoubleVector8(0))
      for k in (0..<order).reversed() {
        let share = scale / Double(k + 1)
        (a, b) = (a + DoubleVector8(local[k] * share), b + DoubleVector8(local[order + k] * share))
        (a, b) = (a * x - b * y, a * y + b * x)
      }
      (DoubleVector8(at: sums + first) + (a + constant)).store(at: sums + first)
    }
  }

  /// Adds to `sources` charges on a circle that have the field of `local` in `cell`, so that any law
  /// of 1/r sums it, and two far away for the potential.
  ///
  /// With K charges at cᵢ = c + R·ωⁱ, ω the first Kth root of one, the field Bₗ·(z − c)ˡ needs charges of
  /// −2R/K · Re Rˡ·Bₗ·ω⁽ˡ⁺¹⁾ⁱ: the discrete Fourier transform of the series. The error of a finite K is as
  /// small as the truncation error of the series. (After Anderson 1992.)
  /// The circle keeps `distance` from the nodes; `extent` is the radius of all nodes together.
  func appendRing(
    with local: UnsafePointer<Double>, about cell: MultipoleTree.Cell, apart distance: Double,
    in extent: Double, to sources: SourceList
  ) {
    // A margin for rounding.
    let wanted = max(2 * cell.radius, cell.radius + distance * 1.000_001)
    let radius = wanted > 0 ? wanted : 1
    let charges = sources.lanes[2] + sources.count
    let (rootX, rootY) = roots(1)
    for point in 0..<ringCount {
      sources.append(cell.x + radius * rootX[point], cell.y + radius * rootY[point], charge: 0)
    }
    var power = -2 * radius / Double(ringCount)
    // The field is constant over nodes that nearly coincide. Terms whose factor overflows are far below rounding.
    for l in 0..<order where l == 0 || (cell.radius > radius * 1e-12 && power.isFinite) {
      let (a, b) = (local[l] * power, local[order + l] * power)
      let (rootX, rootY) = roots(l + 1)
      for point in 0..<ringCount { charges[point] += a * rootX[point] - b * rootY[point] }
      power *= radius / cell.radius
    }
    appendHorizon(
      charge: local[2 * order], potential: local[2 * order + 1], about: cell,
      in: extent > 0 ? extent : 1, to: sources)
  }

  /// Adds two charges so far away that their field is lost in rounding, with Σ q = `charge` and
  /// Σ q·ln(distance) = `potential`.
  private func appendHorizon(
    charge: Double, potential: Double, about cell: MultipoleTree.Cell, in extent: Double,
    to sources: SourceList
  ) {
    let (nearer, farther) = (extent * 0x1p40, extent * 0x1p60)
    let far = (potential - charge * nearer.logarithm) / (farther / nearer).logarithm
    sources.append(cell.x + nearer, cell.y, charge: charge - far)
    sources.append(cell.x + farther, cell.y, charge: far)
  }
}
