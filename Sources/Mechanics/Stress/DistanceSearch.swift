import ForceLabCVectors
import ForceLabGraphs

/// Finds the distances of all nodes of a part from many of them. Used by one thread.
final class DistanceSearch {
  /// The maximum number of sources of a search.
  static let width = 256

  private let part: ConnectedPart
  private let bits = Buffer<UInt64>()
  private let nodes = Buffer<Int32>()
  private var paths: ShortestPaths?

  init(_ part: ConnectedPart) {
    self.part = part
    if let lengths = part.lengths {
      paths = ShortestPaths(
        offsets: part.offsets, neighbors: part.neighbors, lengths: lengths.map(Double.init))
    } else {
      nodes.resize(2 * part.count + 1)
    }
  }

  /// Writes the distances from `sources`, at most `width` different nodes, into a row for each node:
  /// rows start `stride` numbers apart, and have one for each source.
  /// Cost: linear in nodes and edges for each source, or in parts of few levels for each level at which a search is
  /// at a node; with lengths, m·log m for each source. The distances are bfloat16.
  func run(from sources: [Int32], into rows: UnsafeMutablePointer<UInt16>, stride: Int) {
    if paths != nil { return follow(from: sources, into: rows, stride: stride) }
    let words = sources.count <= 64 ? 1 : sources.count <= 128 ? 2 : 4
    let count = part.count * words
    bits.resize(3 * count)
    let searches = CSearches(
      found: bits.base, here: bits.base + count, next: bits.base + 2 * count,
      nodes: nodes.base + part.count, others: nodes.base, rows: rows, stride: stride)
    if part.isDeep {
      csearches_run_each(searches, part.offsets, part.neighbors, part.count, sources, sources.count)
    } else {
      bits.elements.update(repeating: 0)
      csearches_run(searches, part.offsets, part.neighbors, words, sources, sources.count)
    }
  }

  private func follow(from sources: [Int32], into rows: UnsafeMutablePointer<UInt16>, stride: Int) {
    for (column, source) in sources.enumerated() {
      paths?.run(from: Int(source))
      for (node, distance) in (paths?.distances ?? []).enumerated() {
        rows[node * stride + column] = BFloat16(Float(distance)).bits
      }
    }
  }
}
