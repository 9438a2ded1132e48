@testable import ForceLabStudies
import Synchronization
import Testing

/// The list `events` of experiments: what happens, when, and what is recorded of it.
struct EventTests {
  private let cells = """
    preset: blog-cells
    graph: {cells: {count: 6}}

    """

  @Test func eventsHappenAtTheirIterations() throws {
    let run = try run(
      """
      graph: {ring: {count: 6}}
      stop: {iterations: 50}
      events:
        - {at: 0, add-nodes: {count: 2, place: {at: [5, 6]}, links: 1, to: nearest}}
        - {every: 10, until: 30, add-nodes: {place: border, links: 2}, reheat: 0.5}
        - {at: 20, remove-edges: [[0, 1]]}
        - {at: 35, remove-nodes: {count: 1, which: newest}}
      """)
    let events = try #require(run.events)
    #expect(try events.numbers("iteration") == [0, 10, 20, 20, 30, 35])
    #expect(try events.numbers("event") == [1, 2, 2, 3, 2, 4])
    #expect(try events.numbers("nodes") == [8, 9, 10, 10, 11, 10])
    #expect(try events.numbers("edges") == [8, 10, 12, 11, 13, 11])
    #expect(try events.column("what")[3] == "remove-edges: {edges: [['0', '1']]}")
    let trial = try run.only()
    #expect(trial["iterations"] == "50" && trial["stop_reason"] == "iterations")
    #expect(trial["nodes"] == "6" && trial["final_nodes"] == "10" && trial["events"] == "6")
    // The numbers of nodes stay.
    let ids = try #require(run.layouts[1]).split(separator: "\n").dropFirst().map {
      String($0.prefix { $0 != "," })
    }
    #expect(ids == (0..<10).map { String($0) })
    // A phase that an event does not end goes on; all events are settled at its end.
    #expect(try events.numbers("settle_iterations") == [50, 40, 30, 30, 20, 15])
  }

  @Test func settlingCausesTheNextEvent() throws {
    let run = try run(
      cells + """
        events:
          - {when: settled, times: 3, add-nodes: {place: border}}
          - {when: settled, remove-nodes: "2"}
          - {when: settled, move: {path: forces.center-spring.center, to: [200, 150], over: 20}}
        metrics: [stability]
        """)
    let events = try #require(run.events)
    #expect(try events.numbers("nodes") == [7, 8, 9, 8, 8])
    let (starts, lengths) = (
      try events.numbers("iteration"), try events.numbers("settle_iterations")
    )
    let trial = try run.only()
    let end = try #require(Double(trial["iterations"] ?? ""))
    #expect(zip(starts, lengths).map { $0 + $1 } == starts.dropFirst() + [end])
    #expect(trial["stop_reason"] == "movement" && lengths.allSatisfy { $0 > 1 })
    // The layout settles only after the center has moved, and then all nodes have moved with it.
    let moved = try events.numbers("mean_displacement")[4]
    #expect(lengths[4] > 20 && abs(moved - 50) < 5)
    let mean = try events.numbers("mean_displacement").reduce(0, +) / 5
    let (stability, disparity) = (
      Double(trial["stability"] ?? "") ?? .nan, Double(trial["stability_procrustes"] ?? "") ?? .nan
    )
    #expect(abs(stability - mean) < 1e-9 && disparity > 0 && disparity < 0.5)
    let ids = try #require(run.layouts[1]).split(separator: "\n").map { $0.prefix { $0 != "," } }
    #expect(ids == ["id", "0", "1", "3", "4", "5", "6", "7", "8"])
  }

  /// Measures during the layout use the sizes of their time.
  @Test func measuresFollowTheSizesOfNodes() throws {
    let yaml = """
      nodes: {size: [4, 4]}
      stop: {iterations: 20}
      metrics: [node-overlaps]
      events: [{at: 10, set: {nodes.size: [60, 60]}}]

      """
    let overlaps = try run(yaml).only()["node_overlaps"]
    let tracked = try run(yaml + "record: {metrics: {every: 5}}")
    #expect(try overlaps != "0" && tracked.only()["node_overlaps"] == overlaps)
    #expect(tracked.samples.rows.last?["node_overlaps"] == overlaps)
  }

  /// A program may write lists without items.
  @Test func emptyListsNameNothing() throws {
    let trial = try run(
      """
      graph: karate
      stop: {iterations: 9}
      events: [{at: 5, remove-nodes: [], remove-edges: [], add-edges: []}]
      """
    ).only()
    #expect(trial["final_nodes"] == "34" && trial["final_edges"] == "78", "\(trial)")
  }

  @Test func wholeNumbersMoveByWholeSteps() throws {
    let run = try run(
      """
      forces: [many-body, link: {iterations: 1}]
      stop: {iterations: 30}
      events: [{at: 10, move: {path: forces.link.iterations, to: 4, over: 20}}]
      """)
    #expect(try run.only()["message"] == "" && run.only()["status"] == "ok")
  }

  @Test func stopRulesMove() throws {
    let run = try run(
      """
      stop: {movement: 1e-9, iterations: 100}
      integrator: {verlet: {alpha-decay: 0}}
      events: [{at: 10, move: {path: stop.movement.threshold, to: 1e6, over: 10}}]
      """)
    #expect(try run.only()["stop_reason"] == "movement" && run.only()["iterations"] == "20")
  }

  /// Alpha falls below 0.5 at iteration 31.
  @Test func theDefaultRuleMovesWithTheIntegrator() throws {
    let run = try run(
      "events: [{at: 1, move: {path: integrator.verlet.alpha-min, to: 0.5, over: 10}}]")
    #expect(try run.only()["iterations"] == "31")
  }

  /// Charges that an event sets count at once, though `reuse` keeps its tree.
  @Test func newChargesCountBeforeTheTreeIsRebuilt() throws {
    let yaml = """
      graph: {cells: 400}
      forces: [{many-body: {strength: -0.0001}}]
      integrator: displacement
      stop: {iterations: 4}
      metrics: [force-error]
      events: [{at: 2, set: {nodes.charge: 5}}]
      repulsion:
      """
    let errors = try ["kd-tree", "{reuse: {every: 13}}"].map { repulsion in
      try #require(try run("\(yaml) \(repulsion)").only()["force_error_rms"].flatMap { Double($0) })
    }
    #expect(errors[1] < 2 * errors[0], "\(errors)")
  }

  /// Where nothing is disturbed, nothing moves.
  @Test func anEventWithoutEffectMovesNothing() throws {
    let run = try run(
      """
      graph: {ring: {count: 8}}
      integrator: cooling
      events: [{at: 600, set: {forces.many-body.strength: -30}}]
      """)
    let events = try #require(run.events)
    #expect(try events.numbers("max_displacement") == [0])
    #expect(try run.only()["iterations"] == "601")
  }

  @Test(arguments: ["false", "true"])
  func seedsGiveTheSameRunOnAnyNumberOfThreads(shuffle: String) throws {
    let yaml = """
      graph: {barabasi-albert: {nodes: 300, degree: 2}}
      shuffle: \(shuffle)
      repeat: 2
      stop: {iterations: 30}
      record: {frames: 8}
      metrics: [stress, edge-crossings]
      events:
        - {at: 5, add-nodes: {count: 40, place: random, links: 2, to: degree}}
        - {at: 9, remove-nodes: {count: 30}}
        - {at: 12, add-edges: {count: 7}}
        - {at: 15, remove-edges: {count: 9}}

      """
    let (one, four) = (try run(yaml + "threads: 1"), try run(yaml + "threads: 4"))
    #expect(one.layouts == four.layouts && one.files == four.files)
    #expect(one.events?.withoutTimes == four.events?.withoutTimes)
    #expect(one.trials.withoutTimes.dropFirst() == four.trials.withoutTimes.dropFirst())
    #expect(one.layouts[1] != one.layouts[2])
  }

  /// Only rounding depends on the order in which the simulation sees the nodes.
  @Test func shufflingChangesNeitherNodesNorResults() throws {
    let yaml = """
      placement: circle
      integrator: velocity-verlet
      repulsion: exact
      forces: [many-body, link: {update: simultaneous}, center-spring]
      nodes: {charge: degree}
      stop: {iterations: 40}
      events:
        - {at: 10, add-nodes: {count: 3, place: border, links: 2}}
        - {at: 20, remove-nodes: {count: 5, which: random}}
        - {at: 25, remove-nodes: {where: {group: 5}}, add-edges: {count: 4}}
        - {at: 30, remove-edges: {where: {weight: 1}}, pin: {nodes: Valjean, at: [1, 2]}}

      """
    let start = try (0..<77).map { "\($0),\(try coordinate($0, 7)),\(try coordinate($0, 11))" }
    let files = ["start.csv": "id,x,y\n" + start.joined(separator: "\n") + "\n"]
    let placed = yaml.replacing("circle", with: "{file: {path: start.csv}}")
    let plain = try run(placed, files: files)
    let shuffled = try run(placed + "shuffle: true", files: files)
    #expect(
      plain.events?.rows.map { [$0["nodes"], $0["edges"]] }
        == shuffled.events?.rows.map { [$0["nodes"], $0["edges"]] })
    let (expected, layout) = (try plain.layout(), try shuffled.layout())
    #expect(expected.count == layout.count && layout.count < 75)
    for (place, other) in zip(layout.joined(), expected.joined()) {
      #expect(isNear(place, other, within: 1e-6))
    }
    #expect(layout.contains([1, 2]))
    #expect(shuffled.files["graphs/\(try shuffled.only()["graph_hash"] ?? "").json"] != nil)
  }

  private func coordinate(_ node: Int, _ factor: Int) throws -> Int { node * factor * factor % 101 }

  /// Every integrator, strategy and event action, in two and three dimensions.
  @Test(arguments: [2, 3])
  func everyCombinationRuns(dimensions: Int) throws {
    let catalog = Catalog.standard
    let point = dimensions == 2 ? "[1, 2]" : "[1, 2, 3]"
    for repulsion in catalog.names(of: .repulsion) where dimensions == 2 || repulsion != "fmm" {
      let run = try run(
        """
        graph: {mesh: {rows: 6, columns: 7}}
        dimensions: \(dimensions)
        repulsion: \(repulsion)
        stop: {iterations: 14}
        record: {every: 5, frames: 4}
        events:
          - {at: 2, add-nodes: {count: 5, place: border, links: 1}}
          - {at: 3, add-edges: {count: 3}, remove-edges: {count: 5}}
          - {at: 5, remove-nodes: {count: 4, which: oldest}, pin: {nodes: 41, at: \(point)}}
          - {at: 6, move: {path: forces.center.at, to: \(point), over: 3}}
          - {at: 8, set: {forces.many-body.strength: -20}, unpin: 41}
          - {at: 10, reheat: 0.5, add-nodes: {place: {near: 41}}, remove-nodes: {count: 1, which: newest}}
        sweep: {grid: {integrator: [\(catalog.names(of: .integrator).joined(separator: ", "))]}}
        """)
      #expect(run.trials.rows.count == 8)
      for row in run.trials.rows {
        #expect(row["status"] == "ok", "\(repulsion) \(row)")
        #expect(row["final_nodes"] == "43", "\(repulsion) \(row["message"] ?? "")")
      }
    }
  }

  @Test func framesSayWhichNodesAndEdgesExist() throws {
    let run = try run(
      """
      graph: {path: {count: 4}}
      stop: {iterations: 20}
      record: {frames: 30}
      events:
        - {at: 5, add-nodes: {count: 2, place: {at: [9, 9]}, link-to: "0"}}
        - {at: 10, remove-nodes: "1"}
        - {at: 15, add-edges: [[0, 2]], remove-edges: [[0, 4]]}
      """)
    let data = try #require(run.files["frames/1.frames"])
    let frames = try Frames(data, file: "f")
    #expect(frames.nodes == 6 && frames.iterations == Array(0...20))
    let there = frames.iterations.indices.map { frame in frames[frame].prefix(6).map { !$0.isNaN } }
    #expect(there[5] == [true, true, true, true, false, false])
    #expect(there[6] == [true, true, true, true, true, true])
    #expect(there[11] == [true, false, true, true, true, true])
    let name = "graphs/\(frames.graph ?? "").json"
    let sketch = try #require(run.files[name].flatMap { GraphSketch(json: $0) })
    #expect(sketch.nodes == 6)
    let spans = frames.spans.map { span in
      [Int(sketch.sources[span[0]]), Int(sketch.targets[span[0]])].sorted() + span.dropFirst()
    }
    #expect(
      Set(spans) == [
        [0, 4, 6, 15], [0, 5, 6, 20], [0, 1, 0, 10], [1, 2, 0, 10], [0, 2, 16, 20],
      ])
  }

  @Test func removedEdgesKeepTheirDirectionInFrames() throws {
    let run = try run(
      """
      graph: {file: g.dot}
      stop: {iterations: 9}
      record: {frames: 4}
      events: [{at: 5, remove-edges: [[d, a]]}]
      """, files: ["g.dot": "digraph { a -> b; d -> b; d -> a }"])
    let frames = try Frames(#require(run.files["frames/1.frames"]), file: "f")
    let file = try #require(run.files["graphs/\(frames.graph ?? "").json"])
    let sketch = try #require(GraphSketch(json: file))
    #expect(sketch.sources.last == 2 && sketch.targets.last == 0)
  }

  /// The divergence is found again in a repetition with the same events.
  @Test func aDivergenceAfterAnEventIsExplained() throws {
    let run = try run(
      """
      graph: {ring: {count: 9}}
      stop: {iterations: 400}
      events:
        - {at: 10, add-nodes: {count: 3, place: border, links: 1}}
        - {at: 20, set: {forces.link.strength: 90}}
      """)
    let trial = try run.only()
    #expect(trial["status"] == "diverged")
    #expect(trial["message"]?.contains("the largest force there was link") == true, "\(trial)")
  }

  @Test func aDivergedNodeKeepsItsNumber() throws {
    let trial = try run(
      """
      graph: {mesh: {rows: 4, columns: 4}}
      forces: [many-body, {link: {strength: 60}}]
      events: [{at: 0, remove-nodes: [0, 1, 2]}]
      """
    ).only()
    #expect(trial["message"]?.contains("; node 15 is the fastest") == true, "\(trial)")
  }

  /// Each settled state has the positions of all nodes.
  @Test(arguments: ["", "metrics: [stability]"])
  func settledStatesAreKeptForMetricsOnly(metrics: String) throws {
    let plan = try plan(
      "graph: karate\nevents: [{when: settled, times: 3, reheat: 1}]\n" + metrics)
    let study = try #require(plan.configurations[0].study as? LayoutStudy)
    var run = LayoutRun(try RunningLayout(study), keepsFrames: false, tracker: nil)
    while run.isRunning { try run.step { _ in } }
    #expect(run.log.settledStates.count == (metrics.isEmpty ? 0 : 3))
  }

  /// The first action of the event has removed a node when the second fails.
  @Test func framesRemainWhenAnEventFailsHalfWay() throws {
    let run = try run(
      """
      graph: karate
      record: {frames: 10}
      events: [{at: 20, remove-nodes: '0', add-edges: [[0, 9]]}]
      """)
    #expect(try run.only()["status"] == "failed")
    let frames = try Frames(#require(run.files["frames/1.frames"]), file: "f")
    #expect(frames.nodes == 34 && frames[0].allSatisfy { !$0.isNaN })
  }

  @Test func aFailedEventFailsTheTrial() throws {
    let trial = try run(
      """
      graph: {ring: {count: 9}}
      events:
        - {at: 10, remove-nodes: {count: 7}}
        - {at: 20, remove-nodes: {count: 7}}
      """
    ).only()
    #expect(trial["status"] == "failed" && trial["stop_reason"] == "event")
    #expect(
      trial["message"]
        == "event 2 at iteration 20: cannot remove 7 nodes, found only 2")
    let joined = try run(
      """
      graph: {ring: {count: 9}}
      events:
        - {at: 1, remove-edges: {count: 1}}
        - {at: 2, add-edges: [[0, 4], [4, 0]]}
      """
    ).only()
    #expect(
      joined["message"] == "event 2 at iteration 2: an edge joins '4' and '0' already")
  }

  @Test func sweepsReachIntoEvents() throws {
    let run = try run(
      cells + """
        events:
          - {when: settled, add-nodes: {count: 1, place: random}}
          - {when: settled, set: {forces.coulomb.charge: 12}}
        sweep:
          grid:
            events.0.add-nodes.count: [1, 3]
            events.0.add-nodes.place: [border, {at: [150, 150]}]
            events.1.set.forces.coulomb.charge: [11]
        """)
    #expect(try run.trials.numbers("final_nodes") == [7, 7, 9, 9])
    #expect(run.plan.configurations[3].settings.prefix(2) == ["3", "{at: [150, 150]}"])
  }

  /// `events.csv` of a run that was interrupted, lost the file and was resumed is that of one that was not.
  @Test func eventsSurviveInterruptions() throws {
    let plan = try plan(
      cells + """
        repeat: 5
        events:
          - {when: settled, times: 2, add-nodes: {place: border}}
          - {at: 40, remove-nodes: {count: 1}}
        """)
    try withFolder { folder in
      let environment = RunEnvironment(seed: 0)
      let done = Mutex(0)
      var options = Runner.Options()
      options.isInterrupted = { done.withLock { $0 } > 2 }
      let results = "\(folder)/results"
      _ = try Runner(plan, options: options).run(
        into: RunFolder(at: results), environment: environment
      ) { _ in done.withLock { $0 += 1 } }
      let file = "\(results)/events.csv"
      #expect(try TestTable(path: file).rows.count == 9)
      try FileManager.default.removeItem(atPath: file)
      _ = try Runner(plan).resume(in: RunFolder(resuming: results), environment: environment)
      let whole = "\(folder)/whole"
      _ = try Runner(plan).run(into: RunFolder(at: whole), environment: environment)
      let (resumed, once) = (
        try TestTable(path: file), try TestTable(path: "\(whole)/events.csv")
      )
      #expect(resumed.withoutTimes == once.withoutTimes && once.rows.count == 15)
      let read = try RunReader(folder: results).events()
      #expect(
        read.map { "\($0.iteration) \($0.text)" }
          == once.rows.map { "\($0["iteration"] ?? "") \($0["what"] ?? "")" })
      let states = try RunManifest(folder: results).states()
      #expect(states.contains { $0.name == "events.csv" && $0.state == .written })
    }
  }
}
