import ForceLabPlugins

/// Classical multidimensional scaling of the distances from pivots: the coordinates are the projections
/// of the doubly centered squared distances on the directions in which they vary most.
///
/// U. Brandes and C. Pich, “Eigensolver methods for progressive multidimensional scaling of large data”, 2007.
struct PivotScaling {
  private let pivots: PivotDistances
  private let dimensions: Int
  /// The means of the squared distances from each pivot, and of all.
  private let columnMeans: [Double]
  private let mean: Double

  private static let rounds = 100

  init(_ pivots: PivotDistances, dimensions: Int) {
    (self.pivots, self.dimensions) = (pivots, dimensions)
    let count = pivots.nodes.count
    let sums = pivots.sums(count) { node, sums, _ in
      let row = pivots.rows.base + node * pivots.columns
      for column in 0..<count { sums[column] += Self.square(pivots.distance(row[column])) }
    }
    columnMeans = sums.map { $0 / Double(pivots.part.count) }
    mean = columnMeans.reduce(0, +) / Double(count)
  }

  private static func square(_ distance: Float) -> Double { Double(distance) * Double(distance) }

  /// Positions in lengths of an edge. Cost: k² for each node, for k pivots.
  func positions(using generator: inout SeededGenerator) -> NumberStorage<Float> {
    let directions = principalDirections(using: &generator)
    let positions = NumberStorage<Float>(count: pivots.part.count, lanes: dimensions)
    let k = columnMeans.count
    _ = pivots.sums(0, scratch: k) { node, _, row in
      center(node, row)
      for axis in 0..<dimensions {
        var sum = 0.0
        for column in 0..<k { sum += row[column] * directions[axis][column] }
        positions.lanes[axis][node] = Float(sum)
      }
    }
    scale(positions)
    return positions
  }

  /// The row of `node` in the matrix of doubly centered squared distances.
  private func center(_ node: Int, _ row: UnsafeMutablePointer<Double>) {
    let distances = pivots.rows.base + node * pivots.columns
    let k = columnMeans.count
    var sum = 0.0
    for column in 0..<k {
      row[column] = Self.square(pivots.distance(distances[column]))
      sum += row[column]
    }
    let shift = mean - sum / Double(k)
    for column in 0..<k { row[column] = -0.5 * (row[column] - columnMeans[column] + shift) }
  }

  /// The eigenvectors of the largest eigenvalues of CᵀC, for the centered matrix C, by power iteration.
  private func principalDirections(using generator: inout SeededGenerator) -> [[Double]] {
    let k = columnMeans.count
    let matrix = pivots.sums(k * k, scratch: k) { node, sums, row in
      center(node, row)
      for a in 0..<k {
        let (value, line) = (row[a], sums + a * k)
        for b in 0..<k { line[b] += value * row[b] }
      }
    }
    var found: [[Double]] = []
    for _ in 0..<dimensions {
      var vector = (0..<k).map { _ in generator.unit() - 0.5 }
      for _ in 0..<Self.rounds {
        var next = (0..<k).map { a in
          (0..<k).reduce(0.0) { $0 + matrix[a * k + $1] * vector[$1] }
        }
        for other in found {
          let share = zip(next, other).reduce(0) { $0 + $1.0 * $1.1 }
          for index in 0..<k { next[index] -= share * other[index] }
        }
        let length = next.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 0 else { break }
        vector = next.map { $0 / length }
      }
      found.append(vector)
    }
    return found
  }

  /// Makes distances from pivots as long as those in the graph, as far as one factor can.
  private func scale(_ positions: NumberStorage<Float>) {
    let sums = pivots.sums(2) { node, sums, _ in
      for (column, pivot) in pivots.nodes.enumerated() where Int(pivot) != node {
        var square: Float = 0
        for axis in 0..<dimensions {
          let way = positions.lanes[axis][node] - positions.lanes[axis][Int(pivot)]
          square += way * way
        }
        let distance = pivots.distance(pivots.rows[node * pivots.columns + column])
        let ratio = Double(square.squareRoot() / distance)
        sums[0] += ratio
        sums[1] += ratio * ratio
      }
    }
    guard sums[1] > 0 else { return }
    let factor = Float(sums[0] / sums[1])
    for axis in 0..<dimensions {
      for node in 0..<pivots.part.count { positions.lanes[axis][node] *= factor }
    }
  }
}
