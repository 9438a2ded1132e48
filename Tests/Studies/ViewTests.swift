import Testing

/// `view`, and what a run keeps to be drawn: `graphs/` and `frames/`.
@Suite struct ViewTests {
  @Test func aRunKeepsEachGraphOnceAndNamesItInItsRows() throws {
    let run = try run(
      """
      forces: [link]
      stop: {iterations: 1}
      repeat: 2
      sweep: {grid: {graph: [{path: 4}, {ring: 4}]}}
      """)
    let hashes = try run.trials.column("graph_hash")
    #expect(hashes[0] == hashes[2] && hashes[1] == hashes[3] && hashes[0] != hashes[1])
    #expect(Set(run.files.keys) == Set(hashes.map { "graphs/\($0).json" }))
    let ring = try #require(run.files["graphs/\(hashes[1]).json"].flatMap { GraphSketch(json: $0) })
    var source = RingSource()
    source.count = 4
    #expect(ring == GraphSketch(try source.graph()))
  }

  @Test func withoutALayoutThereIsNothingToDraw() throws {
    let run = try run("graph: {path: 4}\nstop: {iterations: 1}\nrecord: {layout: none}")
    #expect(run.files.isEmpty)
    #expect(try run.only()["graph_hash"] == "")
  }

  @Test func drawsAttributes() throws {
    let run = try run(
      """
      graph: miserables
      stop: {iterations: 1}
      view: {color: degree, radius: degree, label: degree, edge-width: weight}
      """)
    let sketch = try #require(run.files.values.first.flatMap { GraphSketch(json: $0) })
    let graph = try MiserablesSource().graph()
    let degrees = (0..<77).map { Double(graph.degree(of: $0)) }
    #expect(sketch.color == .numbers(name: "degree", values: degrees))
    #expect(sketch.radius == .numbers(name: "degree", values: degrees))
    #expect(sketch.edgeWidth == .numbers(name: "weight", values: try #require(graph.weights)))
    #expect(sketch.labels?[10] == "36")
  }

  @Test func overlapsAreKeptUnlessTheViewRemovesThem() throws {
    let base = "graph: karate\nstop: {iterations: 1}\nview: "
    for (view, expected) in [
      ("{label: name}", nil), ("{overlaps: keep}", nil), ("{overlaps: prism}", .prism),
    ] as [(String, GraphSketch.Overlaps?)] {
      let files = try run(base + view).files
      let sketch = try #require(files.values.first.flatMap { GraphSketch(json: $0) })
      #expect(sketch.overlaps == expected)
    }
  }

  @Test func drawsConstants() throws {
    let run = try run(
      """
      graph: karate
      stop: {iterations: 1}
      view: {color: '#0072B2', radius: 4, label: none, edge-width: 0.5}
      """)
    let sketch = try #require(run.files.values.first.flatMap { GraphSketch(json: $0) })
    #expect(sketch.color == .constant(value: "#0072B2") && sketch.radius == .constant(value: 4))
    #expect(sketch.edgeWidth == .constant(value: 0.5) && sketch.labels == nil)
  }

  private func color(_ view: String, graph: String = "karate") throws -> GraphSketch.Look<String>? {
    let run = try run("graph: \(graph)\nstop: {iterations: 1}\nview: \(view)")
    return try #require(run.files.values.first.flatMap { GraphSketch(json: $0) }).color
  }

  @Test func fewWholeNumbersAreCategoriesUnlessTheScaleIsStated() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rows = (0..<10).map { "\($0),\($0 % 3),\(Double($0) / 2),0\($0 % 2)" }
    try Data(("id,level,size,word\n" + rows.joined(separator: "\n") + "\n").utf8)
      .write(to: folder.appendingPathComponent("nodes.csv"))
    try Data((1..<10).map { "0 \($0)\n" }.joined().utf8)
      .write(to: folder.appendingPathComponent("star.edges"))
    let path = folder.path
    let graph = "{file: {path: \(path)/star.edges, nodes: \(path)/nodes.csv}}"
    let levels = (0..<10).map { $0 % 3 }
    #expect(
      try color("{color: level}", graph: graph)
        == .words(name: "level", values: levels.map(String.init)))
    #expect(
      try color("{color: level, scale: linear}", graph: graph)
        == .numbers(name: "level", values: levels.map(Double.init)))
    let sizes = (0..<10).map { Double($0) / 2 }
    #expect(try color("{color: size}", graph: graph) == .numbers(name: "size", values: sizes))
    guard case .words(_, let words) = try color("{color: size, scale: category}", graph: graph)
    else { throw CancellationError() }
    #expect(words == ["0", "0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5"])
  }

  @Test func communitiesAreCategories() throws {
    let graph = try KarateSource().graph()
    let found = try Communities(of: graph).ofNodes.map { String($0) }
    #expect(try color("{color: community}") == .words(name: "community", values: found))
  }

  @Test(arguments: [(3, [0, 2, 4]), (4, [0, 2, 4]), (100, [0, 1, 2, 3, 4])])
  func framesAreThinnedToTheNumberAskedFor(limit: Int, expected: [Int]) throws {
    let run = try run(
      """
      graph: {path: 4}
      forces: [link]
      stop: {iterations: 4}
      repeat: 2
      warm-up: 1
      record: {frames: \(limit)}
      """)
    // Of the first trial of the configuration alone, which follows the one that warms up.
    #expect(run.files.keys.filter { $0.hasPrefix("frames/") } == ["frames/2.frames"])
    let frames = try Frames(try #require(run.files["frames/2.frames"]), file: "")
    #expect(frames.iterations == expected)
    let last = try run.layout(2).map { $0.map { Float($0) } }
    #expect(Array(frames[frames.iterations.count - 1]) == last.map { $0[0] } + last.map { $0[1] })
  }

  @Test func aLongRunKeepsItsStartItsEndAndNoMoreFramesThanAskedFor() throws {
    for iterations in 0...40 {
      let run = try run(
        "graph: {path: 3}\nforces: [link]\nstop: {iterations: \(iterations)}\nrecord: {frames: 6}")
      let frames = try Frames(try #require(run.files["frames/1.frames"]), file: "")
      #expect(frames.iterations.first == 0 && frames.iterations.last == iterations)
      let counts = iterations == 0 ? 1...1 : 2...6
      #expect(counts.contains(frames.iterations.count), "\(iterations): \(frames.iterations)")
    }
  }

  @Test func framesDoNotChangeTheLayout() throws {
    let base = "graph: {path: 4}\nforces: [link, many-body]\nstop: {iterations: 9}\n"
    let with = try run(base + "record: {frames: 3}")
    let without = try run(base)
    #expect(try with.only()["layout_hash"] == without.only()["layout_hash"])
  }
}
