import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench
import Foundation

extension LayoutStudy {
  static let iterationLimit = 1_000_000

  public func run(_ trial: Trial, record sink: ([Field]) throws -> Void) throws -> Outcome {
    let graph = try GraphCache.graph(of: graph, with: attributeNames)
    let start = ContinuousClock.now
    let simulation = try simulation(on: graph, seed: trial.seed)
    let preparation = start.duration(to: .now).nanoseconds
    var run = LayoutRun(
      simulation, record: record, rules: stopRules, energyLimit: energyLimit,
      keepsFrames: trial.repetition == 1 && !trial.isWarmUp)
    while run.isRunning {
      try run.step(sink)
      if trial.isOverdue { try run.timeOut(sink) }
    }
    var outcome = try outcome(of: run, trial, graph)
    let whole = outcome.stepNanoseconds.total + preparation
    outcome.values["layout_seconds"] = .number(Double(whole) / 1e9)
    return outcome
  }

  /// A simulation at its start. The same seed gives the same simulation.
  func simulation(on graph: Graph, seed: UInt64) throws -> Simulation {
    Simulation(try world(of: graph, seed: seed), forces: forces, integrator: integrator)
  }

  private func world(of graph: Graph, seed: UInt64) throws -> World {
    var generator = SeededGenerator(seed: seed)
    let start = try placement.coordinates(in: placementContext(of: graph), using: &generator)
    let particles = Particles(positions: start)
    if let node = particles.firstNonFinite {
      throw ParameterError("the start position of node \(node) is not finite")
    }
    nodes.apply(to: particles, of: graph)
    for pinned in pin {
      var pin = try place(of: pinned, in: graph)
      if pin.position.isEmpty { pin.position = particles.position(of: pin.node) }
      particles.pins.append(pin)
    }
    return World(
      particles: particles, graph: graph, repulsion: repulsion, seed: seed, threads: threads)
  }

  /// The context of the placement. Nodes that are pinned at their start are not pinned yet.
  private func placementContext(of graph: Graph) throws -> PlacementContext {
    var context = PlacementContext(graph)
    (context.dimensions, context.forces) = (dimensions, forces)
    (context.repulsion, context.threads) = (repulsion, threads)
    context.pins = try pin.map { try place(of: $0, in: graph) }.filter { !$0.position.isEmpty }
    return context
  }

  private func outcome(of run: LayoutRun, _ trial: Trial, _ graph: Graph) throws -> Outcome {
    var outcome = run.outcome
    let energy = run.progress.energy ?? run.simulation.energy()
    let particles = run.simulation.world.particles
    let coordinates = particles.coordinates
    var kept: [[Double]]? = coordinates
    if var divergence = run.divergence {
      let cause = try cause(of: &divergence, trial, on: graph)
      outcome.message = message(on: divergence, cause, graph: graph)
      if particles.firstNonFinite != nil { kept = cause?.coordinates }
    }
    outcome.values = [
      "nodes": .integer(graph.nodeCount), "edges": .integer(graph.edgeCount),
      "iterations": .integer(run.progress.iteration),
      "movement": .number(run.progress.movement.total),
      "kinetic_energy": .number(energy.kinetic), "potential_energy": Field(energy.potential),
      "total_energy": Field(energy.total), "layout_hash": .text(kept.map(Self.hash) ?? ""),
    ]
    if outcome.status == .ok {
      var layout = FinishedLayout(graph, at: coordinates)
      layout.first = trial.firstLayout
      if comparesLayouts, layout.first == nil, trial.repetition > 1, !trial.isWarmUp {
        outcome.message = "cannot be compared: the first trial of the configuration left no layout"
      }
      if metrics.contains(where: { $0.needs.contains(.forces) }) {
        let sampled = SampledForces.nodes(of: particles.count)
        layout.forces = run.simulation.pairForces(on: sampled).map {
          SampledForces(summed: $0.summed, exact: $0.exact)
        }
      }
      for metric in metrics {
        for (column, value) in zip(metric.columns, metric.values(of: layout)) {
          outcome.values[column.name] = Field(value)
        }
      }
    }
    if record.layout == .final { outcome.layout = kept }
    if let frames = run.frames { outcome.files.append(KeptFile(Frames.name(trial.number), frames)) }
    if outcome.layout != nil || run.frames != nil {
      let sketch = SketchCache.sketch(of: graph, by: self)
      outcome.values["graph_hash"] = .text(sketch.hash)
      outcome.files.append(sketch.file)
    }
    return outcome
  }

  /// The content hash of the coordinates' bits, little-endian, axis by axis.
  private static func hash(_ coordinates: [[Double]]) -> String {
    let bits = coordinates.joined().map(\.bitPattern.littleEndian)
    return bits.withUnsafeBytes { ContentHash.short($0) }
  }
}

