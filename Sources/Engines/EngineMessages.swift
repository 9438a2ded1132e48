import ForceLabGraphs
import ForceLabSettings
import Foundation

package struct EngineGraph {
  /// Equal keys mean equal graphs.
  package let key: String
  package let graph: Graph
  package let weights: [Double]?

  package init(_ graph: Graph, weights: [Double]? = nil, key: String) {
    (self.graph, self.weights, self.key) = (graph, weights, key)
  }

  /// The message, and its frames: the ends of the edges, then their weights.
  var message: [UInt8] {
    var bytes = Array(
      ("{\"type\":\"graph\",\"nodes\":\(graph.nodeCount),\"edges\":\(graph.edgeCount),"
        + "\"weights\":\(weights != nil)}\n").utf8)
    bytes.reserveCapacity(bytes.count + graph.edgeCount * (weights == nil ? 8 : 16))
    for edge in 0..<graph.edgeCount {
      bytes.append(littleEndian: UInt32(graph.sources[edge]))
      bytes.append(littleEndian: UInt32(graph.targets[edge]))
    }
    for weight in weights ?? [] { bytes.append(littleEndian: weight.bitPattern) }
    return bytes
  }
}

package struct EngineRequest {
  /// The values of the parameters by their names, as JSON.
  package var parameters: [(name: String, json: String)] = []
  package var seed: UInt64 = 0
  package var threads = 1
  package var start: [[Double]]
  /// The maximum number of frames that the engine should send.
  package var frames = 0
  package var deadline: ContinuousClock.Instant?

  package init(start: [[Double]]) { self.start = start }

  /// The message, and its frame: the start positions, node by node.
  var message: [UInt8] {
    let entries = parameters.map { "\($0.name.jsonText):\($0.json)" }.joined(separator: ",")
    let seconds = deadline.map { max(0, ContinuousClock.now.duration(to: $0) / .seconds(1)) }
    let line =
      "{\"type\":\"layout\",\"parameters\":{\(entries)},\"seed\":\(seed),"
      + "\"dimensions\":\(start.count),\"threads\":\(threads),\"frames\":\(frames),"
      + "\"deadline\":\(seconds.map { "\($0)" } ?? "null")}\n"
    var bytes = Array(line.utf8)
    let count = start.first?.count ?? 0
    bytes.reserveCapacity(bytes.count + 8 * count * start.count)
    for node in 0..<count {
      for axis in start { bytes.append(littleEndian: axis[node].bitPattern) }
    }
    return bytes
  }
}

struct EngineReply: Decodable {
  let type: String
  let name: String?
  let version: String?
  let message: String?
  let nodes: Int?
  let dimensions: Int?
  let layoutNanoseconds: Int64?
  let elapsedNanoseconds: Int64?
  let iteration: Int?
  let iterations: Int?

  enum CodingKeys: String, CodingKey {
    case type, name, version, message, nodes, dimensions, iteration, iterations
    case layoutNanoseconds = "layout_ns"
    case elapsedNanoseconds = "elapsed_ns"
  }
}

package struct EngineLayout {
  /// The time of the layout by the clock of the engine.
  package let nanoseconds: Int64
  /// The time from the request to the end of the reply by our clock.
  package let roundTripNanoseconds: Int64
  package let iterations: Int?
  package let coordinates: [[Double]]
  package let frames: [EngineFrame]
}

/// A layout on its way to the end.
public struct EngineFrame: Sendable {
  public let iteration: Int
  /// Since the start of the layout.
  public let nanoseconds: Int64
  /// In px: a list per axis, each with one number per node.
  public let coordinates: [[Double]]

  public init(iteration: Int, nanoseconds: Int64, coordinates: [[Double]]) {
    (self.iteration, self.nanoseconds) = (iteration, nanoseconds)
    self.coordinates = coordinates
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

extension [[Double]] {
  /// The coordinates per axis of `bytes`, which has them node by node.
  init(engineBytes bytes: [UInt8], dimensions: Int) {
    self = bytes.withUnsafeBytes { raw in
      (0..<dimensions).map { axis in
        stride(from: 8 * axis, to: raw.count, by: 8 * dimensions).map {
          let bits = raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self)
          return Double(bitPattern: UInt64(littleEndian: bits))
        }
      }
    }
  }
}
