import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabSettings
import Testing

/// The defaults of memberwise initializers equal those of the properties.
@Suite struct MemberwiseTests {
  @Test func defaultsAgree() {
    let pairs: [(any GraphSource, any GraphSource)] = [
      (CellsSource(), CellsSource { $0.count = 30 }), (PathSource(), PathSource { $0.count = 10 }),
      (RingSource(), RingSource { $0.count = 10 }), (StarSource(), StarSource { $0.count = 10 }),
      (CompleteSource(), CompleteSource { $0.count = 10 }),
      (MeshSource(), MeshSource { $0.rows = 10 }),
      (MeshSource(), MeshSource { $0.columns = 10 }), (TorusSource(), TorusSource { $0.rows = 10 }),
      (TorusSource(), TorusSource { $0.columns = 10 }),
      (TreeSource(), TreeSource { $0.branching = 2 }),
      (TreeSource(), TreeSource { $0.depth = 4 }),
      (RandomSource(), RandomSource { $0.nodes = 100 }),
      (RandomSource(), RandomSource { $0.seed = 0 }),
      (BarabasiAlbertSource(), BarabasiAlbertSource { $0.nodes = 100 }),
      (BarabasiAlbertSource(), BarabasiAlbertSource { $0.seed = 0 }),
      (WattsStrogatzSource(), WattsStrogatzSource { $0.nodes = 100 }),
      (WattsStrogatzSource(), WattsStrogatzSource { $0.seed = 0 }),
      (FileSource(), FileSource { $0.path = "" }), (Mesh3DSource(), Mesh3DSource { $0.layers = 5 }),
      (TriangularLatticeSource(), TriangularLatticeSource { $0.rows = 10 }),
      (DelaunaySource(), DelaunaySource { $0.nodes = 100 }),
      (HypercubeSource(), HypercubeSource { $0.dimension = 5 }),
      (RandomTreeSource(), RandomTreeSource { $0.nodes = 100 }),
      (CaterpillarSource(), CaterpillarSource { $0.spine = 20 }),
      (CompleteBipartiteSource(), CompleteBipartiteSource { $0.left = 5 }),
      (RandomBipartiteSource(), RandomBipartiteSource { $0.left = 50 }),
      (RandomGeometricSource(), RandomGeometricSource { $0.nodes = 100 }),
      (PlantedPartitionSource(), PlantedPartitionSource { $0.communities = 4 }),
    ]
    for (plain, memberwise) in pairs {
      #expect(plain.encoded().flowText == memberwise.encoded().flowText, "\(plain.name)")
    }
  }

  @Test func everyArgumentIsUsed() throws {
    #expect(
      MeshSource { ($0.rows, $0.columns) = (3, 4) }.reference.flowText
        == "{mesh: {rows: 3, columns: 4}}")
    #expect(
      TorusSource { ($0.rows, $0.columns) = (3, 4) }.reference.flowText
        == "{torus: {rows: 3, columns: 4}}")
    #expect(
      TreeSource { ($0.branching, $0.depth) = (3, 2) }.reference.flowText
        == "{tree: {branching: 3, depth: 2}}")
    #expect(
      RandomSource { ($0.nodes, $0.edges, $0.seed) = (5, 6, 7) }.reference.flowText
        == "{random: {nodes: 5, edges: 6, seed: 7}}")
    #expect(
      BarabasiAlbertSource { ($0.nodes, $0.degree, $0.seed) = (5, 3, 7) }.reference.flowText
        == "{barabasi-albert: {nodes: 5, degree: 3, seed: 7}}")
    #expect(
      WattsStrogatzSource {
        $0.nodes = 9
        $0.degree = 2
        $0.rewire = 0.5
        $0.seed = 7
      }.reference.flowText
        == "{watts-strogatz: {nodes: 9, degree: 2, rewire: 0.5, seed: 7}}")
    #expect(
      FileSource { ($0.path, $0.format, $0.base) = ("a.txt", .edgeList, 1) }.reference.flowText
        == "{file: {path: a.txt, format: edge-list, base: 1}}")
    #expect(try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)]).edgeCount == 2)
  }
}
