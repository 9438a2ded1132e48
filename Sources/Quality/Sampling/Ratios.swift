import ForceLabCVectors
import ForceLabGraphs
import ForceLabSettings

extension Ratios {
  /// How `stress` changes, to the first order, if `part` is added: its derivative in that direction.
  func change(by part: Ratios) -> Double {
    let (mean, scale) = (sum / pairs, sum / squares)
    return mean * scale * (part.pairs / pairs - 2 * part.sum / sum + part.squares / squares)
  }

  /// From `source`, with distances in the graph; those that are 0 do not count.
  init<Value>(
    of layout: FinishedLayout, from source: Int, _ distances: [Value], _ distance: (Value) -> Double
  ) {
    self.init()
    let (x, y) = (layout.coordinates[0], layout.coordinates[1])
    let z = layout.dimensions > 2 ? layout.coordinates[2] : []
    for node in distances.indices {
      let length = distance(distances[node])
      guard length > 0 else { continue }
      let (dx, dy) = (x[node] - x[source], y[node] - y[source])
      var square = dx * dx + dy * dy
      if !z.isEmpty {
        let dz = z[node] - z[source]
        square += dz * dz
      }
      add(square.squareRoot() / length)
    }
  }

  /// From each of `sources`, with distances in edges, on all processors: by a search for each, or by
  /// up to 64 searches at once, which is faster if these share most of their way.
  static func byEdges(in layout: FinishedLayout, from sample: StratifiedSample, extent: Int)
    -> [Ratios]
  {
    if sample.isWhole || extent < 64 { return atOnce(in: layout, from: sample.items) }
    let graph = layout.graph
    return concurrently(sample.items.count, scratch: { BreadthFirstSearch(graph) }) {
      index, search in
      search.run(from: sample.items[index])
      return Ratios(of: layout, from: sample.items[index], search.distances) { Double($0) }
    }
  }

  private static func atOnce(in layout: FinishedLayout, from sources: [Int]) -> [Ratios] {
    let graph = layout.graph
    // Rows of at most 64 MB for each thread, but of 8 searches at least.
    let width = min(64, max(8, (1 << 24) / max(1, graph.nodeCount) & ~7))
    let nodes = layout.coordinates.flatMap { $0 }
    let batches = concurrently(
      (sources.count + width - 1) / width, scratch: { MultiSourceSearch(graph, width: width) }
    ) { batch, search in
      let part = sources[batch * width..<min(sources.count, (batch + 1) * width)]
      search.run(from: part)
      // Lanes without a source have no distances.
      let none = Array(repeating: 0.0, count: width - part.count)
      let places = layout.coordinates.flatMap { axis in part.map { axis[$0] } + none }
      var sums = Array(repeating: 0.0, count: 3 * width)
      cratios_add(layout.dimensions, nodes, graph.nodeCount, places, search.distances, width, &sums)
      return part.indices.map {
        let lane = $0 - part.startIndex
        return Ratios(pairs: sums[lane], sum: sums[width + lane], squares: sums[2 * width + lane])
      }
    }
    return batches.flatMap { $0 }
  }
}
