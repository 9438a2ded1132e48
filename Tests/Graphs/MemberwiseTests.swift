import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabSettings
import Testing

/// The defaults of memberwise initializers equal those of the properties.
@Suite struct MemberwiseTests {
  @Test func defaultsAgree() {
    let pairs: [(any GraphSource, any GraphSource)] = [
      (CellsSource(), CellsSource(count: 30)), (PathSource(), PathSource(count: 10)),
      (RingSource(), RingSource(count: 10)), (StarSource(), StarSource(count: 10)),
      (CompleteSource(), CompleteSource(count: 10)), (MeshSource(), MeshSource(rows: 10)),
      (MeshSource(), MeshSource(columns: 10)), (TorusSource(), TorusSource(rows: 10)),
      (TorusSource(), TorusSource(columns: 10)), (TreeSource(), TreeSource(branching: 2)),
      (TreeSource(), TreeSource(depth: 4)), (RandomSource(), RandomSource(nodes: 100)),
      (RandomSource(), RandomSource(seed: 0)),
      (BarabasiAlbertSource(), BarabasiAlbertSource(nodes: 100)),
      (BarabasiAlbertSource(), BarabasiAlbertSource(seed: 0)),
      (WattsStrogatzSource(), WattsStrogatzSource(nodes: 100)),
      (WattsStrogatzSource(), WattsStrogatzSource(seed: 0)),
      (FileSource(), FileSource(path: "")), (Mesh3DSource(), Mesh3DSource(layers: 5)),
      (TriangularLatticeSource(), TriangularLatticeSource(rows: 10)),
      (DelaunaySource(), DelaunaySource(nodes: 100)),
      (HypercubeSource(), HypercubeSource(dimension: 5)),
      (RandomTreeSource(), RandomTreeSource(nodes: 100)),
      (CaterpillarSource(), CaterpillarSource(spine: 20)),
      (CompleteBipartiteSource(), CompleteBipartiteSource(left: 5)),
      (RandomBipartiteSource(), RandomBipartiteSource(left: 50)),
      (RandomGeometricSource(), RandomGeometricSource(nodes: 100)),
      (PlantedPartitionSource(), PlantedPartitionSource(communities: 4)),
    ]
    for (plain, memberwise) in pairs {
      #expect(plain.encoded().flowText == memberwise.encoded().flowText, "\(plain.name)")
    }
  }

  @Test func everyArgumentIsUsed() throws {
    #expect(MeshSource(rows: 3, columns: 4).reference.flowText == "{mesh: {rows: 3, columns: 4}}")
    #expect(TorusSource(rows: 3, columns: 4).reference.flowText == "{torus: {rows: 3, columns: 4}}")
    #expect(
      TreeSource(branching: 3, depth: 2).reference.flowText == "{tree: {branching: 3, depth: 2}}")
    #expect(
      RandomSource(nodes: 5, edges: 6, seed: 7).reference.flowText
        == "{random: {nodes: 5, edges: 6, seed: 7}}")
    #expect(
      BarabasiAlbertSource(nodes: 5, degree: 3, seed: 7).reference.flowText
        == "{barabasi-albert: {nodes: 5, degree: 3, seed: 7}}")
    #expect(
      WattsStrogatzSource(nodes: 9, degree: 2, rewire: 0.5, seed: 7).reference.flowText
        == "{watts-strogatz: {nodes: 9, degree: 2, rewire: 0.5, seed: 7}}")
    #expect(
      FileSource(path: "a.txt", format: .edgeList, base: 1).reference.flowText
        == "{file: {path: a.txt, format: edge-list, base: 1}}")
    #expect(try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)]).edgeCount == 2)
  }
}
