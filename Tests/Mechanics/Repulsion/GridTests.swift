@testable import ForceLabMechanics
import ForceLabTestSupport
import Testing

@Suite struct GridTests {
  /// All nodes are near, in a million rows of cells, or as many layers of them.
  @Test(arguments: [2, 3])
  func sparseGridsTakeAllNodesWithinTheCutoff(dimensions: Int) throws {
    let positions = uniform(600, dimensions: dimensions)
    let exact = velocities(ManyBody(), in: try world(positions))
    let grid = GridRepulsion {
      $0.cell = 1e-6
      $0.cutoff = 1e6
    }
    let summed = velocities(ManyBody(), in: try world(positions, grid))
    // In single precision.
    #expect(relativeError(summed, exact) < 1e-6)
  }

  @Test(arguments: [0x1p-1030, 1e-200, 1e200, 1e300])
  func cellsAreInProportionToAnyExtent(extent: Double) {
    let size = CellSize(wanted: nil, cutoff: .infinity)
    func side(_ extent: Double) -> Double {
      let box = Box(lower: .zero, upper: SIMD4(extent, extent, 0, 0))
      return size.side(box, count: 10_000, axes: 2, share: 40)
    }
    #expect(abs(side(extent) / extent - side(1)) < 1e-6)
  }
}
