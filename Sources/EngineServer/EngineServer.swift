import Foundation

/// A request for a layout, as an engine gets it.
public struct LayoutRequest {
  public let nodeCount: Int
  /// The two ends of each edge: numbers of nodes, from 0.
  public let edges: [(source: Int, target: Int)]
  /// The weight of each edge; nil if the edges have no weights.
  public let weights: [Double]?
  /// The start: a list of coordinates per axis, in px.
  public let start: [[Double]]
  /// 2 or 3.
  public let dimensions: Int
  public let seed: UInt64
  public let threads: Int
  /// The seconds after which the trial times out; nil if there is no limit.
  public let deadline: Double?
  /// The maximum number of frames that are used.
  public let frames: Int
  /// The values of the parameters, by name.
  public let parameters: [String: Any]
  fileprivate let clock = FrameClock()

  public func number(_ name: String) -> Double? { (parameters[name] as? NSNumber)?.doubleValue }
  public func text(_ name: String) -> String? { parameters[name] as? String }

  /// Sends positions on the way to the layout: a list of coordinates per axis. Space the frames evenly:
  /// those beyond `frames` are dropped.
  public func sendFrame(_ positions: [[Double]], iteration: Int) {
    guard clock.sent < frames else { return }
    clock.sent += 1
    // In this order: a pause that began before the time was read could make the next frame earlier.
    let (elapsed, pause) = (clock.nanoseconds, ContinuousClock.now)
    send(["type": "frame", "iteration": iteration, "elapsed_ns": elapsed], positions)
    clock.began += pause.duration(to: .now)
  }
}

/// The time of a layout without that for sending frames.
private final class FrameClock {
  var began = ContinuousClock.now
  var sent = 0
  var nanoseconds: Int64 { Int64(began.duration(to: .now) / .nanoseconds(1)) }
}

/// What an engine returns.
public struct LayoutReply {
  /// A list of coordinates per axis.
  public var positions: [[Double]]
  public var iterations: Int?
  /// The time of the layout alone; nil for that of the call.
  public var nanoseconds: Int64?

  public init(_ positions: [[Double]], iterations: Int? = nil, nanoseconds: Int64? = nil) {
    (self.positions, self.iterations, self.nanoseconds) = (positions, iterations, nanoseconds)
  }
}

/// Serves an engine on standard input and output until the input ends.
///
/// - Parameters:
///   - name: The name of the engine or of the library behind it.
///   - version: Its version, which is kept with the results.
///   - usesThreads: Whether layouts use several threads, for people who read the greeting.
///   - layout: Computes a layout. An error that it throws is the message of a failed trial.
public func serveEngine(
  _ name: String, version: String, usesThreads: Bool = false,
  layout: (LayoutRequest) throws -> LayoutReply
) {
  var server = Server()
  let greeting: [String: Any] = [
    "type": "hello", "name": name, "version": version, "threads": usesThreads,
  ]
  while let line = server.line() {
    do {
      guard let message = try JSONSerialization.jsonObject(with: line) as? [String: Any]
      else { throw EngineFailure("a message must be an object") }
      switch message["type"] as? String {
      case "hello": send(greeting)
      case "graph":
        try server.readGraph(message)
        send(["type": "graph"])
      case "layout":
        let request = try server.request(message)
        let reply = try layout(request)
        let elapsed = request.clock.nanoseconds
        let counts = reply.positions.map(\.count)
        guard counts == request.start.map(\.count) else {
          throw EngineFailure(
            "\(counts) coordinates per axis; \(request.nodeCount) nodes have "
              + "\(request.dimensions) each")
        }
        var header: [String: Any] = ["type": "layout", "layout_ns": reply.nanoseconds ?? elapsed]
        header["iterations"] = reply.iterations
        send(header, reply.positions)
      default: throw EngineFailure("unknown message")
      }
    } catch is EndOfInput {
      return
    } catch {
      send(["type": "error", "message": String("\(error)".prefix(2000))])
    }
  }
}

/// An error with a message for people.
public struct EngineFailure: Error, CustomStringConvertible {
  public let description: String
  public init(_ message: String) { description = message }
}

private struct EndOfInput: Error {}

private struct Server {
  private var nodeCount = 0
  private var edges: [(source: Int, target: Int)] = []
  private var weights: [Double]?
  private let input = fdopen(STDIN_FILENO, "r")

  /// The next line of standard input; nil at its end.
  func line() -> Data? {
    var (text, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    defer { free(text) }
    let count = getline(&text, &size, input)
    return text.flatMap { count > 0 ? Data(bytes: $0, count: count) : nil }
  }

  private func take(_ count: Int) throws -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = fread(buffer.baseAddress, 1, count, input)
    }
    if bytes.count < count { throw EndOfInput() }
    return bytes
  }

  mutating func readGraph(_ message: [String: Any]) throws {
    guard let nodes = message["nodes"] as? Int, let count = message["edges"] as? Int,
      nodes >= 0, count >= 0
    else { throw EngineFailure("a graph needs numbers of nodes and edges") }
    let numbers = try take(8 * count).nodeNumbers
    nodeCount = nodes
    edges = (0..<count).map { (numbers[2 * $0], numbers[2 * $0 + 1]) }
    weights =
      message["weights"] as? Bool == true ? try take(8 * count).coordinates(axis: 0, of: 1) : nil
  }

  mutating func request(_ message: [String: Any]) throws -> LayoutRequest {
    guard let dimensions = message["dimensions"] as? Int, dimensions == 2 || dimensions == 3 else {
      throw EngineFailure("a layout needs 2 or 3 dimensions")
    }
    let raw = try take(8 * nodeCount * dimensions)
    return LayoutRequest(
      nodeCount: nodeCount, edges: edges, weights: weights,
      start: (0..<dimensions).map { raw.coordinates(axis: $0, of: dimensions) },
      dimensions: dimensions, seed: (message["seed"] as? NSNumber)?.uint64Value ?? 0,
      threads: message["threads"] as? Int ?? 1, deadline: message["deadline"] as? Double,
      frames: message["frames"] as? Int ?? 0,
      parameters: message["parameters"] as? [String: Any] ?? [:])
  }
}

/// Sends the message `object`, and the positions that it announces, node by node.
private func send(_ object: [String: Any], _ positions: [[Double]]? = nil) {
  var object = object
  let nodes = positions?.first?.count ?? 0
  if let positions { (object["nodes"], object["dimensions"]) = (nodes, positions.count) }
  var bytes = Array((try? JSONSerialization.data(withJSONObject: object)) ?? Data())
  bytes.append(UInt8(ascii: "\n"))
  bytes.reserveCapacity(bytes.count + 8 * nodes * (positions?.count ?? 0))
  for node in 0..<nodes {
    for axis in positions ?? [] {
      withUnsafeBytes(of: axis[node].bitPattern.littleEndian) { bytes += $0 }
    }
  }
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    guard count > 0 || errno == EINTR else { exit(1) }
    rest = rest.dropFirst(max(0, count))
  }
}

extension [UInt8] {
  /// The coordinates on one of `dimensions` axes of positions node by node.
  fileprivate func coordinates(axis: Int, of dimensions: Int) -> [Double] {
    withUnsafeBytes { raw in
      stride(from: 8 * axis, to: raw.count, by: 8 * dimensions).map {
        let bits = raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
        return Double(bitPattern: UInt64(littleEndian: bits))
      }
    }
  }

  /// Numbers of nodes, of four bytes each.
  fileprivate var nodeNumbers: [Int] {
    withUnsafeBytes { raw in
      stride(from: 0, to: raw.count, by: 4).map {
        Int(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
      }
    }
  }
}
