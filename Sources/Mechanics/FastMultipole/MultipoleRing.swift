extension MultipoleSeries {
  /// Adds to `sources` charges on a circle that have the field of `local` in `cell`, so that any law
  /// of 1/r sums it, and two far away for the potential.
  ///
  /// With K charges at cᵢ = c + R·ωⁱ, ω the first Kth root of one, the field Bₗ·(z − c)ˡ needs charges of
  /// −2R/K · Re Rˡ·Bₗ·ω⁽ˡ⁺¹⁾ⁱ: the discrete Fourier transform of the series. The error of a finite K is as
  /// small as the truncation error of the series. (After Anderson 1992.)
  /// The circle keeps `distance` from the nodes; `extent` is the radius of all nodes together.
  func appendRing(
    with local: UnsafePointer<Double>, about cell: MultipoleTree.Cell, apart distance: Double,
    in extent: Double, to sources: SourceList, id: Int32
  ) {
    // A margin for rounding.
    let wanted = max(2 * cell.radius, cell.radius + distance * 1.000_001)
    let radius = wanted > 0 ? wanted : 1
    let charges = sources.lanes[2] + sources.count
    let (rootX, rootY) = roots(1)
    for point in 0..<ringCount {
      sources.append(
        cell.x + radius * rootX[point], cell.y + radius * rootY[point], charge: 0, id: id)
    }
    var power = -2 * radius / Double(ringCount)
    // The field is constant over nodes that nearly coincide.
    for l in 0..<order where l == 0 || cell.radius > radius * 1e-12 {
      let (a, b) = (local[l] * power, local[order + l] * power)
      let (rootX, rootY) = roots(l + 1)
      for point in 0..<ringCount { charges[point] += a * rootX[point] - b * rootY[point] }
      power *= radius / cell.radius
    }
    appendHorizon(
      charge: local[2 * order], potential: local[2 * order + 1], about: cell,
      in: extent > 0 ? extent : 1, to: sources, id: id)
  }

  /// Adds two charges so far away that their field is lost in rounding, with Σ q = `charge` and
  /// Σ q·ln(distance) = `potential`.
  private func appendHorizon(
    charge: Double, potential: Double, about cell: MultipoleTree.Cell, in extent: Double,
    to sources: SourceList, id: Int32
  ) {
    let (nearer, farther) = (extent * 0x1p40, extent * 0x1p60)
    let far = (potential - charge * nearer.logarithm) / (farther / nearer).logarithm
    sources.append(cell.x + nearer, cell.y, charge: charge - far, id: id)
    sources.append(cell.x + farther, cell.y, charge: far, id: id)
  }
}
