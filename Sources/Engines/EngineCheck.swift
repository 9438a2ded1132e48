import ForceLabGraphs
import ForceLabPlugins
import Foundation

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
  private let parameters: [(name: String, json: String)]
  /// The most seconds that each step may take.
  private let timeout: Double
  private let report: (Finding) -> Void
  private var timeouts = 0
  private var engine: EngineProcess?
  private var findings: [Finding] = []

  /// Calls `report` after each test.
  package init(
    _ manifest: EngineManifest, parameters: [(name: String, json: String)], timeout: Double = 20,
    report: @escaping (Finding) -> Void
  ) {
    (self.manifest, self.parameters) = (manifest, parameters)
    (self.timeout, self.report) = (timeout, report)
  }

  /// Runs all tests, or those up to the second that times out. Throws if the engine is not installed.
  package mutating func run() throws -> [Finding] {
    let process = try start()
    let greeting = process.greeting
    add(.ok, "greets as \(greeting.name) \(greeting.version)")
    if greeting.version.isEmpty { add(.failed, "names no version; results cannot be traced to it") }
    checkGraphs()
    guard timeouts < 2 else {
      add(.failed, "answers in time: it did not, twice; the other tests are left out")
      return findings
    }
    checkFrames()
    checkSeeds()
    checkDeadline()
    checkGarbage()
    checkEnd()
    return findings
  }

  private mutating func start() throws -> EngineProcess {
    let process = try EngineProcess(manifest, until: limit)
    engine = process
    return process
  }

  private var limit: ContinuousClock.Instant { .now.advanced(by: .seconds(timeout)) }

  private mutating func add(_ verdict: Verdict, _ text: String) {
    findings.append(Finding(verdict: verdict, text: text))
    report(findings[findings.count - 1])
  }

  private mutating func checkGraphs() {
    let ring = Sample.ring(10)
    expectLayout(ring, "lays out a ring of 10 nodes")
    expectLayout(.path(50), "lays out another graph, a path of 50 nodes")
    expectLayout(ring, "lays out the first graph again")
    expectLayout(.ring(12), dimensions: 3, "lays out a ring in three dimensions")
    expectLayout(.twoPaths, "lays out a graph of two components")
    expectLayout(.path(1), "lays out a single node")
    expectLayout(.isolated, "lays out three nodes without an edge")
    if manifest.takesWeights { expectLayout(ring, weighted: true, "takes weights of edges") }
  }

  private mutating func expectLayout(
    _ sample: Sample, dimensions: Int = 2, weighted: Bool = false, _ text: String
  ) {
    guard timeouts < 2 else { return }
    do {
      let layout = try layout(of: sample, dimensions: dimensions, weighted: weighted)
      let isFinite = layout.joined().allSatisfy(\.isFinite)
      add(isFinite ? .ok : .failed, isFinite ? text : "\(text): a position is not finite")
    } catch EngineError.refused(let message) {
      add(.refused, "\(text): \(message)")
    } catch {
      if case EngineError.timedOut = error { timeouts += 1 }
      add(.failed, "\(text): \(error)")
    }
  }

  private mutating func layout(
    of sample: Sample, dimensions: Int = 2, weighted: Bool = false, deadline: Double? = nil,
    seed: UInt64 = 1, frames: Int = 0
  ) throws -> [[Double]] {
    var process = engine
    if process?.isUsable != true { process = try start() }
    guard let process else { return [] }
    let graph = try Graph(nodeCount: sample.nodes, edges: sample.edges)
    var generator = SeededGenerator(seed: 1)
    var request = EngineRequest(
      start: (0..<dimensions).map { _ in
        (0..<sample.nodes).map { _ in Double.random(in: 0..<100, using: &generator) }
      })
    (request.parameters, request.seed, request.frames) = (parameters, seed, frames)
    request.deadline = deadline.map { .now.advanced(by: .seconds($0)) } ?? limit
    let weights = weighted ? sample.edges.indices.map { Double($0 + 1) } : nil
    return try process.layout(
      request,
      of: EngineGraph(graph, weights: weights, key: "\(sample) \(weighted)")
    ).coordinates
  }

  private mutating func checkFrames() {
    do {
      _ = try layout(of: .path(60), frames: 4)
      add(.ok, "sends no wrong frames")
    } catch {
      add(.failed, "sends no wrong frames: \(error)")
    }
  }

  private mutating func checkSeeds() {
    do {
      let first = try layout(of: .path(60))
      let isSame = try layout(of: .path(60)).hasSameBits(as: first)
      add(
        isSame ? .ok : .failed,
        isSame
          ? "gives the same layout for the same seed"
          : "gives two layouts for the same seed, so that results cannot be repeated")
      guard isSame, !manifest.isRandom else { return }
      let isConstant = try layout(of: .path(60), seed: 2).hasSameBits(as: first)
      add(
        isConstant ? .ok : .failed,
        isConstant
          ? "gives the same layout for another seed, as 'random: false' says"
          : "gives another layout for another seed, although the manifest says 'random: false'")
    } catch {
      add(.failed, "gives the same layout for the same seed: \(error)")
    }
  }

  private mutating func checkDeadline() {
    let text = "answers or can be ended at a deadline of 0.05 s"
    let began = ContinuousClock.now
    do {
      _ = try layout(of: .path(2000), deadline: 0.05)
    } catch EngineError.timedOut {
    } catch EngineError.refused {
    } catch {
      return add(.failed, "\(text): \(error)")
    }
    let seconds = began.duration(to: .now) / .seconds(1)
    add(seconds < timeout ? .ok : .failed, text)
  }

  /// Messages that no engine knows: it says so, or ends.
  private mutating func checkGarbage() {
    for (message, what) in [
      ("{\"type\":\"dance\"}\n", "an unknown message"), ("{not JSON\n", "a line that is not JSON"),
    ] {
      do {
        if engine?.isUsable != true { _ = try start() }
        let answer = try engine?.answer(to: Array(message.utf8), until: limit)
        add(
          answer == "error" ? .ok : .failed,
          "answers \(what) with an error"
            + (answer == "error" ? "" : ", but sent '\(answer ?? "")'"))
      } catch EngineError.timedOut {
        engine?.end()
        add(.failed, "answers \(what) with an error: no answer in \(timeout) s")
      } catch {
        engine?.end()
        add(.ok, "ends after \(what)")
      }
    }
  }

  private mutating func checkEnd() {
    do {
      let process = try start()
      add(
        process.endsWithItsInput() ? .ok : .failed, "exits within 2 s when its input ends")
    } catch {
      add(.failed, "starts again: \(error)")
    }
  }
}

extension [[Double]] {
  fileprivate func hasSameBits(as other: [[Double]]) -> Bool {
    map { $0.map(\.bitPattern) } == other.map { $0.map(\.bitPattern) }
  }
}

private enum Sample {
  case ring(Int)
  case path(Int)
  case twoPaths
  case isolated

  var nodes: Int {
    switch self {
    case .ring(let count), .path(let count): count
    case .twoPaths: 9
    case .isolated: 3
    }
  }

  var edges: [(Int, Int)] {
    switch self {
    case .ring(let count): (0..<count).map { ($0, ($0 + 1) % count) }
    case .path(let count): (0..<max(0, count - 1)).map { ($0, $0 + 1) }
    case .twoPaths: [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (6, 7), (7, 8)]
    case .isolated: []
    }
  }
}
