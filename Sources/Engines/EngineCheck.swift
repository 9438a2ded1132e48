import ForceLabGraphs
import ForceLabPlugins

/// Tests whether an engine follows the protocol.
package struct EngineCheck {
  package enum Verdict: String, Sendable {
    case ok
    /// The engine said that it cannot do it, as it may.
    case refused
    case failed
  }

  package struct Finding: Sendable {
    package let verdict: Verdict
    package let text: String
  }

  private let manifest: EngineManifest
  package typealias Parameters = [(name: String, json: String)]

  private var parameters: Parameters
  private let choices: [(text: String, parameters: Parameters)]
  /// The maximum number of seconds for each step.
  private static let timeout = 20.0
  private let report: (Finding) -> Void
  private var timeouts = 0
  private var engine: EngineProcess?
  private var findings: [Finding] = []

  /// Tests the engine with `parameters`, and that it takes `choices`, such as all layouts of a program. Calls `report`
  /// after each test.
  package init(
    _ manifest: EngineManifest, parameters: Parameters,
    choices: [(text: String, parameters: Parameters)], report: @escaping (Finding) -> Void
  ) {
    (self.manifest, self.parameters) = (manifest, parameters)
    (self.choices, self.report) = (choices, report)
  }

  /// Runs all tests, or those up to the second that times out. Throws if the engine is not installed.
  package mutating func run() throws -> [Finding] {
    let greeting = try start().greeting
    add(.ok, "greets as \(greeting.name) \(greeting.version)")
    if greeting.version.isEmpty { add(.failed, "names no version; results cannot be traced to it") }
    let first = findings.count
    try checkGraphs()
    if findings[first...].allSatisfy({ $0.verdict == .refused }) {
      add(.failed, "lays out a graph: it refuses all of these")
    }
    try checkChoices()
    guard timeouts < 2 else {
      add(.failed, "answers in time: it did not, twice; the other tests are left out")
      return findings
    }
    test("sends no wrong frames") { check in
      _ = try check.layout(of: .path(60), frames: 4)
      return nil
    }
    try checkSeeds()
    try checkDeadline()
    checkGarbage()
    test("exits within 2 s when its input ends") { check in
      try check.start().endsWithItsInput() ? nil : ""
    }
    return findings
  }

  private mutating func start() throws -> EngineProcess {
    let process = try EngineProcess(manifest, until: limit)
    engine = process
    return process
  }

  /// The running engine, or a new one if it has ended.
  private mutating func usableEngine() throws -> EngineProcess {
    if let engine, engine.isUsable { engine } else { try start() }
  }

  private var limit: ContinuousClock.Instant { .now.advanced(by: .seconds(Self.timeout)) }

  private mutating func add(_ verdict: Verdict, _ text: String) {
    findings.append(Finding(verdict: verdict, text: text))
    report(findings[findings.count - 1])
  }

  /// Reports `text` with the result of `body`: nil, or what is wrong, which may be empty.
  private mutating func test(_ text: String, _ body: (inout Self) throws -> String?) {
    do {
      let problem = try body(&self)
      add(problem == nil ? .ok : .failed, text + (problem ?? ""))
    } catch EngineError.refused(let message) {
      add(.refused, "\(text): \(message)")
    } catch {
      if case EngineError.timedOut = error { timeouts += 1 }
      add(.failed, "\(text): \(error)")
    }
  }

  private mutating func checkGraphs() throws {
    let ring = try Graph.ring(10)
    expectLayout(of: ring, "lays out a ring of 10 nodes")
    try expectLayout(of: .path(50), "lays out another graph, a path of 50 nodes")
    expectLayout(of: ring, "lays out the first graph again")
    try expectLayout(of: .ring(12), dimensions: 3, "lays out a ring in three dimensions")
    try expectLayout(
      of: Graph(
        nodeCount: 9, edges: [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7), (7, 8)]),
      "lays out a graph of two components")
    try expectLayout(of: .path(1), "lays out a single node")
    try expectLayout(of: Graph(nodeCount: 3, edges: []), "lays out three nodes without an edge")
    if manifest.takesWeights { expectLayout(of: ring, isWeighted: true, "takes weights of edges") }
  }

  /// The manifest says that the engine takes them, so a refusal is a failure.
  private mutating func checkChoices() throws {
    let (ring, usual) = (try Graph.ring(10), parameters)
    for choice in choices {
      parameters = choice.parameters
      expectLayout(of: ring, mayRefuse: false, "lays out a ring with \(choice.text)")
    }
    parameters = usual
  }

  private mutating func expectLayout(
    of graph: Graph, dimensions: Int = 2, isWeighted: Bool = false, mayRefuse: Bool = true,
    _ text: String
  ) {
    guard timeouts < 2 else { return }
    test(text) { check in
      do {
        let layout = try check.layout(of: graph, dimensions: dimensions, isWeighted: isWeighted)
        return layout.joined().allSatisfy(\.isFinite) ? nil : ": a position is not finite"
      } catch EngineError.refused(let message) where !mayRefuse {
        return ": \(message)"
      }
    }
  }

  private mutating func layout(
    of graph: Graph, dimensions: Int = 2, isWeighted: Bool = false, deadline: Double? = nil,
    seed: UInt64 = 1, frames: Int = 0
  ) throws -> [[Double]] {
    let process = try usableEngine()
    var generator = SeededGenerator(seed: 1)
    var request = EngineRequest(
      start: (0..<dimensions).map { _ in
        (0..<graph.nodeCount).map { _ in Double.random(in: 0..<100, using: &generator) }
      })
    (request.parameters, request.seed, request.frames) = (parameters, seed, frames)
    request.deadline = deadline.map { .now.advanced(by: .seconds($0)) } ?? limit
    let weights = isWeighted ? (1...graph.edgeCount).map(Double.init) : nil
    let key = "\(graph.nodeCount) \(graph.sources) \(graph.targets) \(isWeighted)"
    return try process.layout(request, of: EngineGraph(graph, weights: weights, key: key))
      .coordinates
  }

  private mutating func checkSeeds() throws {
    let path = try Graph.path(60)
    var first: [[Double]]?
    test("gives the same layout for the same seed") { check in
      let layout = try check.layout(of: path)
      guard try check.layout(of: path).hasSameBits(as: layout) else {
        return ": it gave two, so that results cannot be repeated"
      }
      first = layout
      return nil
    }
    guard let first, !manifest.isRandom else { return }
    test("gives the same layout for another seed, as 'random: false' says") { check in
      try check.layout(of: path, seed: 2).hasSameBits(as: first) ? nil : ": it gave another"
    }
  }

  private mutating func checkDeadline() throws {
    let path = try Graph.path(2000)
    test("answers or can be ended at a deadline of 0.05 s") { check in
      let start = ContinuousClock.now
      do {
        _ = try check.layout(of: path, deadline: 0.05)
      } catch EngineError.timedOut {
      } catch EngineError.refused {}
      return start.duration(to: .now) / .seconds(1) < Self.timeout ? nil : ""
    }
  }

  /// Messages that no engine knows: it says so, or ends.
  private mutating func checkGarbage() {
    for (message, what) in [
      ("{\"type\":\"dance\"}\n", "an unknown message"), ("{not JSON\n", "a line that is not JSON"),
    ] {
      let text = "answers \(what) with an error"
      let process: EngineProcess
      do { process = try usableEngine() } catch {
        add(.failed, "\(text): \(error)")
        continue
      }
      do {
        let answer = try process.answer(to: Array(message.utf8), until: limit)
        add(
          answer == "error" ? .ok : .failed,
          answer == "error" ? text : "\(text), but sent '\(answer)'")
      } catch EngineError.timedOut {
        process.end()
        add(.failed, "\(text): no answer in \(Self.timeout) s")
      } catch {
        process.end()
        add(.ok, "ends after \(what)")
      }
    }
  }
}

extension [[Double]] {
  fileprivate func hasSameBits(as other: [[Double]]) -> Bool {
    map { $0.map(\.bitPattern) } == other.map { $0.map(\.bitPattern) }
  }
}

extension Graph {
  fileprivate static func ring(_ count: Int) throws -> Graph {
    try Graph(nodeCount: count, edges: (0..<count).map { ($0, ($0 + 1) % count) })
  }

  fileprivate static func path(_ count: Int) throws -> Graph {
    try Graph(nodeCount: count, edges: (1..<count).map { ($0 - 1, $0) })
  }
}
