import ForceLabTestSupport
import Foundation
import Testing

/// What the report gives its player: the frames that were recorded, in few bytes.
@Suite struct PlayerTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private struct Payload: Decodable {
    struct Graph: Decodable {
      let nodes: Int
      let labels: [String]?
      let color: [Int]
      let colors: [String]
      let edges: Data
    }
    struct Curve: Decodable {
      let name: String
      let iterations: [Int]
      let values: [Double]
    }
    struct Trial: Decodable {
      let trial, configuration, dimensions: Int
      let graph: String
      let iterations: [Int]
      let low, high: [Double]
      let frames: Data
      let curve: Curve?
    }
    let graphs: [String: Graph]
    let trials: [Trial]
  }

  @Test(arguments: [2, 3])
  func framesAreThoseOfTheRun(dimensions: Int) throws {
    let payload = try play(
      """
      graph: miserables
      dimensions: \(dimensions)
      repeat: 2
      stop: {iterations: 30}
      record: {frames: 10}
      forces: [many-body, link]
      sweep: {grid: {repulsion: [exact, kd-tree]}}
      """)
    #expect(payload.trials.map(\.trial) == [1, 2] && payload.graphs.count == 1)
    for trial in payload.trials {
      #expect(trial.iterations == [0, 4, 8, 12, 16, 20, 24, 28, 30])
      let graph = try #require(payload.graphs[trial.graph])
      #expect(graph.nodes == 77 && graph.edges.count == 254 * 8 && graph.labels?[10] == "Valjean")
      #expect(graph.color.count == 77 && graph.color.allSatisfy(graph.colors.indices.contains))
      let frames = decoded(trial, nodes: graph.nodes)
      #expect(frames.count == trial.iterations.count)
      let layout = try layout(of: trial.trial)
      for axis in 0..<dimensions {
        let step = (trial.high[axis] - trial.low[axis]) / 65_535
        let last = try #require(frames.last)[axis]
        let worst = zip(last, layout).map { abs($0 - $1[axis]) }.max() ?? .infinity
        // Half a step, and what a 32-bit float leaves out.
        #expect(worst <= step * 0.51 + 1e-5, "axis \(axis)")
      }
      #expect(try #require(trial.curve).iterations.last == 30)
    }
  }

  @Test func aThreeDimensionalLayoutCanBeRotatedWithoutFrames() throws {
    let payload = try play("graph: karate\ndimensions: 3\nstop: {iterations: 5}")
    #expect(payload.trials.map(\.iterations) == [[5]])
    #expect(decoded(try #require(payload.trials.first), nodes: 34)[0].map(\.count) == [34, 34, 34])
  }

  private func run(_ yaml: String) throws {
    try place.write("name: played\n" + yaml, to: "played.yaml")
    let run = try place.forcelab("run", "played.yaml", "--out", "out", "--quiet")
    #expect(run.status == 0, "\(run.error)")
  }

  private func play(_ yaml: String) throws -> Payload {
    try run(yaml)
    let page = try place.text(of: "out/report.html")
    let start = try #require(page.range(of: #"id="player-data">"#)).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    return try JSONDecoder().decode(Payload.self, from: Data(page[start..<end].utf8))
  }

  private func layout(of trial: Int) throws -> [[Double]] {
    try place.text(of: "out/layouts/\(trial).csv").split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").dropFirst().compactMap { Double($0) }
    }
  }

  /// The coordinates: frame by frame, axis by axis, node by node.
  private func decoded(_ trial: Payload.Trial, nodes: Int) -> [[[Double]]] {
    var bytes = Array(trial.frames)[...]
    var before = [Int](repeating: 0, count: nodes * trial.dimensions)
    return trial.iterations.map { _ in
      (0..<trial.dimensions).map { axis in
        (0..<nodes).map { node in
          var (zigzag, shift) = (0, 0)
          while let byte = bytes.popFirst() {
            zigzag |= Int(byte & 0x7F) << shift
            shift += 7
            if byte < 0x80 { break }
          }
          before[axis * nodes + node] += zigzag >> 1 ^ -(zigzag & 1)
          let part = Double(before[axis * nodes + node]) / 65_535
          return trial.low[axis] + part * (trial.high[axis] - trial.low[axis])
        }
      }
    }
  }
}
