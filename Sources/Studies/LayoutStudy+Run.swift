import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench
import Foundation

extension LayoutStudy {
  static let iterationLimit = 1_000_000

  public func run(_ trial: Trial, record sink: ([Field]) throws -> Void) throws -> Outcome {
    let source = self.graph
    let graph = try GraphCache.graph(of: source, with: attributeNames)
    let facts = GraphCache.facts(of: graph, from: source)
    let order = try order(of: graph, seed: trial.seed)
    var outcome = try usedEngine.run(self, trial, on: order, record: sink)
    outcome.values.merge(facts.fields) { $1 }
    outcome.values["nodes"] = .integer(graph.nodeCount)
    outcome.values["edges"] = .integer(graph.edgeCount)
    let attributes = usedEdgeAttributes
    if !attributes.isEmpty {
      outcome.values["edge_attributes"] = .text(attributes.sorted().joined(separator: ", "))
    }
    return outcome
  }

  /// The layout of `trial`, without facts of its graph and files, and what a drawing shows of the graph.
  /// The layout is nil unless the outcome is `ok`. Throws if the graph cannot be read.
  public func drawnLayout(
    _ trial: Trial
  ) throws -> (outcome: Outcome, layout: [[Double]]?, sketch: GraphSketch?) {
    let graph = try GraphCache.graph(of: graph, with: attributeNames)
    var trial = trial
    trial.keepsFiles = false
    let outcome = try usedEngine.run(self, trial, on: order(of: graph, seed: trial.seed)) { _ in }
    guard outcome.status == .ok else { return (outcome, nil, nil) }
    return (outcome, outcome.layout, try view.sketch(of: graph))
  }

  func simulate(
    _ trial: Trial, on order: NodeOrder, record sink: ([Field]) throws -> Void
  ) throws -> Outcome {
    var begin = ContinuousClock.now
    var start: [[Double]]? = try self.start(of: order, seed: trial.seed)
    var preparation = begin.duration(to: .now)
    // A long placement is not computed again: what was before it has little effect on its time.
    if preparation < Trial.discardedDuration { (start, preparation) = (nil, .zero) }
    try trial.discard { isLongEnough in
      let layout = try RunningLayout(self, on: order, seed: trial.seed, at: start)
      var run = LayoutRun(layout, keepsFrames: false, tracker: nil)
      repeat { try run.step { _ in } } while run.isRunning && !isLongEnough()
    }
    begin = .now
    let layout = try RunningLayout(self, on: order, seed: trial.seed, at: start)
    preparation += begin.duration(to: .now)
    var run = LayoutRun(
      layout, keepsFrames: trial.repetition == 1 && !trial.isWarmUp,
      tracker: QualityTracker(self, of: order.original), preparation: preparation.nanoseconds)
    // A layout may be over before its first tick.
    try run.measureKept(for: trial, sink)
    while run.isRunning {
      try run.step(sink)
      if trial.isOverdue { try run.timeOut(sink) }
      try run.measureKept(for: trial, sink)
    }
    var outcome = try outcome(of: run, trial, order)
    let whole = outcome.stepNanoseconds.total + preparation.nanoseconds
    outcome.values["layout_seconds"] = .number(Double(whole) / 1e9)
    outcome.values["recording_seconds"] = .number(Double(run.recordingNanoseconds) / 1e9)
    return outcome
  }

  /// A simulation at `start`, by default where the placement puts the nodes. The same seed gives the same simulation.
  func simulation(
    on order: NodeOrder, seed: UInt64, at start: [[Double]]? = nil
  ) throws -> Simulation {
    let particles = Particles(positions: try start ?? self.start(of: order, seed: seed))
    nodes.apply(to: particles, of: order.graph)
    for pinned in pin {
      var pin = try place(of: pinned, in: order)
      if pin.position.isEmpty { pin.position = particles.position(of: pin.node) }
      particles.pins.append(pin)
    }
    let world = World(
      particles: particles, graph: order.graph, repulsion: repulsion, seed: seed, threads: threads)
    return Simulation(world, forces: forces, integrator: integrator)
  }

  /// The start positions, a list per axis, in the order of the simulation.
  func start(of order: NodeOrder, seed: UInt64) throws -> [[Double]] {
    var context = PlacementContext(order.graph)
    context.originals = order.originals
    (context.dimensions, context.forces) = (dimensions, forces)
    (context.repulsion, context.threads) = (repulsion, threads)
    // Nodes that are pinned at their start are not pinned yet.
    context.pins = try pins(in: order)
    var generator = SeededGenerator(seed: seed)
    let start = try placement.coordinates(in: context, using: &generator)
    if let node = start.firstNonFinite {
      throw ParameterError("the start position of node \(order.original(of: node)) is not finite")
    }
    return start
  }

  /// The pins that have a position, in the order of the simulation.
  func pins(in order: NodeOrder) throws -> [Particles.Pin] {
    try pin.map { try place(of: $0, in: order) }.filter { !$0.position.isEmpty }
  }

  /// The pin of `pinned` in the order of the simulation.
  private func place(of pinned: PinnedNode, in order: NodeOrder) throws -> Particles.Pin {
    var pin = try place(of: pinned, in: order.original)
    pin.node = order.place(of: pin.node)
    return pin
  }

