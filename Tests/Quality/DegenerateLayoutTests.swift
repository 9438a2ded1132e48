import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// Every metric gives a finite number or none, whatever the layout.
struct DegenerateLayoutTests {
  private static let metrics = Catalog.quality.types(of: .metric).compactMap {
    ($0 as? any Metric.Type)?.init()
  }

  private func graphs() throws -> [Graph] {
    try [
      Graph(nodeCount: 0, edges: []), Graph(nodeCount: 1, edges: []),
      Graph(nodeCount: 2, edges: [(0, 1)]), Graph(nodeCount: 9, edges: []),
      Graph(nodeCount: 9, edges: (1..<9).map { (0, $0) }),
      randomGraph(nodes: 40, edges: 90, seed: 1),
    ]
  }

  /// Places for `count` nodes, each node's a function of a random number for it.
  private func layouts(of graph: Graph, dimensions: Int) -> [FinishedLayout] {
    let shapes: [(Int, Double) -> Double] = [
      { _, _ in 0 }, { _, _ in 0.1 }, { _, _ in -1e12 },
      { axis, unit in axis == 0 ? unit : 3 }, { axis, unit in Double(axis) - unit },
      { axis, unit in (unit * 4).rounded() }, { axis, unit in unit < 0.5 ? 1 : 1 + 0x1p-52 },
      { _, unit in unit < 0.1 ? 1e12 : unit },
    ]
    let scales = [1, 1e12, 1e-12, 1e300, 1e-300, 0x1p1023, 0x1p-1070]
    return shapes.indices.flatMap { shape in
      scales.map { scale in
        // One number per node keeps the second and the fifth shape on a line.
        let units = randomCoordinates(graph.nodeCount, dimensions: 1, seed: UInt64(shape))[0]
        var layout = FinishedLayout(
          graph,
          at: (0..<dimensions).map { axis in
            units.map { shapes[shape](axis, $0) * (shape < 7 ? scale : min(scale, 1e296)) }
          })
        let others = layout.coordinates.map { Array($0.reversed()) }
        layout.first = others
        layout.forces = SampledForces(summed: layout.coordinates, exact: others)
        return layout
      }
    }
    .filter { layout in layout.coordinates.allSatisfy { $0.allSatisfy(\.isFinite) } }
  }

  @Test(arguments: metrics.indices, [2, 3])
  func isFiniteOrNil(index: Int, dimensions: Int) throws {
    let metric = Self.metrics[index]
    for graph in try graphs() {
      for layout in layouts(of: graph, dimensions: dimensions) {
        let values = metric.values(of: layout)
        #expect(values.count == metric.columns.count)
        #expect(
          values.allSatisfy { $0?.isFinite != false },
          "\(metric.name) of \(layout.coordinates.map { $0.prefix(3) })")
      }
    }
  }

  /// As after a simulation that has diverged.
  @Test(arguments: metrics.indices, [Double.nan, .infinity])
  func coordinatesThatAreNotFiniteAreNoMistake(index: Int, coordinate: Double) throws {
    var places = randomCoordinates(40, seed: 1)
    places[0][7] = coordinate
    let layout = FinishedLayout(try randomGraph(nodes: 40, edges: 90, seed: 1), at: places)
    let metric = Self.metrics[index]
    #expect(metric.values(of: layout).count == metric.columns.count)
  }

  @Test(
    arguments: [
      AngularResolution(), CrossingAngle(), EdgeLengthCV(), NeighborhoodPreservation(),
      EdgeCrossings(), Stress(),
    ] as [any Metric])
  func isInvariantUnderTranslationRotationAndScaling(metric: any Metric) throws {
    let layout = FinishedLayout(
      try randomGraph(nodes: 80, edges: 200, seed: 12), at: randomCoordinates(80, seed: 13))
    let value = try #require(metric.values(of: layout)[0])
    for changed in [layout.turned(by: 1), layout.mapped { $0 + 3 }] {
      #expect(isNear(metric.values(of: changed)[0], value, within: 1e-9))
    }
    for scale in [0x1p900, 0x1p-900] {
      #expect(isNear(metric.values(of: layout.mapped { $0 * scale })[0], value))
    }
  }

  @Test(arguments: metrics.indices)
  func isRepeatable(index: Int) throws {
    let mesh = try MeshSource { ($0.rows, $0.columns) = (20, 20) }.graph()
    let noise = randomCoordinates(400, seed: 3)
    let x = (0..<400).map { Double($0 % 20) + 2 * noise[0][$0] }
    let y = (0..<400).map { Double($0 / 20) + 2 * noise[1][$0] }
    let layout = FinishedLayout(mesh, at: [x, y])
    let values = (0..<3).map { _ in Self.metrics[index].values(of: layout).map { $0?.bitPattern } }
    #expect(Set(values).count == 1)
  }
}
