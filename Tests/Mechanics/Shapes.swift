import ForceLabTestSupport
import Foundation
import ForceLabMechanics
import ForceLabPlugins

/// How nodes may lie, from what is easy to sum to what is not.
enum Shape: String, CaseIterable {
  case uniform
  /// Half of the nodes lie in one per cent of the area.
  case clusters
  /// Where opening cells by a square root box fails.
  case strip
  /// At random angles, so that the pulls of neighbors do not cancel.
  case ring
  case line
  /// Two clusters of extent 1, a million apart.
  case farApart
  /// Coordinates up to 10¹² and to 10⁻¹².
  case huge, tiny

  /// Places of `count` nodes, one list per axis.
  func places(_ count: Int, dimensions: Int) -> [[Double]] {
    var generator = SeededGenerator(seed: 4)
    let nodes = ForceLabTestSupport.uniform(count, dimensions: dimensions)
    return switch self {
    case .uniform: nodes
    case .clusters: gaussian(count, dimensions, number: 10, deviation: 15, extent: 1000)
    case .strip: [nodes[0].map { 20 * $0 }] + nodes.dropFirst().map { $0.map { $0 / 10 } }
    case .ring: circle((0..<count).map { _ in 2 * .pi * generator.unit() }, dimensions)
    case .line: nodes.map { _ in nodes[0] }
    case .farApart: gaussian(count, dimensions, number: 2, deviation: 1, extent: 1e6)
    case .huge: nodes.map { $0.map { 1e9 * $0 } }
    case .tiny: nodes.map { $0.map { 1e-15 * $0 } }
    }
  }

  private func gaussian(
    _ count: Int, _ dimensions: Int, number: Int, deviation: Double, extent: Double
  ) -> [[Double]] {
    var generator = SeededGenerator(seed: 5)
    let placement = Clusters {
      $0.count = number
      $0.deviation = deviation
      ($0.width, $0.height, $0.depth) = (extent, extent, extent)
    }
    let graph = try? cells(count)
    return graph.map {
      placement.coordinates(of: $0, dimensions: dimensions, using: &generator)
    } ?? []
  }

  private func circle(_ angles: [Double], _ dimensions: Int) -> [[Double]] {
    let flat = [angles.map { 1000 * cos($0) }, angles.map { 1000 * sin($0) }]
    return dimensions == 2 ? flat : flat + [angles.map { 1000 * sin(3 * $0) }]
  }
}
