import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import Foundation
import Testing

@testable import ForceLabReports
@testable import ForceLabWorkbench

@Suite struct PlayerFramesTests {
  private let place = TemporaryFolder()

  /// The iterations that the player shows of trials with `counts` frames of 800 bytes, and the notes.
  private func shown(_ counts: [Int], budget: Int) throws -> (frames: [[Int]]?, notes: [String]) {
    let folder = try SampleRun(counts.map { _ in 7 }, of: "graph_hash").write("run", in: place)
    for part in ["graphs", "frames"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(part)", withIntermediateDirectories: false)
    }
    func write(_ data: Data, to name: String) throws {
      try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let sketch = GraphSketch(try Graph(nodeCount: 100, edges: []))
    try write(Data(sketch.prettyJSON.utf8), to: "graphs/7.json")
    for (index, count) in counts.enumerated() {
      var frames = Frames(nodes: 100, dimensions: 2)
      for frame in 0..<count {
        let places = (0..<100).map { Double(($0 * 31 + frame * 17) % 101) }
        frames.append([places, places], at: frame)
      }
      try write(frames.bytes, to: Frames.name(index + 1))
    }
    let (json, notes) = try PlayerFrames.payload(RunReader(folder: folder), budget: budget)
    guard let json else { return (nil, notes) }
    let payload = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let trials = try #require(payload?["trials"] as? [[String: Any]])
    return (trials.compactMap { $0["iterations"] as? [Int] }, notes)
  }

  @Test(arguments: [40, 23]) func thinnedFramesHaveTheFirstAndTheLast(count: Int) throws {
    let frames = try #require(try shown([count], budget: count * 600).frames?.first)
    #expect(frames.count == count / 2 + 1)
    #expect(frames.first == 0 && frames.last == count - 1)
  }

  @Test func asManyTrialsAreShownAsFit() throws {
    let (frames, notes) = try shown([12, 12, 12], budget: 25_000)
    #expect(frames?.map(\.count) == [12, 12])
    #expect(notes.map { $0.prefix(30) } == ["Shows 2 of 3 recorded trials, "])
  }

  @Test func withoutRoomThereIsNoPlayer() throws {
    let (frames, notes) = try shown([12, 12], budget: 1000)
    #expect(frames == nil && notes.first?.hasPrefix("Shows 0 of 2 recorded trials") == true)
  }

  @Test func eventsOfRunsWithoutFramesAreNotRead() throws {
    let folder = try SampleRun([7]).write("run", in: place)
    var columns = RunColumns(["tick_ns_median"])
    columns.configurations = [[]]
    columns.events = [.fact("iteration", use: .iteration), .fact("event", use: .event)]
    for (name, text) in ["columns.json": columns.prettyJSON, "events.csv": "damaged\n"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    let (json, notes) = try PlayerFrames.payload(RunReader(folder: folder), budget: 9999)
    #expect(json == nil && notes.isEmpty)
  }

  @Test func aPageWithoutRoomIsAnError() throws {
    let run = try SampleRun([7]).record(in: place)
    var sketch = GraphSketch(try Graph(nodeCount: 1, edges: []))
    sketch.labels = [String(repeating: "x", count: 16_000_000)]
    var frames = Frames(nodes: 1, dimensions: 2)
    frames.append([[0.0], [0.0]], at: 0)
    let motion = try #require(TrialMotion(frames, sketch))
    let trial = try #require(run.trials.first)
    #expect(throws: Diagnostic.self) { try PlayerFrames.page(of: trial, motion, in: run) }
  }
}
