@testable import ForceLabStudies
import Testing

/// Puts node 4 where no number is.
private struct Nowhere: Placement {
  enum Value: String, Choice { case nan, inf }

  var value = Value.nan

  static let manual = Manual<Self>(
    "nowhere", "All nodes at the origin but one.",
    parameters: [Parameter("value", \.value, "Where that one is.")])

  func coordinates(of graph: Graph, dimensions: Int, using generator: inout SeededGenerator)
    -> [[Double]]
  {
    var axis = [Double](repeating: 0, count: graph.nodeCount)
    axis[4] = value == .nan ? .nan : .infinity
    return Array(repeating: axis, count: dimensions)
  }
}

/// Layouts that leave the finite numbers, and such that begin at one point.
@Suite struct DivergenceTests {
  private static let strategies = Catalog.standard.names(of: .repulsion)
  private static let integrators = Catalog.standard.names(of: .integrator)

  /// Strengths from one that overflows at once to one that takes some steps.
  @Test(arguments: pairs(strategies, integrators))
  func aDivergedLayoutNamesTheNodeAndTheIteration(repulsion: String, integrator: String) throws {
    // From strengths that overflow in the first step to one that takes some.
    for strength in ["-1e308", "1e300", "-1e157"] {
      try expectDivergence(
        """
        graph: {ring: 20}
        forces: [many-body: {strength: \(strength)}, link, collide, center, radial]
        integrator: \(integrator)
        repulsion: \(repulsion)
        """)
    }
  }

  /// Coordinates may be finite where their differences are not.
  @Test(arguments: strategies)
  func aHugeStartDivergesWithoutACrash(repulsion: String) throws {
    try expectDivergence(
      """
      graph: {cells: 3}
      placement: {file: {path: start.csv}}
      forces: [many-body, center-spring]
      repulsion: \(repulsion)
      """, files: ["start.csv": "id,x,y\n0,1e308,0\n1,-1e308,0\n2,0,1e308\n"])
  }

  /// A placement from outside may give anything.
  @Test(arguments: strategies)
  func aStartThatIsNotFiniteFailsWithItsNode(repulsion: String) throws {
    for value in ["nan", "inf"] {
      let run = try run(
        "graph: {ring: 9}\nplacement: {nowhere: {value: \(value)}}\nrepulsion: \(repulsion)",
        catalog: .standard + Catalog([Nowhere.self]))
      let row = try run.only()
      #expect(
        row["status"] == "failed" && row["message"] == "the start position of node 4 is not finite")
    }
  }

  private func expectDivergence(_ yaml: String, files: [String: String] = [:]) throws {
    let run = try run(yaml, files: files)
    let row = try run.only()
    #expect(row["status"] == "diverged" && row["stop_reason"] == "diverged")
    let message = row["message"] ?? ""
    let pattern = #/not finite at iteration (\d+), first at node \d+; (.*)/#
    let match = try #require(try pattern.wholeMatch(in: message), "\(message)")
    // What is seen in an iteration may have begun in the one before.
    let (first, last) = (try #require(Int(match.1)), try #require(Int(row["iterations"] ?? "")))
    #expect(first > 0 && (last - 1...last).contains(first), "\(message)")
    let force = #/the largest force there was (many-body|link|center-spring), .*/#
    #expect(try force.wholeMatch(in: match.2) != nil, "\(message)")
    #expect(row["layout_hash"] != "")
    #expect(try run.layout().joined().allSatisfy { $0.isFinite } == true)
  }

  @Test func aLayoutThatDivergedHasNoMetrics() throws {
    let row = try run(
      """
      graph: {ring: 5}
      forces: [many-body: {strength: -1e308}]
      integrator: displacement
      metrics: [stress]
      """
    ).only()
    #expect(row["status"] == "diverged" && row["stress"] == "")
  }

  @Test(arguments: pairs(strategies, integrators))
  func nodesAtOnePointPartAndStayFinite(repulsion: String, integrator: String) throws {
    let count = 20
    let start = "id,x,y\n" + (0..<count).map { "\($0),3,-4\n" }.joined()
    let run = try run(
      """
      graph: {ring: \(count)}
      placement: {file: {path: start.csv}}
      forces: [many-body, link, {collide: {radius: 2}}]
      integrator: \(integrator)
      repulsion: \(repulsion)
      stop: {iterations: 15}
      """, files: ["start.csv": start])
    #expect(try run.only()["status"] == "ok")
    let layout = try run.layout()
    #expect(Set(layout).count == count)
    #expect(layout.allSatisfy { $0.allSatisfy { $0.isFinite && $0.magnitude < 1e6 } })
  }
}
