import ForceLabCVectors
import ForceLabGraphs

/// Finds the distances of all nodes of a part from many of them. Used by one thread.
final class DistanceSearch {
  /// The maximum number of sources of a search.
  static let width = 256

  private let part: ConnectedPart
  private let bits: Buffer<UInt64>
  private let nodes: Buffer<Int32>
  private var paths: ShortestPaths?

  init(_ part: ConnectedPart) {
    self.part = part
    (bits, nodes) = (Buffer(), Buffer())
    if let lengths = part.lengths {
      paths = ShortestPaths(
        offsets: part.offsets, neighbors: part.neighbors, lengths: lengths.map(Double.init))
    } else {
      nodes.resize(2 * part.count)
    }
  }

  /// Writes the distances from `sources`, at most `width` different nodes, into a row for each node:
  /// rows start `stride` numbers apart, and have one for each source.
  /// Cost: linear in nodes and edges for each level at which a search is at a node; with lengths,
  /// m·log m for each source.
  func run(from sources: ArraySlice<Int32>, into rows: UnsafeMutablePointer<UInt16>, stride: Int) {
    if paths != nil { return follow(from: sources, into: rows, stride: stride) }
    let words = sources.count <= 64 ? 1 : sources.count <= 128 ? 2 : 4
    let count = part.count * words
    bits.resize(3 * count)
    bits.elements.update(repeating: 0)
    part.offsets.withUnsafeBufferPointer { offsets in
      part.neighbors.withUnsafeBufferPointer { neighbors in
        sources.withUnsafeBufferPointer { sources in
          var searches = CSearches()
          (searches.offsets, searches.neighbors) = (offsets.baseAddress, neighbors.baseAddress)
          (searches.found, searches.here) = (bits.base, bits.base + count)
          searches.next = bits.base + 2 * count
          (searches.nodes, searches.others) = (nodes.base, nodes.base + part.count)
          (searches.rows, searches.stride) = (rows, stride)
          csearches_run(&searches, words, sources.baseAddress, sources.count)
        }
      }
    }
  }

  private func follow(
    from sources: ArraySlice<Int32>, into rows: UnsafeMutablePointer<UInt16>, stride: Int
  ) {
    for (column, source) in sources.enumerated() {
      paths?.run(from: Int(source))
      paths?.distances.withUnsafeBufferPointer { distances in
        for node in distances.indices {
          rows[node * stride + column] = BFloat16(Float(distances[node])).bits
        }
      }
    }
  }
}

extension CSearches {
  init() {
    self.init(
      offsets: nil, neighbors: nil, found: nil, here: nil, next: nil, nodes: nil, others: nil,
      rows: nil, stride: 0)
  }
}
