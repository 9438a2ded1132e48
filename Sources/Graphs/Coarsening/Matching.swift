import ForceLabPlugins

/// A matching: groups of one or two nodes.
struct Matching {
  /// The group of each node. Groups are numbered in the order of their lowest nodes.
  private(set) var groups: [Int32]
  private(set) var count = 0

  /// Matches each node in turn with the unmatched neighbor that maximizes the weight of the edge divided by the
  /// neighbor's mass. The order of the nodes, and the choice among equal neighbors, are random, so that groups of a
  /// mesh are not longer in one direction than in others. Nodes without an unmatched neighbor are matched with each
  /// other if they share their heaviest neighbor or have no neighbors, so that a star halves like a mesh. Cost: linear.
  init(_ rows: WeightedRows, masses: [Double]) {
    let mates = Self.mates(rows, masses)
    groups = [Int32](repeating: -1, count: masses.count)
    for node in mates.indices where groups[node] < 0 {
      groups[node] = Int32(count)
      if mates[node] >= 0 { groups[Int(mates[node])] = Int32(count) }
      count += 1
    }
  }

  private static func mates(_ rows: WeightedRows, _ masses: [Double]) -> [Int32] {
    let count = masses.count
    var mates = [Int32](repeating: -1, count: count)
    // The node that waits for another one with the same heaviest neighbor, or, last, with none.
    var waiting = [Int32](repeating: -1, count: count + 1)
    mates.withUnsafeMutableBufferPointer { mates in
      masses.withUnsafeBufferPointer { masses in
        rows.withUnsafePointers { offsets, neighbors, weights in
          for node in Self.order(count) where mates[node] < 0 {
            var (best, bestRating, bestRank) = (Int32(-1), -Double.infinity, UInt64(0))
            var (heaviest, maxWeight) = (count, -Double.infinity)
            for entry in Int(offsets[node])..<Int(offsets[node + 1]) {
              let (neighbor, weight) = (Int(neighbors[entry]), weights[entry])
              if weight > maxWeight { (heaviest, maxWeight) = (neighbor, weight) }
              guard mates[neighbor] < 0 else { continue }
              let rating = weight / masses[neighbor]
              guard rating >= bestRating else { continue }
              let rank = SeededGenerator.mix(UInt64(node) << 32 | UInt64(neighbor))
              if rating > bestRating || rank > bestRank {
                (best, bestRating, bestRank) = (Int32(neighbor), rating, rank)
              }
            }
            if best < 0 {
              best = waiting[heaviest]
              waiting[heaviest] = best < 0 ? Int32(node) : -1
            }
            guard best >= 0 else { continue }
            (mates[node], mates[Int(best)]) = (best, Int32(node))
          }
        }
      }
    }
    return mates
  }

  /// All nodes, shuffled in runs that fit into a cache.
  private static func order(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    var generator = SeededGenerator(seed: 0)
    for begin in stride(from: 0, to: count, by: run) {
      order[begin..<min(begin + run, count)].shuffle(using: &generator)
    }
    return order
  }

  private static let run = 4096

  func sums(of masses: [Double]) -> [Double] {
    masses.indices.reduce(into: [Double](repeating: 0, count: count)) { sums, node in
      sums[Int(groups[node])] += masses[node]
    }
  }
}
