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
}