  /// The metrics that were measured after `iteration`, if the layout is still the same.
  func known(_ tracker: QualityTracker?, after iteration: Int) -> [String: Field] {
    overlaps is KeepOverlaps ? tracker?.values(after: iteration) ?? [:] : [:]
  }

  /// The positions after nodes that overlap are moved apart. Positions that are not finite stay.
  func withoutOverlaps(_ positions: [[Double]], of graph: Graph, _ outcome: inout Outcome)
    -> [[Double]]
  {
    guard !(overlaps is KeepOverlaps), positions.firstNonFinite == nil, positions.count == 2 else {
      return positions
    }
    let start = ContinuousClock.now
    let places = overlaps.separated(
      zip(positions[0], positions[1]).map { SIMD2($0, $1) }, nodes.areas(of: graph))
    // Of layouts whose coordinates are near the limits of numbers.
    guard places.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return positions }
    outcome.values["overlap_seconds"] = .number(Double(start.duration(to: .now).nanoseconds) / 1e9)
    return [places.map(\.x), places.map(\.y)]
  }

  private func outcome(of run: LayoutRun, _ trial: Trial, _ order: NodeOrder) throws -> Outcome {
    var outcome = run.outcome
    let layout = run.layout
    let graph = layout.identifiedGraph
    let energy = run.progress.energy ?? run.simulation.energy()
    let particles = run.simulation.world.particles
    // Events may have changed the sizes of nodes.
    let coordinates = layout.study.withoutOverlaps(layout.positions, of: graph, &outcome)
    var kept: [[Double]]? = coordinates
    if var divergence = run.divergence {
      let cause = try cause(of: &divergence, trial, on: order, after: run.log)
      outcome.message = layout.study.message(on: divergence, cause, layout)
      if particles.firstNonFinite != nil { kept = cause.map { $0.coordinates } }
    }
    let state: [String: Field] = [
      "iterations": .integer(run.progress.iteration),
      "movement": .number(run.progress.movement.total),
      "kinetic_energy": .number(energy.kinetic), "potential_energy": Field(energy.potential),
      "total_energy": Field(energy.total),
    ]
    outcome.values.merge(state) { $1 }
    if !events.isEmpty {
      outcome.values.merge(run.log.values(of: layout)) { $1 }
      outcome.events = run.log.rows
    }
    if outcome.status == .ok {
      var finished = layout.study.nodes.layout(of: graph, at: coordinates)
      finished.settledStates = run.log.settledStates
      if metrics.contains(where: { $0.needs.contains(.forces) }) {
        let sampled = SampledForces.nodes(of: particles.count)
        finished.forces = run.simulation.pairForces(on: sampled.map(layout.order.place)).map {
          SampledForces(summed: $0.summed, exact: $0.exact)
        }
      }
      measure(finished, trial, known: known(run.tracker, after: run.progress.iteration), &outcome)
    }
    outcome.values.merge(run.tracker?.reached ?? [:]) { $1 }
    var frames = try run.recorder?.frames(layout)
    if let sketch = frames?.sketch {
      let file = SketchCache.file(of: sketch)
      frames?.frames.graph = file.hash
      outcome.files.append(file.file)
    }
    try keep(kept, frames?.frames.bytes, of: graph, trial, isChanged: changesGraph, &outcome)
    return outcome
  }

  /// Adds the values of the metrics, except those that are `known`.
  func measure(
    _ layout: FinishedLayout, _ trial: Trial, known: [String: Field], _ outcome: inout Outcome
  ) {
    var layout = layout
    layout.first = trial.firstLayout
    if comparesLayouts, layout.first == nil, trial.repetition > 1, !trial.isWarmUp {
      outcome.message = "cannot be compared: the first trial of the configuration left no layout"
    }
    outcome.values.merge(known) { $1 }
    for metric in metrics where !metric.columns.allSatisfy({ known[$0.name] != nil }) {
      for (column, value) in zip(metric.columns, metric.values(of: layout)) {
        outcome.values[column.name] = Field(value)
      }
    }
  }

  /// Adds the layout and the frames as far as they are recorded, and what says which graph they are of.
  func keep(
    _ coordinates: [[Double]]?, _ frames: Data?, of graph: Graph, _ trial: Trial,
    isChanged: Bool = false, _ outcome: inout Outcome
  ) throws {
    outcome.values["layout_hash"] = .text(
      coordinates.map { ContentHash.short(ofBitsOf: $0.flatMap(\.self)) } ?? "")
    if record.layout == .final {
      (outcome.layout, outcome.nodeIDs) = (coordinates, graph.ids?.texts)
    }
    if let frames { outcome.files.append(Artifact(Frames.name(trial.number), frames)) }
    guard trial.keepsFiles, outcome.layout != nil || frames != nil else { return }
    let sketch =
      try isChanged
      ? SketchCache.file(of: view.sketch(of: graph)) : SketchCache.sketch(of: graph, by: self)
    outcome.values["graph_hash"] = .text(sketch.hash)
    if !outcome.files.contains(where: { $0.name == sketch.file.name }) {
      outcome.files.append(sketch.file)
    }
  }
}

extension [[Double]] {
  /// The first node with a coordinate that is not finite; nil if there is none.
  var firstNonFinite: Int? { lazy.compactMap { axis in axis.firstIndex { !$0.isFinite } }.min() }
}
