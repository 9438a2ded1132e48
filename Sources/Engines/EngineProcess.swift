import ForceLabFiles
import ForceLabSettings
import Foundation

/// Why an engine gave no layout.
package enum EngineError: Error, CustomStringConvertible {
  /// The program, or what it needs, is not installed.
  case notInstalled(String)
  /// The engine answered with an error. It can still compute other layouts.
  case refused(String)
  /// The program crashed or did not follow the protocol.
  case broken(String)
  case timedOut(String)

  package var description: String {
    switch self {
    case .notInstalled(let message), .refused(let message), .broken(let message),
      .timedOut(let message):
      message
    }
  }
}

/// A running engine: its process, and the protocol of `Documentation/Engines.md`.
package final class EngineProcess {
  package let manifest: EngineManifest
  package private(set) var greeting = (name: "", version: "")
  package private(set) var isUsable = true
  private let channel: EngineChannel
  /// The key of the graph that it has.
  private var graph: String?

  package static let protocolVersion = 1
  /// Numbers that a double holds exactly.
  private static let iterations = 0...1 << 53

  /// Starts the program and greets it. Throws `.notInstalled` if it, or what it needs, is missing.
  ///
  /// Libraries that it uses get as many threads as `threads`.
  package init(
    _ manifest: EngineManifest, threads: Int = 1, until deadline: ContinuousClock.Instant? = nil
  ) throws(EngineError) {
    self.manifest = manifest
    guard let program = manifest.program else {
      throw .notInstalled(manifest.notInstalled(manifest.missingProgram))
    }
    do throws(SystemError) {
      let process = try ChildProcess(
        program, Array(manifest.command.dropFirst()), in: manifest.folder,
        piped: [.input, .output, .error], environment: manifest.environment(threads: threads))
      channel = EngineChannel(process, name: manifest.name)
    } catch {
      throw .notInstalled(manifest.notInstalled("'\(program)' cannot be started: \(error)"))
    }
    do {
      try greet(until: deadline)
    } catch {
      channel.end()
      throw error
    }
  }

  deinit { channel.end() }

  private func greet(until deadline: ContinuousClock.Instant?) throws(EngineError) {
    let version = Self.protocolVersion
    let message = Array("{\"type\":\"hello\",\"protocol\":\(version)}\n".utf8)
    // An import that fails ends many programs before they have read anything.
    try channel.send(message, until: deadline)
    let reply = try reply(until: deadline)
    switch reply.type {
    case "hello":
      greeting = (reply.name ?? manifest.name, reply.version ?? "")
      guard manifest.chosenVersion ?? greeting.version == greeting.version else {
        throw .notInstalled(manifest.notInstalled("this is version '\(greeting.version.excerpt)'"))
      }
    case "unavailable":
      throw .notInstalled(manifest.notInstalled(reply.message ?? "no reason given"))
    default: throw unexpected(reply, "hello")
    }
  }

  /// A layout of `graph`, which is sent if the engine does not have it yet.
  package func layout(_ request: EngineRequest, of graph: EngineGraph) throws -> EngineLayout {
    do {
      if self.graph != graph.key {
        self.graph = nil
        try channel.send(graph.message, until: request.deadline)
        let reply = try reply(until: request.deadline)
        guard reply.type == "graph" else { throw unexpected(reply, "graph") }
        self.graph = graph.key
      }
      return try layout(request, nodes: graph.graph.nodeCount)
    } catch {
      if case .refused = error as? EngineError { throw error }
      end()
      throw error
    }
  }

  private func layout(_ request: EngineRequest, nodes: Int) throws -> EngineLayout {
    let (deadline, dimensions) = (request.deadline, request.start.count)
    let message = request.message
    let start = ContinuousClock.now
    try channel.send(message, until: deadline)
    var frames: [EngineFrame] = []
    while true {
      let reply = try reply(until: deadline)
      guard reply.type == "layout" || reply.type == "frame" else {
        throw unexpected(reply, "layout")
      }
      guard reply.nodes == nodes, reply.dimensions == dimensions else {
        throw EngineError.broken(
          "'\(manifest.name)' sends positions of \(reply.nodes ?? 0) nodes in "
            + "\(reply.dimensions ?? 0) dimensions; \(nodes) in \(dimensions) are needed")
      }
      let bytes = try channel.bytes(8 * nodes * dimensions, until: deadline)
      let elapsed = start.duration(to: .now) / .nanoseconds(1)
      let coordinates = [[Double]](engineBytes: bytes, dimensions: dimensions)
      if reply.type == "frame" {
        let frame = EngineFrame(
          iteration: reply.iteration ?? -1, nanoseconds: reply.elapsedNanoseconds ?? -1,
          coordinates: coordinates)
        guard frames.count < request.frames, frame.iteration >= frames.last?.iteration ?? 0,
          Self.iterations ~= frame.iteration, frame.nanoseconds >= frames.last?.nanoseconds ?? 0,
          Double(frame.nanoseconds) <= elapsed
        else { throw wrongFrame(frames.count + 1, of: request.frames) }
        frames.append(frame)
        continue
      }
      guard let time = reply.layoutNanoseconds else {
        throw EngineError.broken(
          "the answer of '\(manifest.name)' has no 'layout_ns'; add the time of the layout")
      }
      guard time >= 0, Double(time) <= elapsed else {
        throw EngineError.broken(
          "'\(manifest.name)' gives \(time) ns as the time of a layout that took \(Int(clamping: elapsed)) ns "
            + "with its transfer; correct 'layout_ns'")
      }
      guard Self.iterations ~= reply.iterations ?? 0 else {
        throw EngineError.broken(
          "'\(manifest.name)' gives \(reply.iterations ?? 0) iterations; correct 'iterations', or "
            + "leave it out")
      }
      if let iterations = reply.iterations, let last = frames.last, iterations < last.iteration {
        throw EngineError.broken(
          "'\(manifest.name)' gives \(iterations) iterations, but its last frame is of iteration "
            + "\(last.iteration); correct one of them")
      }
      try channel.checkEnd()
      return EngineLayout(
        nanoseconds: time, roundTripNanoseconds: Int64(clamping: elapsed),
        iterations: reply.iterations, coordinates: coordinates, frames: frames)
    }
  }

  private func wrongFrame(_ count: Int, of limit: Int) -> EngineError {
    .broken(
      count > limit
        ? "'\(manifest.name)' sent more than the \(limit) frames that were asked for"
        : "frame \(count) of '\(manifest.name)' has no 'iteration' or 'elapsed_ns', or one below that "
          + "of the frame before, or an 'elapsed_ns' beyond the time since the request")
  }

  private func reply(until deadline: ContinuousClock.Instant?) throws(EngineError) -> EngineReply {
    let line = try channel.line(until: deadline)
    // What is malformed is reported below.
    if let reply = try? JSONDecoder().decode(EngineReply.self, from: Data(line)) { return reply }
    let start = String(decoding: line.prefix(60), as: UTF8.self)
    throw .broken(
      "'\(manifest.name)' answered \(start.jsonText), which is no message of the protocol; "
        + "print to standard error only" + channel.errorText)
  }

  private func unexpected(_ reply: EngineReply, _ expected: String) -> EngineError {
    if reply.type == "error" {
      // In lists, a message is one line.
      let lines = (reply.message ?? "an error without a message").split(whereSeparator: \.isNewline)
      return .refused("'\(manifest.name)': \(lines.joined(separator: " ").printable)")
    }
    return .broken("'\(manifest.name)' answered with '\(reply.type)' where '\(expected)' is needed")
  }

  /// Sends `bytes` as they are and returns the type of the reply, for tests of engines.
  package func answer(
    to bytes: [UInt8], until deadline: ContinuousClock.Instant?
  ) throws(EngineError) -> String {
    try channel.send(bytes, until: deadline)
    return try reply(until: deadline).type
  }

  /// Closes the input of the process. Returns whether it then exits within two seconds.
  func endsWithItsInput() -> Bool {
    isUsable = false
    return channel.endsWithItsInput()
  }

  package func end() {
    isUsable = false
    channel.end()
  }
}

extension EngineManifest {
  func notInstalled(_ reason: String) -> String {
    "'\(name)' is not installed: \(reason)" + (install.isEmpty ? "" : "; to install it: \(install)")
  }

  func environment(threads: Int) -> [String: String] {
    var all = ProcessInfo.processInfo.environment
    for name in ["OMP", "OPENBLAS", "MKL", "NUMEXPR", "NUMBA", "VECLIB_MAXIMUM"] {
      all["\(name)_NUM_THREADS"] = "\(threads)"
    }
    return all.merging(environment) { _, new in new }
  }
}
