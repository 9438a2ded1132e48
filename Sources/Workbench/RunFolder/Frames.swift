import Foundation
import ForceLabSettings

/// Positions of the nodes at some of the iterations.
///
/// A file has a line of JSON, `{"dimensions":2,"iterations":[0,1],"nodes":77}`, then little-endian
/// 32-bit floats: frame by frame, axis by axis, node by node.
///
/// If nodes or edges were added or removed, there are all nodes that ever existed, with coordinates that
/// are not numbers in frames without them. Then the line also has `"graph"`, the hash that names a sketch
/// of all nodes and edges, and `"spans"`.
public struct Frames: Sendable, Equatable {
  public private(set) var iterations: [Int] = []
  public let nodes: Int
  public let dimensions: Int
  /// The coordinates of all frames: frame by frame, axis by axis, node by node.
  public private(set) var coordinates: [Float] = []
  /// The hash of the graph of all nodes and edges; nil for that of the trial.
  public var graph: String?
  /// Of edges that are not in all frames: their number, and first and last iteration. An edge may have several.
  public var spans: [[Int]] = []

  private struct Header: Codable {
    let nodes, dimensions: Int
    let iterations: [Int]
    let graph: String?
    let spans: [[Int]]?
  }

  public init(nodes: Int, dimensions: Int) {
    self.nodes = nodes
    self.dimensions = dimensions
  }

  public static func name(_ trial: Int) -> String { "frames/\(trial).frames" }

  /// Adds positions, a list per axis. Drops the frame if one is not a finite 32-bit float.
  public mutating func append(_ axes: [some Collection<Double>], at iteration: Int) {
    let values = axes.flatMap { $0.map { Float($0) } }
    if values.allSatisfy(\.isFinite) { append(values, at: iteration) }
  }

  /// Adds coordinates, axis by axis, node by node: finite ones, or NaN for nodes that do not exist.
  public mutating func append(_ values: [Float], at iteration: Int) {
    precondition(values.count == nodes * dimensions, "\(values.count) coordinates in a frame")
    coordinates += values
    iterations.append(iteration)
  }

  public mutating func thin() { keep(Array(stride(from: 0, to: iterations.count, by: 2))) }

  /// Drops the frames with other indices than `kept`.
  public mutating func keep(_ kept: [Int]) {
    (iterations, coordinates) = (kept.map { iterations[$0] }, kept.flatMap { self[$0] })
  }

  public subscript(frame: Int) -> ArraySlice<Float> {
    let size = nodes * dimensions
    return coordinates[frame * size..<(frame + 1) * size]
  }

  public var bytes: Data {
    let header = Header(
      nodes: nodes, dimensions: dimensions, iterations: iterations, graph: graph,
      spans: spans.isEmpty ? nil : spans)
    var bytes = header.json() + [UInt8(ascii: "\n")]
    coordinates.map(\.bitPattern.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Throws a `Diagnostic` if `bytes`, those of `file`, are malformed or truncated.
  public init(_ bytes: Data, file: String) throws(Diagnostic) {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    let header = parts.first.flatMap { Header(json: $0) }
    guard let header, (2...3).contains(header.dimensions),
      (0...Int(Int32.max)).contains(header.nodes),
      (header.spans ?? []).allSatisfy({ $0.count == 3 && $0[0] >= 0 })
    else {
      throw Diagnostic(
        "the first line is none of recorded frames; run the trial again",
        at: Location(file: file, line: 1))
    }
    let floats = header.iterations.count * header.nodes * header.dimensions
    let body = parts.count > 1 ? parts[1] : Data()
    guard body.count == floats * 4 else {
      throw Diagnostic(
        "the frames are cut off, or damaged; run the trial again", at: Location(file: file))
    }
    nodes = header.nodes
    dimensions = header.dimensions
    iterations = header.iterations
    (graph, spans) = (header.graph, header.spans ?? [])
    coordinates = [Float](unsafeUninitializedCapacity: floats) { buffer, count in
      let copied = body.copyBytes(to: UnsafeMutableRawBufferPointer(buffer))
      count = copied / 4
      for place in 0..<count {
        buffer[place] = Float(bitPattern: UInt32(littleEndian: buffer[place].bitPattern))
      }
    }
  }
}
