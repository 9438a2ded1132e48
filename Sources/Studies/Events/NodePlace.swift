import ForceLabMechanics
import ForceLabPlugins
import Foundation

/// Where nodes that an event adds appear.
public protocol NodePlace: Plugin {
  /// A function that returns a position for each new node in `layout`, one coordinate per axis.
  func positions(in layout: RunningLayout) throws(ParameterError) -> Positions
  /// Throws if it cannot work; by default it can.
  func check(in plan: EventPlan) throws(ParameterError)
}

extension PluginKind {
  public static let nodePlace = PluginKind(
    "node placement", "Give nodes that events add a position.")
}

extension NodePlace {
  public typealias Positions = (inout SeededGenerator) -> [Double]

  public static var kind: PluginKind { .nodePlace }
  public var isRandom: Bool { true }
  public func check(in plan: EventPlan) throws(ParameterError) {}
}

struct BorderPlace: NodePlace {
  var margin = 30.0

  static let manual = Manual<Self>(
    "border", "Places a node at random on a circle, in 3D a sphere, around all nodes.",
    parameters: [
      Parameter(
        "margin", \.margin, in: 0..., unit: "px", "Distance of the circle from the outermost node.")
    ])

  func positions(in layout: RunningLayout) -> Positions {
    let (center, radius) = layout.extent
    return { zip(center, direction(center.count, &$0)).map { $0 + (radius + margin) * $1 } }
  }
}

struct RandomPlace: NodePlace {
  static let manual = Manual<Self>("random", "Places a node at random in the box around all nodes.")

  func positions(in layout: RunningLayout) -> Positions {
    let box = layout.box
    return { generator in box.map { $0.low + ($0.high - $0.low) * generator.unit() } }
  }
}

public struct PointPlace: NodePlace {
  public var point: [Double] = []

  public init() {}

  public static let manual = Manual<Self>(
    "at", "Places a node at a point; several nodes in one place are separated by random offsets.",
    parameters: [
      Parameter("point", \.point, unit: "px", "The point.", isRequired: true, example: "[0, 0]")
    ], shorthand: "point")

  public func check(in plan: EventPlan) throws(ParameterError) {
    try checkPoint(point, "point", dimensions: plan.study.dimensions, isOptional: false)
  }

  public func positions(in layout: RunningLayout) -> Positions { { _ in point } }
}

struct NearPlace: NodePlace {
  var node = ""
  var distance = 10.0

  static let manual = Manual<Self>(
    "near", "Places a node at a distance from another one, in a random direction.",
    parameters: [
      Parameter(
        "node", \.node, "Label of the other node, or its id, or its number.", isRequired: true,
        example: "0"),
      Parameter("distance", \.distance, in: 0..., unit: "px", "The distance."),
    ], shorthand: "node")

  func check(in plan: EventPlan) throws(ParameterError) { try plan.checkNode(node, "node") }

  func positions(in layout: RunningLayout) throws(ParameterError) -> Positions {
    let center = try layout.position(of: try layout.existingNode(named: node))
    return { zip(center, direction(center.count, &$0)).map { $0 + distance * $1 } }
  }
}

/// A random direction, uniform on the circle or the sphere.
private func direction(_ dimensions: Int, _ generator: inout SeededGenerator) -> [Double] {
  let angle = 2 * Double.pi * generator.unit()
  guard dimensions == 3 else { return [cos(angle), sin(angle)] }
  let height = 2 * generator.unit() - 1
  let width = (1 - height * height).squareRoot()
  return [width * cos(angle), width * sin(angle), height]
}

extension RunningLayout {
  /// The smallest and the largest coordinate on each axis; 0 without nodes.
  var box: [(low: Double, high: Double)] { positions.map { ($0.min() ?? 0, $0.max() ?? 0) } }

  /// The middle of the box, and the distance of the outermost node from it.
  var extent: (center: [Double], radius: Double) {
    let center = box.map { $0.low / 2 + $0.high / 2 }
    let positions = positions
    let squares = nodes.indices.map { node in
      center.indices.reduce(0.0) { sum, axis in
        let way = positions[axis][node] - center[axis]
        return sum + way * way
      }
    }
    return (center, squares.reduce(0, max).squareRoot())
  }
}
