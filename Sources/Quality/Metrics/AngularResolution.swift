import Foundation
import ForceLabGraphs
import ForceLabPlugins

public struct AngularResolution: Metric {
  public enum Definition: String, Choice {
    case minimum, mean
  }

  public var definition = Definition.minimum

  public init() {}

  public static let manual = Manual<Self>(
    "angular-resolution",
    "Mean over the nodes of the smallest angle between two edges, divided by 360°/degree; from 0 to 1, "
      + "where all edges are evenly spaced; 2D only. With `mean`, the column angular_resolution_mean has all angles: 1 "
      + "minus their mean relative deviation from 360°/degree, from −1 to 1.",
    parameters: [
      Parameter("definition", \.definition, "`minimum` for the smallest angle, `mean` for all.")
    ],
    shorthand: "definition",
    formula: """
      minimum: 1/n·Σ deg·(smallest angle)/360° over the n nodes of degree 2 or more
      mean: 1 − 1/n·Σ (1/deg·Σ |angle − 360°/deg|)·deg/360°
      """,
    source:
      "minimum: Purchase 2002, the mean as in Mooney et al. 2024, 1 minus that of gdMetriX; mean: geg-metrics"
  )

  public var columns: [Column] {
    [
      .measure(
        definition == .minimum ? "angular_resolution" : "angular_resolution_mean", better: .higher)
    ]
  }

  public func lack(on graph: Graph, dimensions: Int) -> String? {
    guard dimensions == 2 else { return "angles are measured in 2D only" }
    return (0..<graph.nodeCount).contains { graph.degree(of: $0) >= 2 }
      ? nil : "no node has two edges"
  }

  /// Nil in 3D, and without nodes of degree 2 or more. If an edge has length 0, the angle at its
  /// ends counts as 0. Cost: the sorting of the edges of each node.
  public func value(of layout: FinishedLayout) -> Double? {
    guard layout.dimensions == 2 else { return nil }
    let graph = layout.graph
    let page = layout.normalized
    let (x, y) = (page.coordinates[0], page.coordinates[1])
    let directions = page.bentDirections
    var (count, sum) = (0, 0.0)
    var angles: [Double] = []
    for node in 0..<graph.nodeCount where graph.degree(of: node) >= 2 {
      angles.removeAll(keepingCapacity: true)
      for neighbor in graph.neighbors(of: node) {
        let way =
          directions[SIMD2(Int32(node), neighbor)]
          ?? SIMD2(x[Int(neighbor)] - x[node], y[Int(neighbor)] - y[node])
        if way != .zero { angles.append(atan2(way.y, way.x)) }
      }
      count += 1
      guard angles.count == graph.degree(of: node) else { continue }
      angles.sort()
      let ideal = 2 * .pi / Double(angles.count)
      var smallest = angles[0] + 2 * .pi - angles[angles.count - 1]
      var deviation = abs(smallest - ideal)
      for index in angles.indices.dropFirst() {
        let angle = angles[index] - angles[index - 1]
        smallest = min(smallest, angle)
        deviation += abs(angle - ideal)
      }
      // The deviation is at most twice the ideal angle.
      sum +=
        definition == .minimum
        ? min(1, smallest / ideal) : max(-1, 1 - deviation / Double(angles.count) / ideal)
    }
    return count > 0 ? sum / Double(count) : nil
  }
}

extension FinishedLayout {
  /// The directions in which bent edges leave the first of two nodes.
  fileprivate var bentDirections: [SIMD2<Int32>: SIMD2<Double>] {
    var found: [SIMD2<Int32>: SIMD2<Double>] = [:]
    for (edge, route) in routes.enumerated() {
      guard let route else { continue }
      let (source, target) = (graph.sources[edge], graph.targets[edge])
      found[SIMD2(source, target)] = route.departure
      found[SIMD2(target, source)] = route.arrival
    }
    return found
  }
}
