import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

@Suite struct BackbonePlacementTests {
  /// A strip of triangles, and a shortcut between its ends.
  private func strip(_ count: Int) throws -> Graph {
    let edges = (1..<count).map { ($0 - 1, $0) } + (2..<count).map { ($0 - 2, $0) }
    return try Graph(nodeCount: count, edges: edges + [(0, count - 1)])
  }

  private func places(
    _ graph: Graph, _ change: (inout PlacementContext) -> Void = { _ in }
  ) throws -> [[Double]] {
    var context = PlacementContext(graph)
    context.forces = [ManyBody(), LinkForce()]
    change(&context)
    var generator = SeededGenerator(seed: 1)
    return try BackbonePlacement { $0.ticks = 200 }.coordinates(in: context, using: &generator)
  }

  @Test(arguments: [2, 3]) func shortcutsDoNotPull(dimensions: Int) throws {
    let count = 60
    let places = try places(try strip(count)) { $0.dimensions = dimensions }
    #expect(places.count == dimensions)
    func distance(_ a: Int, _ b: Int) -> Double {
      places.reduce(0) { $0 + ($1[a] - $1[b]) * ($1[a] - $1[b]) }.squareRoot()
    }
    #expect(distance(0, count - 1) > 10 * distance(0, 1))
  }

  @Test func pinnedNodesStayAndThreadsDoNotMatter() throws {
    let graph = try strip(60)
    let pin = Particles.Pin(node: 3, position: [500, -70])
    let alone = try places(graph) { $0.pins = [pin] }
    #expect(alone.map { $0[3] } == [500, -70])
    let shared = try places(graph) { ($0.pins, $0.threads) = ([pin], 3) }
    #expect(shared == alone)
  }

  @Test func divergenceIsAnError() throws {
    let error = #expect(throws: ParameterError.self) {
      try places(try strip(60)) { $0.forces = [Coulomb { $0.charge = 1e160 }] }
    }
    #expect(error?.message.contains("diverges") == true, "\(error?.message ?? "")")
  }
}
