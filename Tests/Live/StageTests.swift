import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench
import ForceLabYAML
import Testing

@testable import ForceLabLive

/// A force that acts on at most five nodes and edges.
private struct Cramped: Force {
  static let manual = Manual<Self>("cramped", "Acts on few nodes and edges.", parameters: [])

  func check(on graph: Graph) throws(ParameterError) {
    guard graph.nodeCount + graph.edgeCount <= 5 else { throw ParameterError("no room") }
  }
  func apply(to world: World, alpha: Double) {}
  func potentialEnergy(of world: World) -> Double? { nil }
}

/// Puts the nodes on a line, or throws.
private struct Fussy: Placement {
  var fails = false

  static let manual = Manual<Self>(
    "fussy", "Puts nodes on a line.",
    parameters: [Parameter("fails", \.fails, "Whether it throws.")])

  func coordinates(of graph: Graph, dimensions: Int, using generator: inout SeededGenerator) throws
    -> [[Double]]
  {
    guard !fails else { throw ParameterError("not today") }
    let line = (0..<graph.nodeCount).map { 10 * Double($0) }
    return Array(repeating: line, count: dimensions)
  }
}

/// A request that is not possible for the second of two layouts changes neither.
@Suite struct StageTests {
  private let stage: Stage

  init() throws {
    let catalog = Catalog.graphStudies + [Cramped.self, Fussy.self]
    let document = try YAMLDocument.parse(
      "name: x\ngraph: {path: 3}\nplacement: fussy\n", file: "x.yaml")
    let plan = try Plan(document: document, folder: ".", catalog: catalog)
    let (trial, study) = try plan.trial(1)
    let layout = try #require(study as? LayoutStudy)
    let source = LiveSource(
      title: "x", fileName: "x.yaml", folder: ".", plan: plan, trials: [trial], studies: [layout],
      readers: [])
    stage = try Stage(
      source, [RunningLayout(layout, seed: trial.seed, catalog: catalog, folder: ".")])
    _ = try stage.handle(.compare(true))
    _ = try stage.handle(.step(3))
  }

  private func set(_ path: String, _ value: SettingsNode) throws {
    _ = try stage.handle(.set(side: 1, path: path, value: value, gesture: 0))
  }

  private var positions: [[[Double]]] { stage.sides.map(\.layout.positions) }

  private func expectRefusal(_ request: LiveRequest) {
    let (before, revision) = (positions, stage.revision)
    let (undo, events) = (stage.history.undoName, stage.record.count)
    #expect(throws: ParameterError.self) { try stage.handle(request) }
    #expect(positions == before && stage.revision == revision)
    #expect(stage.history.undoName == undo && stage.record.count == events)
    for side in stage.sides {
      #expect(side.layout.nodes == [0, 1, 2] && side.layout.nextNode == 3)
      #expect(side.layout.graph.edgeCount == 2 && side.layout.iteration == 3)
    }
  }

  @Test func nodesAndEdgesAreAddedToBothOrNone() throws {
    try set("forces", .sequence([.scalar("cramped")]))
    expectRefusal(.addNode(at: [5, 5], label: "new", neighbor: 0, revision: stage.revision))
    expectRefusal(.addEdge(0, 2, revision: stage.revision))
    try set("forces", .sequence([.scalar("center")]))
    _ = try stage.handle(.addEdge(0, 2, revision: stage.revision))
    _ = try stage.handle(.addNode(at: [5, 5], label: "new", neighbor: 0, revision: stage.revision))
    for side in stage.sides {
      #expect(side.layout.nodes == [0, 1, 2, 3] && side.layout.graph.edgeCount == 4)
    }
  }

  @Test func bothRestartOrNone() throws {
    try set("placement", .mapping(["fussy": .mapping(["fails": .scalar("true")])]))
    expectRefusal(.restart(newSeed: true))
  }

  @Test func bothNodesAreReleasedOrNone() throws {
    _ = try stage.handle(.pin(node: 0, revision: stage.revision, true))
    stage.sides[1].layout.simulation.world.particles.position[0][0] = .nan
    #expect(throws: ParameterError.self) {
      try stage.handle(.pin(node: 0, revision: stage.revision, false))
    }
    #expect(stage.sides.allSatisfy { $0.layout.isPinned(0) })
  }

  @Test func aRestartOfADivergedLayoutCannotBeUndone() throws {
    stage.sides[1].layout.simulation.world.particles.position[0][2] = .nan
    _ = try stage.handle(.restart(newSeed: false))
    let before = positions
    #expect(throws: ParameterError.self) { try stage.handle(.undo) }
    #expect(positions == before && stage.history.undoName == "restart")
  }
}
