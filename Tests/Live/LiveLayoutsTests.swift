import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
@testable import ForceLabStudies
import ForceLabTestSupport
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

@Suite struct LiveLayoutsTests {
  private let live: LiveLayouts
  private let catalog = Catalog.graphStudies + [Cramped.self, Fussy.self]

  init() throws {
    let document = try YAMLDocument.parse(
      """
      {name: x, graph: {path: 3}, placement: fussy, stop: {iterations: 2},
       metrics: [procrustes, stress]}
      """, file: "x.yaml")
    let plan = try Plan(document: document, folder: ".", catalog: catalog)
    let (trial, study) = try plan.trial(1)
    let layout = try #require(study as? LayoutStudy)
    let source = LiveSource(plan, path: "x.yaml", .layout, catalog: catalog)
    let running = try RunningLayout(layout, seed: trial.seed, catalog: catalog, folder: ".")
    live = LiveLayouts(source, [LiveLayout(running, of: trial)])
    try handle(#"{"do": "compare", "on": true}"#)
    try handle(#"{"do": "step", "count": 3}"#)
  }

  private func handle(_ request: String) throws {
    _ = try live.handle(try PageRequest(request, catalog: catalog))
  }

  /// Does the actions of an event.
  private func change(_ event: String) throws {
    try handle(#"{"do": "event", "event": {\#(event)}, "revision": \#(live.revision)}"#)
  }

  private func set(_ path: String, _ value: String) throws {
    try handle(#"{"do": "event", "event": {"set": {"\#(path)": \#(value)}}, "view": 1}"#)
  }

  private var layouts: [RunningLayout] { live.layouts.map(\.running) }
  private var positions: [[[Double]]] { layouts.map(\.positions) }
  private var eventCounts: [Int] { live.layouts.map(\.events.count) }

  private static let newNode = #""add-nodes": {"place": {"at": [5, 5]}, "link-to": "0"}"#

  /// A request that is not possible for the second of two layouts changes neither.
  private func expectRefusal(_ request: () throws -> Void) {
    let (before, alphas, revision) = (positions, layouts.map(\.alpha), live.revision)
    let (undo, events) = (live.history.undoName, eventCounts)
    #expect(throws: ParameterError.self, performing: request)
    #expect(positions == before && live.revision == revision)
    #expect(layouts.map(\.alpha) == alphas)
    #expect(live.history.undoName == undo && eventCounts == events)
    for layout in layouts {
      #expect(layout.nodes == [0, 1, 2] && layout.nextNode == 3)
      #expect(layout.graph.edgeCount == 2 && layout.iteration == 3)
    }
  }

  /// They have as many nodes and edges.
  @Test func layoutsOfDifferentGraphsAreNotShownSideBySide() throws {
    let document = try YAMLDocument.parse(
      "name: x\ngraph: random-tree\nsweep: {grid: {graph.random-tree.seed: [1, 2]}}\n",
      file: "x.yaml")
    let plan = try Plan(document: document, folder: ".", catalog: catalog)
    _ = try LiveSession(plan, trials: [1, 1], path: "x.yaml", catalog: catalog)
    #expect(throws: Diagnostic.self) {
      _ = try LiveSession(plan, trials: [1, 2], path: "x.yaml", catalog: catalog)
    }
  }

  @Test func aLayoutThatWasAddedIsOfTheFirstTrial() throws {
    let document = try YAMLDocument.parse(
      "name: x\ngraph: {path: 3}\nrepeat: 2\n", file: "x.yaml")
    let plan = try Plan(document: document, folder: ".", catalog: catalog)
    let own = try zip(layouts, [1, 2]).map { layout, number in
      LiveLayout(try layout.copy(), of: try plan.trial(number).trial)
    }
    let all = LiveLayouts(live.source, own)
    #expect(all.layouts.map(\.trial.number) == [1, 2])
    for isOn in [false, true] {
      let request = #"{"do": "compare", "on": \#(isOn)}"#
      _ = try all.handle(try PageRequest(request, catalog: catalog))
    }
    #expect(all.layouts.map(\.trial.number) == [1, 1])
  }

  @Test func nodesAndEdgesAreAddedToBothOrNone() throws {
    try set("forces", #"["cramped"]"#)
    expectRefusal { try change(Self.newNode) }
    expectRefusal { try change(#""reheat": 5, "add-edges": [["0", "2"]]"#) }
    try set("forces", #"["center"]"#)
    try change(#""add-edges": [["0", "2"]], "reheat": 0.3"#)
    try change(Self.newNode)
    for layout in layouts { #expect(layout.nodes == [0, 1, 2, 3] && layout.graph.edgeCount == 4) }
  }

  @Test func bothRestartOrNone() throws {
    try set("placement", #"{"fussy": {"fails": true}}"#)
    expectRefusal { try handle(#"{"do": "restart", "on": true}"#) }
  }

  @Test(arguments: [true, false]) func aDragEndsWhenAComparisonBeginsOrEnds(isOn: Bool) throws {
    try handle(#"{"do": "compare", "on": \#(!isOn)}"#)
    try handle(#"{"do": "drag-start", "node": "1"}"#)
    try handle(#"{"do": "drag", "node": "1", "at": [9, 9]}"#)
    try handle(#"{"do": "compare", "on": \#(isOn)}"#)
    try handle(#"{"do": "drag-end", "node": "1"}"#)
    #expect(live.history.undoName == nil && layouts.count == (isOn ? 2 : 1))
    for layout in layouts { #expect(!layout.isPinned(1)) }
  }

  /// The file and the program have neither its pin nor its settings. This name is refused afterwards.
  @Test(arguments: ["swift", "save"]) func aDragEndsBeforeLayoutsAreWritten(command: String) throws
  {
    try handle(#"{"do": "drag-start", "node": "1"}"#)
    try handle(#"{"do": "drag", "node": "1", "at": [9, 9]}"#)
    try? handle(#"{"do": "\#(command)", "name": "forcelab.yaml"}"#)
    #expect(layouts.allSatisfy { !$0.isPinned(1) } && live.history.undoName == "move of a node")
  }

  /// The changes before it can be.
  @Test func aRestartOfADivergedLayoutCannotBeUndone() throws {
    try set("forces.center.strength", "0.5")
    layouts[1].simulation.world.particles.position[0][2] = .nan
    try handle(#"{"do": "restart"}"#)
    let before = positions
    #expect(throws: ParameterError.self) { try handle(#"{"do": "undo"}"#) }
    #expect(positions == before && live.history.undoName == "change of forces.center.strength")
    try handle(#"{"do": "undo"}"#)
    #expect(live.history.undoName == nil)
  }

  /// Each of the other nodes is put at its own place.
  @Test func aRestartIsUndoneWithoutANodeThatCouldNotBePutBack() throws {
    let before = positions
    try handle(#"{"do": "restart"}"#)
    layouts[1].simulation.world.particles.position[0][0] = .nan
    try change(#""remove-nodes": "0""#)
    #expect(throws: ParameterError.self) { try handle(#"{"do": "undo"}"#) }
    try handle(#"{"do": "undo"}"#)
    #expect(layouts.allSatisfy { $0.nodes == [1, 2] })
    #expect(positions == before.map { $0.map { Array($0.dropFirst()) } })
  }

  @Test func aNodeOfADivergedLayoutIsNotPinned() throws {
    layouts[1].simulation.world.particles.position[0][2] = .nan
    #expect(throws: ParameterError.self) { try change(#""pin": "2""#) }
    #expect(layouts.allSatisfy { $0.pins.isEmpty } && live.history.undoName == nil)
  }

  @Test func undoBringsTheSeedBack() throws {
    let seeds = layouts.map(\.seed)
    try handle(#"{"do": "restart", "on": true}"#)
    let new = layouts.map(\.seed)
    try handle(#"{"do": "undo"}"#)
    #expect(layouts.map(\.seed) == seeds && new != seeds)
    try handle(#"{"do": "redo"}"#)
    #expect(layouts.map(\.seed) == new)
  }

  @Test func eachLayoutKeepsItsSeed() throws {
    layouts[1].seed = 5
    let seeds = layouts.map(\.seed)
    try handle(#"{"do": "restart"}"#)
    #expect(layouts.map(\.seed) == seeds)
    for command in ["undo", "redo"] { try handle(#"{"do": "\#(command)"}"#) }
    #expect(layouts.map(\.seed) == seeds && seeds[0] != 5)
  }

  @Test func changesAreUndoneAndDoneAgain() throws {
    try set("forces.center.strength", "0.5")
    try change(Self.newNode)
    try change(#""add-edges": [["3", "2"]]"#)
    try change(#""pin": {"nodes": "1", "at": [7, 8]}"#)
    try change(#""remove-nodes": "0""#)
    let last = positions
    for _ in 0..<5 { try handle(#"{"do": "undo"}"#) }
    #expect(live.history.undoName == nil)
    for layout in layouts {
      #expect(layout.nodes == [0, 1, 2] && layout.graph.edgeCount == 2 && layout.pins.isEmpty)
    }
    for _ in 0..<5 { try handle(#"{"do": "redo"}"#) }
    #expect(positions == last && live.history.redoName == nil)
    #expect(layouts.allSatisfy { $0.nodes == [1, 2, 3] && $0.isPinned(1) })
    #expect(live.layouts[0].obstacle == "removed nodes or edges were put back")
  }

  @Test func undoReheatsAsTheChangeDid() throws {
    try handle(#"{"do": "step", "count": 400}"#)
    try change(#""pin": {"nodes": "1", "at": [7, 8]}, "reheat": 0.3"#)
    for command in ["undo", "redo", "undo"] {
      try handle(#"{"do": "step", "count": 400}"#)
      #expect(layouts.allSatisfy { $0.alpha < 0.01 })
      try handle(#"{"do": "\#(command)"}"#)
      #expect(layouts.allSatisfy { $0.alpha == 0.3 })
    }
  }

  @Test func aDragIsOneChange() throws {
    let before = try layouts[0].position(of: 1)
    for at in ["[9, 9]", "[20, 30]"] {
      if at == "[9, 9]" { try handle(#"{"do": "drag-start", "node": "1"}"#) }
      try handle(#"{"do": "drag", "node": "1", "at": \#(at)}"#)
    }
    #expect(layouts.allSatisfy { $0.isPinned(1) })
    try handle(#"{"do": "drag-end", "node": "1"}"#)
    #expect(try layouts[0].position(of: 1) == [20, 30] && !layouts[0].isPinned(1))
    #expect(live.history.undoName == "move of a node")
    try handle(#"{"do": "step", "count": 400}"#)
    for command in ["undo", "redo", "undo"] { try handle(#"{"do": "\#(command)"}"#) }
    #expect(try layouts[0].position(of: 1) == before && !layouts[0].isPinned(1))
    #expect(layouts.allSatisfy { $0.alpha == 0.3 })
  }

  @Test func aDragLeavesTheLayoutsPinnedThatWere() throws {
    try handle(#"{"do": "event", "event": {"pin": {"nodes": "1", "at": [7, 8]}}, "view": 1}"#)
    try handle(#"{"do": "drag-start", "node": "1"}"#)
    try handle(#"{"do": "drag", "node": "1", "at": [9, 9]}"#)
    try handle(#"{"do": "drag-end", "node": "1"}"#)
    #expect(layouts.map { $0.isPinned(1) } == [false, true])
    let state = String(decoding: live.state.text, as: UTF8.self)
    #expect(state.contains(#""pinned":[1]}"#))
    try handle(#"{"do": "undo"}"#)
    #expect(try layouts[1].position(of: 1) == [7, 8] && layouts[1].isPinned(1))
  }

  @Test func aDragEndsThoughANodeWasAddedMeanwhile() throws {
    let revision = live.revision
    try handle(#"{"do": "drag-start", "node": "1"}"#)
    try handle(#"{"do": "drag", "node": "1", "at": [9, 9]}"#)
    try change(Self.newNode)
    try handle(#"{"do": "drag-end", "node": "1", "revision": \#(revision)}"#)
    for layout in layouts { #expect(!layout.isPinned(1)) }
  }

  @Test func aPageEndsOnlyItsOwnDrag() async throws {
    let session = try LiveSession(live.source.plan, trials: [1], path: "x.yaml", catalog: catalog)
    let (first, second, drop) = (Outbox(), Outbox(), #"{"do": "drag-end"}"#)
    var hasPage = false
    try await session.submit(#"{"do": "drag-start", "node": "1"}"#, from: first)
    try await session.submit(drop, from: second)
    session.remove(second)
    try await session.submit(#"{"do": "drag", "node": "1", "at": [9, 9]}"#, from: first)
    #expect(session.handle(live, &hasPage) && layouts[0].isPinned(1))
    session.remove(first)
    #expect(session.handle(live, &hasPage) && !layouts[0].isPinned(1))
    #expect(try layouts[0].position(of: 1) == [9, 9])
  }

  /// A drag raises `alpha-target` for a while.
  @Test func aDragEndsBeforeTheIntegratorChanges() throws {
    let before = try layouts[1].value(at: "integrator")
    let start = live.layouts[1].start["integrator"]?.flowText
    try handle(#"{"do": "drag-start", "node": "1"}"#)
    try handle(#"{"do": "drag", "node": "1", "at": [9, 9]}"#)
    try set("integrator.verlet.velocity-decay", "0.9")
    try handle(#"{"do": "drag-end", "node": "1"}"#)
    let changed = try #require(layouts[1].study.integrator as? Verlet)
    #expect(changed.velocityDecay == 0.9 && changed.alphaTarget == 0)
    try handle(#"{"do": "undo"}"#)
    #expect(try layouts[1].value(at: "integrator").hasSameContent(as: before))
    try handle(#"{"do": "drag-start", "node": "1"}"#)
    try handle(#"{"do": "restart"}"#)
    #expect(live.layouts[1].start["integrator"]?.flowText == start)
  }

  @Test(arguments: [("", "a.graph.json", ""), ("/data", "../a.graph.json", "data")])
  func aSavedExperimentHasRelativePaths(folder: String, graph: String, saved: String) throws {
    try withFolder(["data/x": ""]) { path in
      let experiment = SettingsNode.mapping(["folder": .scalar(path + folder)])
      _ = try ExperimentFolder(path: path).save(
        experiment, as: "a.yaml", graph: "{}", overwrites: false, note: "a note")
      let written = try YAMLDocument.parse(text(path + "/a.yaml"), file: "a.yaml")
      #expect(written["graph"]?["file"]?.scalar?.text == graph)
      #expect(written["folder"]?.scalar?.text ?? "" == saved)
    }
  }

  /// A saved graph has the names that events use, though there are gaps between them.
  @Test func nodesKeepTheirNamesAfterARestart() throws {
    try change(#""remove-nodes": {"nodes": ["0"]}"#)
    try handle(#"{"do": "restart"}"#)
    #expect(live.startGraph.ids?.texts == ["1", "2"])
    try change(#""add-nodes": {"place": {"at": [5, 5]}, "link-to": "1"}"#)
    #expect(live.layouts[0].obstacle == nil)
  }

  @Test func aNodeThatGetsAnotherNameIsNotRepeated() throws {
    try change(#""remove-nodes": {"nodes": ["2"]}"#)
    try handle(#"{"do": "restart"}"#)
    #expect(live.startGraph.ids == nil && live.layouts[0].obstacle == nil)
    try change(Self.newNode)
    #expect(live.layouts[0].obstacle == "a node was added after the last one was removed")
    try handle(#"{"do": "step", "count": 1}"#)
    #expect(throws: ParameterError.self) {
      try handle(#"{"do": "save", "name": "same.yaml", "replays": true}"#)
    }
    try handle(#"{"do": "restart"}"#)
    #expect(live.layouts[0].obstacle == nil)
    try change(Self.newNode)
    #expect(live.layouts[0].obstacle == nil)
  }

  @Test func changesAreTheEventsOfAnExperiment() throws {
    // Alpha is still higher, so that this does nothing.
    try change(#""reheat": 0.3"#)
    try set("forces.center.strength", "0.5")
    try handle(#"{"do": "event", "event": {"pin": {"nodes": "1", "at": [7.5, 8.5]}}}"#)
    let expected = try YAMLDocument.parse(
      """
      - {at: 3, set: {forces.center.strength: 0.5}}
      - {at: 3, pin: {nodes: "1", at: [7.5, 8.5]}}
      """, file: "events.yaml")
    #expect(live.layouts[1].eventSettings.hasSameContent(as: expected))
  }

  /// A slider sends many values while the layout is paused.
  @Test func theLastValueBetweenTwoTicksIsAnEvent() throws {
    try handle(#"{"do": "step", "count": 400}"#)
    for strength in [0.2, 0.3, 0.4] {
      try change(#""set": {"forces.center.strength": \#(strength)}, "reheat": 0.3"#)
    }
    let expected = try YAMLDocument.parse(
      "- {at: 403, set: {forces.center.strength: 0.4}}\n- {at: 403, reheat: {alpha: 0.3}}\n",
      file: "events.yaml")
    #expect(live.layouts[1].eventSettings.hasSameContent(as: expected))
  }

  @Test func aPinWithoutAPositionKeepsTheOneBefore() throws {
    try change(#""pin": {"nodes": "1", "at": [7, 8]}"#)
    try change(#""pin": "1""#)
    #expect(eventCounts == [2, 2])
  }

  /// `cooling` rounds alpha to whole ticks, here to a third.
  @Test func aReheatThatIsRoundedIsAnEvent() throws {
    try set("integrator", #"{"cooling": {"iterations": 9}}"#)
    try handle(#"{"do": "step", "count": 9}"#)
    try change(#""reheat": 0.3"#)
    #expect(layouts[1].alpha > 0.3)
    let last = try #require(live.layouts[1].events.last)
    #expect(last.actions[0] is Reheat)
  }

  /// A new `verlet` has its own alpha, below that of the integrator before.
  @Test func aReheatAfterASetThatLowersAlphaIsAnEvent() throws {
    try set("integrator", #""rk4""#)
    let values = #"{"integrator": {"verlet": {"alpha": 0.1}}}"#
    try change(#""set": \#(values), "reheat": 0.3"#)
    #expect(layouts[1].alpha == 0.3)
    let last = try #require(live.layouts[1].events.last)
    #expect(last.actions[0] is Reheat)
  }

  @Test func theSameAsHereStopsWhereThePageIs() {
    let saved = live.experiment(live.layouts[0], replays: true)
    #expect(saved["stop"]?.flowText == "{iterations: 3}" && saved["events"] == nil)
    #expect(saved["metrics"]?.flowText == "[procrustes, stress]")
  }

  @Test(arguments: [Self.newNode, #""remove-nodes": "0""#])
  func metricsThatCompareNodesAreNotSavedWithEventsThatChangeThem(event: String) throws {
    try change(event)
    let saved = live.experiment(live.layouts[0], replays: true)
    #expect(saved["metrics"]?.flowText == "[stress]")
  }

  /// Without the plugins of the tests, the placement is unknown.
  @Test(arguments: [true, false]) func whatCannotRunIsNotSaved(isKnown: Bool) throws {
    try withFolder { path in
      let source = LiveSource(
        live.source.plan, path: path + "/x.yaml", .layout,
        catalog: isKnown ? catalog : .graphStudies)
      let own = LiveLayouts(source, [live.layouts[0]])
      let removal = #"{"do": "event", "event": {"remove-nodes": "0"}}"#
      _ = try own.handle(try PageRequest(removal, catalog: catalog))
      let save = try PageRequest(#"{"do": "save", "name": "new.yaml"}"#, catalog: catalog)
      if isKnown {
        _ = try own.handle(save)
        _ = try Plan(path: path + "/new.yaml", catalog: catalog)
      } else {
        #expect(throws: ParameterError.self) { _ = try own.handle(save) }
        #expect((try? text(path + "/new.yaml")) == nil)
      }
    }
  }
}
