@testable import ForceLabStudies
import Testing

/// `shuffle: true`: the simulation sees another order, and results keep that of the graph.
@Suite struct ShuffleTests {
  @Test func repeatsDifferAndAreReproducible() throws {
    let yaml = "graph: karate\nrepeat: 3\nstop: {iterations: 30}\n"
    #expect(Set(try run(yaml).trials.column("layout_hash")).count == 1)
    let shuffled = try run(yaml + "shuffle: true")
    #expect(Set(try shuffled.trials.column("layout_hash")).count == 3)
    let again = try run(yaml + "shuffle: true")
    #expect(try shuffled.trials.column("layout_hash") == again.trials.column("layout_hash"))
    #expect(shuffled.layouts == again.layouts)
  }

  /// Only rounding depends on the order if a start and forces do not.
  @Test(arguments: ["2", "3"])
  func nodesKeepTheirNumbersAndAttributes(dimensions: String) throws {
    let start = (0..<6).map { "\($0),\($0 * $0),\(7 * $0 % 5),\(3 * $0 % 4)\n" }.joined()
    let graph = """
      {"nodes": [{"id": "a", "m": 1, "q": 5}, {"id": "b", "m": 2, "q": 1}, {"id": "c", "m": 3, "q": 2},
        {"id": "d", "m": 4, "q": 0}, {"id": "e", "m": 5, "q": 8}, {"id": "f", "m": 6, "q": 3}],
       "links": [{"source": "a", "target": "b", "len": 9}, {"source": "b", "target": "c", "len": 50},
        {"source": "d", "target": "a", "len": 20}, {"source": "e", "target": "f", "len": 70}]}
      """
    let yaml = """
      graph: {file: graph.json}
      dimensions: \(dimensions)
      placement: {file: {path: start.csv}}
      nodes: {mass: m, charge: q}
      pin: [{node: c, at: \(dimensions == "2" ? "[4, 5]" : "[4, 5, 6]")}, {node: "4"}]
      forces: [many-body, link: {length: len, update: simultaneous}]
      repulsion: exact
      integrator: velocity-verlet
      stop: {iterations: 50}
      record: {frames: 5}
      metrics: [stress, force-error]
      """
    let files = ["start.csv": "id,x,y,z\n" + start, "graph.json": graph]
    let plain = try run(yaml, files: files)
    let shuffled = try run(yaml + "\nshuffle: true\nrepeat: 3", files: files)
    let expected = try plain.layout()
    for trial in 1...3 {
      let layout = try shuffled.layout(trial)
      for (node, place) in layout.enumerated() {
        for (axis, coordinate) in place.enumerated() {
          #expect(isNear(coordinate, expected[node][axis], within: 1e-6), "\(trial) \(node)")
        }
      }
    }
    let stress = try #require(Double(plain.only()["stress"] ?? ""))
    for number in try shuffled.trials.numbers("stress") {
      #expect(isNear(number, stress, within: 1e-9))
    }
    #expect(Set(try shuffled.trials.column("graph_hash")) == [try plain.only()["graph_hash"]])
    // The first frame is the start, in 32 bits.
    #expect(shuffled.files["frames/1.frames"]?.count == plain.files["frames/1.frames"]?.count)
    let line = try #require(shuffled.files["frames/1.frames"]?.firstIndex(of: 10))
    let size = 4 * 6 * (Int(dimensions) ?? 0)
    #expect(
      shuffled.files["frames/1.frames"]?[line + 1..<line + 1 + size]
        == plain.files["frames/1.frames"]?[line + 1..<line + 1 + size])
  }

  @Test func shufflingPermutesTheStartPositions() throws {
    let yaml = "graph: {cells: 40}\nforces: [position: {strength: 0}]\nstop: {iterations: 1}\n"
    let plain = try run(yaml).layout()
    let shuffled = try run(yaml + "shuffle: true").layout()
    #expect(plain != shuffled && Set(plain) == Set(shuffled))
  }

  @Test func aDivergedNodeHasItsOwnName() throws {
    let yaml = """
      graph: {cells: 9}
      placement: {file: {path: start.csv}}
      forces: [center-spring: {stiffness: 1e300}]
      """
    // Node 7 alone is not at the center.
    let start = "id,x,y\n" + (0..<9).map { "\($0),\($0 == 7 ? 1 : 0),0\n" }.joined()
    for rest in ["", "\nshuffle: true"] {
      let message = try run(yaml + rest, files: ["start.csv": start]).only()["message"]
      #expect(message?.contains(" node 7;") == true, "\(message ?? "")")
    }
  }
}
