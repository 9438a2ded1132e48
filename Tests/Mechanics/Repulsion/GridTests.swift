import ForceLabGraphs
@testable import ForceLabMechanics
import ForceLabTestSupport
import Testing

@Suite struct GridTests {
  /// In a million rows of cells, or as many layers of them, all nodes are near, or each is far by itself.
  @Test(arguments: [2, 3], [1e6, Double.infinity])
  func sparseGridsTakeAllNodesWithinTheCutoff(dimensions: Int, cutoff: Double) throws {
    var positions = uniform(600, dimensions: dimensions)
    // Many nodes in each row.
    for axis in 1..<dimensions { positions[axis] = positions[axis].map { ($0 / 50).rounded() } }
    let exact = velocities(ManyBody(), in: try world(positions))
    let grid = GridRepulsion {
      $0.cell = 1e-6
      $0.cutoff = cutoff
    }
    let summed = velocities(ManyBody(), in: try world(positions, grid))
    // In single precision.
    #expect(relativeError(summed, exact) < 1e-6)
  }

  /// Nodes to the right of the grid of a crowded cell are outside of it.
  @Test(arguments: [2, 3])
  func crowdedCellsMayBeSideBySide(dimensions: Int) throws {
    var positions = uniform(1200, dimensions: dimensions)
    for node in 0..<900 {
      for axis in 0..<dimensions { positions[axis][node] = 140 + positions[axis][node] / 1e7 }
      positions[0][node] += [0, 90, 360][node % 3]
    }
    let exact = velocities(ManyBody(), in: try world(positions))
    let summed = velocities(ManyBody(), in: try world(positions, GridRepulsion()))
    #expect(relativeError(summed, exact) < 0.01)
  }

  /// Edges longer than the cut-off are springs and nothing else.
  @Test func neighborsBeyondTheCutoffAreNotPushed() throws {
    let grid = GridRepulsion { $0.cutoff = 50 }
    let automatic = Automatic { ($0.exactUpTo, $0.above) = (1, grid) }
    for strategy: any Repulsion in [grid, automatic] {
      let pair = try world([[0, 60], [0, 0]], strategy, on: PathSource { $0.count = 2 }.graph())
      #expect(velocities(MaxentStress(), in: pair) == [[30, -30], [0, 0]])
    }
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