/// One run of a simulation: steps it, measures and records each step, and decides when it ends.
struct LayoutRun {
  let simulation: Simulation
  private(set) var progress = SimulationProgress()
  private(set) var outcome = Outcome()
  private(set) var isRunning = true
  private(set) var divergence: Divergence?
  private var recorder: FrameRecorder?

  private let record: Recording
  private var rules: [any StopRule]
  private let energyLimit: Double?
  private let needsEnergy: Bool
  private let limit: Int
  private var clocked: Int64 = 0

  init(
    _ simulation: Simulation, record: Recording, rules: [any StopRule], energyLimit: Double?,
    keepsFrames: Bool
  ) {
    (self.simulation, self.record) = (simulation, record)
    (self.rules, self.energyLimit) = (rules, energyLimit)
    needsEnergy = energyLimit != nil || rules.contains(where: \.needsEnergy)
    limit = rules.contains { $0 is StopAfterIterations } ? .max : LayoutStudy.iterationLimit
    if keepsFrames && record.frames > 0 {
      recorder = FrameRecorder(of: simulation, limit: record.frames)
    }
  }

  /// The bytes of the recorded frames; nil if frames are not recorded.
  var frames: Data? { recorder?.frames.bytes }

  mutating func step(_ sink: ([Field]) throws -> Void) throws {
    let start = ContinuousClock.now
    let movement = simulation.tick()
    let nanoseconds = start.duration(to: .now).nanoseconds
    clocked += nanoseconds
    outcome.stepNanoseconds.append(nanoseconds)
    (progress.iteration, progress.movement) = (simulation.iteration, movement)
    progress.alpha = simulation.integrator.temperature
    progress.energy = needsEnergy ? simulation.energy() : nil
    decide()
    if !isRunning || progress.iteration % record.every == 0 { try sink(sample()) }
    recorder?.take(simulation, isOver: !isRunning)
  }

  mutating func timeOut(_ sink: ([Field]) throws -> Void) throws {
    guard isRunning else { return }
    if progress.iteration % record.every != 0 { try sink(sample()) }
    isRunning = false
    recorder?.take(simulation, isOver: true)
    (outcome.status, outcome.stopReason) = (.timedOut, "timeout")
    outcome.message = "timed out after \(progress.iteration) iterations"
  }

  private mutating func decide() {
    if let found = Divergence(simulation, progress, energyLimit: energyLimit) {
      return end(by: found)
    }
    for index in rules.indices where rules[index].isMet(by: progress) && isRunning {
      end(rules[index].name, .ok, "")
    }
    if isRunning && progress.iteration >= limit {
      end(
        "limit", .failed, "no stop rule was met in \(limit) iterations; add 'iterations' to 'stop'")
    }
    // A force may have moved the nodes itself. The integrator's movement does not include that.
    if !isRunning, let found = Divergence(simulation) { end(by: found) }
  }

  private mutating func end(by found: Divergence) {
    divergence = found
    end(found.energy == nil ? "diverged" : "energy-limit", .diverged, "")
  }

  private mutating func end(_ reason: String, _ status: Outcome.Status, _ message: String) {
    isRunning = false
    (outcome.status, outcome.stopReason, outcome.message) = (status, reason, message)
  }

  private mutating func sample() -> [Field] {
    let energy = progress.energy ?? simulation.energy()
    progress.energy = energy
    return [
      .integer(progress.iteration), .integer(Int(clocked)),
      .number(progress.movement.total), .number(progress.movement.maximum),
      .number(energy.kinetic), Field(energy.potential), Field(energy.total),
      .number(progress.alpha),
    ] + energy.potentials.map { Field($0) }
  }
}

/// Keeps evenly spaced frames of a run of unknown length, up to a maximum number.
struct FrameRecorder {
  private(set) var frames: Frames
  private let limit: Int
  /// Iterations between frames; doubled when there are too many frames.
  private var spacing = 1

  init(of simulation: Simulation, limit: Int) {
    let particles = simulation.world.particles
    frames = Frames(nodes: particles.count, dimensions: particles.dimensions)
    self.limit = limit
    frames.append(Self.axes(of: simulation), at: simulation.iteration)
  }

  /// Keeps the present positions if a frame is due or the run `isOver`.
  mutating func take(_ simulation: Simulation, isOver: Bool) {
    let iteration = simulation.iteration
    guard isOver || iteration % spacing == 0 else { return }
    if frames.iterations.count >= limit {
      frames.thin()
      spacing *= 2
      guard isOver || iteration % spacing == 0 else { return }
    }
    frames.append(Self.axes(of: simulation), at: iteration)
  }

  private static func axes(of simulation: Simulation) -> [UnsafeBufferPointer<Double>] {
    let particles = simulation.world.particles
    return (0..<particles.dimensions).map {
      UnsafeBufferPointer(start: particles.position[$0], count: particles.count)
    }
  }
}
