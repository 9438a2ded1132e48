import ForceLabMechanics
import ForceLabTestSupport
import Testing

/// Trees that are built by themselves.
@Suite struct TreeRepulsionTests {
  private func check<Strategy: TreeRepulsion>(_: Strategy.Type) throws {
    var strategy = Strategy()
    #expect(strategy.cellCount == 0)
    let places = uniform(500, dimensions: 2)
    strategy.buildTree(of: try world(places))
    // Leaves hold 32 at most, and cells have four parts at most; every node has its coordinates in
    // double precision.
    #expect(strategy.cellCount >= (4 * (500 / 32 + 1) - 1) / 3)
    #expect(strategy.treeBytes > 500 * 3 * 8)
    // A tree that was built by itself changes nothing of the forces.
    let plain = velocities(ManyBody(), in: try world(places, Strategy()))
    #expect(velocities(ManyBody(), in: try world(places, strategy)) == plain)
    strategy.buildTree(of: try world([[0, .nan], [0, 1]]))
    #expect(strategy.cellCount == 0)
    strategy.buildTree(of: try world([[3], [3]]))
    #expect(strategy.cellCount == 1)
  }

  /// A tree whose cells all have nodes, and two parts at least, has fewer cells than that.
  @Test(arguments: [1, 2, 3]) func smallLeavesAreNotEmpty(leaf: Int) throws {
    let places = uniform(500, dimensions: 2)
    let exact = velocities(ManyBody(), in: try world(places))
    var kdTree = KDTree { $0.leaf = leaf }
    kdTree.buildTree(of: try world(places))
    #expect(kdTree.cellCount < 2 * 500)
    let summed = velocities(ManyBody(), in: try world(places, kdTree))
    #expect(relativeError(summed, exact) <= 0.01)
    var barnesHut = BarnesHut { $0.leaf = leaf }
    barnesHut.buildTree(of: try world(places))
    #expect(barnesHut.cellCount < 2 * 500)
  }

  @Test func aTreeWithoutAStrategy() throws {
    try check(KDTree.self)
    try check(BarnesHut.self)
  }
}
