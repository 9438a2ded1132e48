import ForceLabEngines
import ForceLabGraphs
import ForceLabMechanics
import ForceLabQuality
import ForceLabWorkbench
import Foundation

/// An engine that gets a graph and start positions and returns positions.
public protocol LayoutEngine: Engine {
  /// The layout that `task` asks for. Throws a `LayoutFailure`, or another error for a failed trial.
  func layout(_ task: LayoutTask) throws -> LayoutAnswer
}

/// What a `LayoutEngine` gets.
public struct LayoutTask: Sendable {
  public let graph: Graph
  /// Equal keys mean equal graphs.
  public let graphKey: String
  /// Where the nodes start, in px: one list per axis, each with one number per node of `graph` in its order.
  public let start: [[Double]]
  /// The nodes that have to stay at a position.
  public let pins: [Particles.Pin]
  /// What the nodes take up; empty if they are points or discs.
  public let areas: [NodeArea]
  public let seed: UInt64
  public let threads: Int
  public let deadline: ContinuousClock.Instant?
  /// The maximum number of frames that are used; 0 if none are.
  public let frames: Int
}

/// What a `LayoutEngine` returns.
public struct LayoutAnswer: Sendable {
  /// Positions on the way.
  public typealias Frame = EngineFrame

  /// In px: one list per axis, as in `LayoutTask.start`, with one number per node of `LayoutTask.graph` in its order.
  public var coordinates: [[Double]]
  /// The time of the layout alone; nil for that of the call.
  public var nanoseconds: Int64?
  public var iterations: Int?
  public var frames: [Frame] = []
  /// Whether the engine was started for it, which makes the first layout slow.
  public var isFirst = false
  /// The values of the columns that the engine adds.
  public var values: [String: Field] = [:]

  public init(_ coordinates: [[Double]]) { self.coordinates = coordinates }
}

/// Why a `LayoutEngine` returned no layout.
public struct LayoutFailure: Error {
  public let status: Outcome.Status
  public let message: String

  public init(_ status: Outcome.Status, _ message: String) {
    (self.status, self.message) = (status, message)
  }
}

extension LayoutEngine {
  public func run(
    _ study: LayoutStudy, _ trial: Trial, on order: NodeOrder, record: ([Field]) throws -> Void
  ) throws -> Outcome {
    let task = try LayoutTask(study, trial, order)
    let answer: LayoutAnswer
    let nanoseconds: Int64
    do {
      (answer, nanoseconds) = try timedLayout(task, trial)
    } catch let failure as LayoutFailure {
      let reason = failure.status == .timedOut ? "timeout" : ""
      return Outcome(failure.status, failure.message, because: reason)
    }
    var outcome = Outcome(because: "engine")
    outcome.values = answer.values
    outcome.values["iterations"] = answer.iterations.map { .integer($0) }
    outcome.values["layout_seconds"] = .number(Double(nanoseconds) / 1e9)
    var coordinates = order.restored(answer.coordinates)
    if let node = coordinates.firstNonFinite {
      outcome.status = .diverged
      outcome.message = "the position of node \(node) is not finite"
      try study.keep(nil, nil, of: order.original, trial, &outcome)
      return outcome
    }
    let last = answer.iterations ?? (answer.frames.last?.iteration ?? 0) + 1
    let end = LayoutAnswer.Frame(
      iteration: last, nanoseconds: nanoseconds, coordinates: answer.coordinates)
    let frames = answer.frames.filter { $0.iteration < last } + [end]
    var tracker = QualityTracker(study, of: order.original)
    if tracker != nil {
      for frame in frames {
        let measured = tracker?.measure(
          order.restored(frame.coordinates), iteration: frame.iteration,
          nanoseconds: frame.nanoseconds)
        try record(
          [.integer(frame.iteration), .integer(Int(frame.nanoseconds))] + (measured ?? []))
      }
    }
    coordinates = study.withoutOverlaps(coordinates, of: order.original, &outcome)
    study.measure(
      study.nodes.layout(of: order.original, at: coordinates), trial,
      known: study.known(tracker, after: last), &outcome)
    outcome.values.merge(tracker?.reached ?? [:]) { $1 }
    let keepsFrames = study.record.frames > 0 && trial.repetition == 1 && !trial.isWarmUp
    let file = keepsFrames ? frames.bytes(in: order, atMost: study.record.frames) : nil
    try study.keep(coordinates, file, of: order.original, trial, &outcome)
    return outcome
  }

  /// The layout and its time. A short layout is computed twice, and the first one is dropped: its time would
  /// be that of cold caches and, of a program that was just started, that of loading its code.
  private func timedLayout(
    _ task: LayoutTask, _ trial: Trial
  ) throws -> (answer: LayoutAnswer, nanoseconds: Int64) {
    func layout() throws -> (answer: LayoutAnswer, nanoseconds: Int64) {
      let start = ContinuousClock.now
      let answer = try self.layout(task)
      return (answer, answer.nanoseconds ?? start.duration(to: .now).nanoseconds)
    }
    let first = try layout()
    let limit = first.answer.isFirst ? .seconds(1) : Trial.discardedDuration
    return first.nanoseconds < limit.nanoseconds && !trial.isOverdue ? try layout() : first
  }
}

extension LayoutTask {
  /// The number of frames on which metrics are measured.
  private static let measuredFrames = 64

  fileprivate init(_ study: LayoutStudy, _ trial: Trial, _ order: NodeOrder) throws {
    graph = order.graph
    graphKey =
      GraphCache.key(of: study.graph, study.attributeNames)
      + (study.shuffle ? " \(trial.seed)" : "")
    start = try study.start(of: order, seed: trial.seed)
    pins = try study.pins(in: order)
    areas = study.nodes.areas(of: order.graph)
    (seed, threads, deadline) = (trial.seed, study.threads, trial.deadline)
    // The end is a frame, too.
    let kept = trial.repetition == 1 && !trial.isWarmUp ? max(0, study.record.frames - 1) : 0
    frames = max(kept, study.trackedMetrics.isEmpty ? 0 : Self.measuredFrames)
  }
}

extension [LayoutAnswer.Frame] {
  /// A file for the player, with at most `limit` of the frames; nil if there is only the last.
  fileprivate func bytes(in order: NodeOrder, atMost limit: Int) -> Data? {
    guard let last, count > 1 else { return nil }
    let axes = last.coordinates.count
    var all = Frames(nodes: order.original.nodeCount, dimensions: axes)
    for frame in dropLast() { all.append(order.restored(frame.coordinates), at: frame.iteration) }
    while all.iterations.count >= limit { all.thin() }
    all.append(order.restored(last.coordinates), at: last.iteration)
    return all.bytes
  }
}
