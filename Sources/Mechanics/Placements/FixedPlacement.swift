import ForceLabGraphs
import ForceLabPlugins

/// A placement that gives the same positions for every seed, apart from its jitter.
public protocol FixedPlacement: Placement {
  /// The maximum distance in px by which each node is displaced at random; 0 for none.
  var jitter: Double { get set }
  /// The coordinates without jitter, one list per axis.
  /// Throws a `ParameterError`, or a `Diagnostic` that points into a file.
  func coordinates(of graph: Graph, dimensions: Int) throws -> [[Double]]
}

extension FixedPlacement {
  public var isRandom: Bool { jitter > 0 }

  public func coordinates(
    of graph: Graph, dimensions: Int, using generator: inout SeededGenerator
  ) throws -> [[Double]] {
    displaced(try coordinates(of: graph, dimensions: dimensions), using: &generator)
  }

  /// Displaces each node by a random vector from the disc, in 3D the ball, of radius `jitter`.
  package func displaced(_ coordinates: [[Double]], using generator: inout SeededGenerator)
    -> [[Double]]
  {
    guard jitter > 0 else { return coordinates }
    var coordinates = coordinates
    for node in coordinates[0].indices {
      for (axis, part) in generator.pointInBall(dimensions: coordinates.count).enumerated() {
        coordinates[axis][node] += jitter * part
      }
    }
    return coordinates
  }
}

extension Parameter where Owner: FixedPlacement {
  /// The parameter `jitter` of every placement that is not random by itself.
  package static func jitter(_ property: PropertyPath<Owner, Double>) -> Parameter {
    Parameter(
      "jitter", property, in: 0..., unit: "px",
      "Maximum distance by which each node is displaced at random, uniformly within a disc (in 3D "
        + "a ball).")
  }
}

extension SeededGenerator {
  /// A uniformly random point of the unit disc or ball: the first of the square or cube in it.
  fileprivate mutating func pointInBall(dimensions: Int) -> [Double] {
    while true {
      let point = (0..<dimensions).map { _ in 2 * unit() - 1 }
      if point.reduce(0, { $0 + $1 * $1 }) <= 1 { return point }
    }
  }
}
