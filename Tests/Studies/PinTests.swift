@testable import ForceLabStudies
import Testing

/// Nodes that keep their place.
@Suite struct PinTests {
  private let files = [
    "graph.edges": "ann bob\nbob cid\ncid dan\ndan ann\n",
    "start.csv": "id,x,y\n0,0,0\n1,10,0\n2,10,10\n3,0.125,-7\n",
  ]
  private let base = """
    graph: {file: graph.edges}
    placement: {file: {path: start.csv}}
    forces: [coulomb, link, center, {collide: {radius: 9}}, {position: {target: 50}}]
    stop: {iterations: 6}

    """

  @Test(arguments: Catalog.standard.names(of: .integrator))
  func pinnedNodesHaveNoVelocity(integrator: String) throws {
    let pins = (0..<4).map { "{node: \($0)}" }.joined(separator: ", ")
    let run = try run(base + "integrator: \(integrator)\npin: [\(pins)]", files: files)
    for column in ["kinetic_energy", "movement", "max_displacement"] {
      #expect(try run.samples.numbers(column) == [0, 0, 0, 0, 0, 0])
    }
    #expect(try run.layout() == [[0, 0], [10, 0], [10, 10], [0.125, -7]])
  }

  @Test func aLabelThatIsANumberNamesTheNodeOfThatLabel() throws {
    let run = try run(
      """
      graph: {file: graph.gml}
      forces: [coulomb]
      stop: {iterations: 2}
      pin: [{node: 1, at: [5, 5]}]
      """,
      files: [
        "graph.gml": """
        graph [ node [ id 7 label "1" ] node [ id 8 label "0" ] edge [ source 7 target 8 ] ]
        """
      ])
    #expect(try run.layout()[0] == [5, 5])
  }

  @Test func pinsInThreeDimensionsHaveThreeCoordinates() throws {
    let run = try run(
      "graph: {ring: 4}\ndimensions: 3\nstop: {iterations: 3}\npin: [{node: 2, at: [1, 2, 3]}]")
    #expect(try run.layout()[2] == [1, 2, 3])
  }

  @Test(
    arguments: errorTable(
      """
      {node: bop}
      → e.yaml:6:14: error: the graph has no node 'bop'; did you mean 'bob'?
      {node: nobody}
      → e.yaml:6:14: error: the graph has no node 'nobody'; its nodes are numbered 0 to 3
      {node: 4}
      → e.yaml:6:14: error: the graph has no node '4'; its nodes are numbered 0 to 3
      {node: -1}
      → e.yaml:6:14: error: the graph has no node '-1'; its nodes are numbered 0 to 3
      {at: [1, 2, 3], node: bob}
      → e.yaml:6:12: error: 'at' has 3 coordinates, but the layout has 2 dimensions
      {node: bob, at: [1]}
      → e.yaml:6:23: error: 'at' has 1 coordinates, but the layout has 2 dimensions
      {node: bob}, {node: 1, at: [1, 2]}
      → e.yaml:6:27: error: '1' is pinned twice; remove one of the two
      {at: [1, 2]}
      → e.yaml:6:7: error: 'pin' needs 'node': Label of the node, or its id, or its number from 0.
      bob
      → e.yaml:6:7: error: the parameters of 'pin' must be a mapping such as {node: …}, found the text 'bob'
      """))
  func errorsInPinsHavePlaces(pin: String, expected: String) throws {
    let found = try withFolder(files) { try problems(base + "pin: [\(pin)]", in: $0) }
    #expect(found == [expected])
  }
}
