import ForceLabGraphs
import ForceLabMechanics
import ForceLabTestSupport
import Testing

/// d3's collision, held against d3's algorithm spelled out.
struct CollideTests {
  /// A cell of d3's quadtree, built by halving until its nodes are one.
  private final class Cell {
    var children: [Cell] = []
    let lower: [Double]
    let upper: [Double]
    let nodes: [Int]

    init(_ nodes: [Int], _ points: [[Double]], _ lower: [Double], _ upper: [Double]) {
      (self.lower, self.upper, self.nodes) = (lower, upper, nodes)
      let axes = lower.indices
      guard nodes.contains(where: { points[$0] != points[nodes[0]] }) else { return }
      let middle = axes.map { (lower[$0] + upper[$0]) / 2 }
      for quadrant in 0..<1 << axes.count {
        func isUpper(_ axis: Int) -> Bool { quadrant >> axis & 1 == 1 }
        let own = nodes.filter { node in
          axes.allSatisfy { (points[node][$0] >= middle[$0]) == isUpper($0) }
        }
        guard !own.isEmpty else { continue }
        children.append(
          Cell(
            own, points, axes.map { isUpper($0) ? middle[$0] : lower[$0] },
            axes.map { isUpper($0) ? upper[$0] : middle[$0] }))
      }
    }

    /// The nodes that a walk from `place` comes upon.
    func near(_ place: [Double], _ reach: Double, _ radii: [Double]) -> [Int] {
      if children.isEmpty { return nodes }
      let span = reach + (nodes.map { radii[$0] }.max() ?? 0)
      for axis in place.indices
      where lower[axis] > place[axis] + span || upper[axis] < place[axis] - span {
        return []
      }
      return children.flatMap { $0.near(place, reach, radii) }
    }
  }

  /// The velocities after one pass over nodes at rest at `points`, a list per node.
  private func expected(_ points: [[Double]], _ radii: [Double]) -> [[Double]] {
    let axes = points[0].indices
    var lower = axes.map { axis in points.map { $0[axis] }.min()!.rounded(.down) }
    var upper = lower.map { $0 + 1 }
    let highest = axes.map { axis in points.map { $0[axis] }.max()! }
    var size = 1.0
    while axes.contains(where: { highest[$0] >= upper[$0] }) {
      size *= 2
      upper = lower.map { $0 + size }
    }
    lower = upper.map { $0 - size }
    let root = Cell(Array(points.indices), points, lower, upper)
    var velocity = points.map { $0.map { _ in 0.0 } }
    for node in points.indices {
      let place = axes.map { points[node][$0] + velocity[node][$0] }
      for other in root.near(place, radii[node], radii) where other > node {
        let way = axes.map { place[$0] - points[other][$0] - velocity[other][$0] }
        let square = way.reduce(0) { $0 + $1 * $1 }
        let reach = radii[node] + radii[other]
        guard square < reach * reach else { continue }
        let distance = square.squareRoot()
        let share = radii[other] * radii[other]
        let part = share / (radii[node] * radii[node] + share)
        for axis in axes {
          let push = way[axis] * ((reach - distance) / distance)
          velocity[node][axis] += push * part
          velocity[other][axis] -= push * (1 - part)
        }
      }
    }
    return velocity
  }

  /// Few and many nodes, which are searched in different ways, crowded and loose.
  @Test(arguments: [2, 3], [(60, 4.0), (60, 40), (60, 400), (700, 40), (700, 300)])
  func isD3sAlgorithm(dimensions: Int, crowd: (count: Int, extent: Double)) throws {
    guard isOptimized || crowd.count < 100 else { return }
    for seed in 1...UInt64(isOptimized ? 20 : 2) {
      let lanes = uniform(
        crowd.count, dimensions: dimensions, extent: crowd.extent, seed: seed)
      let world = try world(lanes)
      let factors = uniform(crowd.count, dimensions: 2, extent: 1.5, seed: seed + 50)[0]
      for node in 0..<crowd.count { world.particles.radius[node] = 0.5 + factors[node] }
      let points = (0..<crowd.count).map { node in lanes.map { $0[node] } }
      let wanted = expected(points, factors.map { 3 * (0.5 + $0) })
      let found = velocities(Collide { $0.radius = 3 }, in: world)
      for node in 0..<crowd.count {
        for axis in 0..<dimensions {
          #expect(abs(found[axis][node] - wanted[node][axis]) < 1e-11)
        }
      }
    }
  }

  @Test func radiiOfNodesMultiplyTheForces() throws {
    // Radii 2 and 6 at distance 5: an overlap of 3, parted by squared radii, 36 to 4.
    let world = try world([[0, 5], [0, 0]])
    world.particles.radius[1] = 3
    let pull = velocities(Collide { $0.radius = 2 }, in: world)
    #expect(maxDifference(pull, [[-2.7, 0.3], [0, 0]]) < 1e-14)
  }
}
