import ForceLabGraphs
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct NodeColors {
  /// What the colors mean for an attribute, in texts for people.
  struct Key: Encodable {
    let name: String
    /// A value for each look, and what the last look stands for, if it is that of all other values.
    var texts: [String]?
    /// The numbers of the first color and of the last, if there are no `texts`.
    var low, high: Double?
  }

  /// The look of each node, as an index of `colors` and `shapes`.
  let indices: [Int]
  let colors: [String]
  let shapes: [NodeShape]
  /// Nil if the colors mean nothing.
  let key: Key?
  private static let steps = 32

  init(_ sketch: GraphSketch) {
    let shape = sketch.shape.flatMap { NodeShape(rawValue: $0.rawValue) } ?? .circle
    switch sketch.color {
    case .words(let name, let values)?: self.init(name, groups: values, first: shape)
    case .numbers(let name, let values)?: self.init(name, numbers: values, shape)
    case .constant(let color)?: self.init(all: color, sketch.nodes, shape)
    case nil: self.init(all: Palette.groups[0], sketch.nodes, shape)
    }
  }

  private init(all color: String, _ count: Int, _ shape: NodeShape) {
    indices = Array(repeating: 0, count: count)
    colors = [color]
    shapes = [shape]
    key = nil
  }

  /// The largest groups have a color of their own, the next the same colors with the next shape, and so on; these looks
  /// are in the order of names. All others share one look, as do the nodes without a value, which is empty.
  private init(_ name: String, groups: [String], first: NodeShape) {
    var sizes = Dictionary(groups.map { ($0, 1) }, uniquingKeysWith: +)
    let missing = sizes.removeValue(forKey: "") ?? 0
    let order = sizes.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .map(\.key)
    let shapes = [first] + NodeShape.allCases.filter { $0 != first }
    let own = order.prefix(Palette.groups.count * shapes.count)
    let ranks = own.indices.sorted {
      own[$0].compare(own[$1], options: .numeric) == .orderedAscending
    }
    let looks = Dictionary(uniqueKeysWithValues: ranks.enumerated().map { (own[$1], $0) })
    indices = groups.map { looks[$0] ?? own.count }
    let rest = order.dropFirst(own.count)
    let hasOthers = missing > 0 || !rest.isEmpty
    colors =
      ranks.map { Palette.groups[$0 % Palette.groups.count] }
      + (hasOthers ? [Palette.other] : [])
    self.shapes = ranks.map { shapes[$0 / Palette.groups.count] } + (hasOthers ? [first] : [])
    let nodes = rest.reduce(0) { $0 + (sizes[$1] ?? 0) }
    let others = [
      rest.isEmpty ? nil : "\(counted(rest.count, "more value")), \(counted(nodes, "node"))",
      missing == 0 ? nil : "no value, \(counted(missing, "node"))",
    ].compactMap { $0 }
    let texts = ranks.map { own[$0] } + (hasOthers ? [others.joined(separator: "; ")] : [])
    key = Key(name: name.printableName, texts: texts.map(\.printableName))
  }

  private init(_ name: String, numbers: [Double], _ shape: NodeShape) {
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
    // Halves, because the difference of the bounds could overflow.
    let span = high / 2 - low / 2
    let last = Double(Self.steps - 1)
    indices = numbers.map {
      span > 0 ? Int(clamping: (($0 / 2 - low / 2) / span * last).rounded()) : 0
    }
    colors = (0..<Self.steps).map { Palette.ramp(Double($0) / last) }
    shapes = Array(repeating: shape, count: Self.steps)
    key = Key(name: name.printableName, low: low, high: high)
  }
}

/// The shapes of nodes. All of one radius have about the area of its circle.
enum NodeShape: String, CaseIterable, Encodable {
  case circle, square, triangle, diamond, down

  /// The corners in units of the radius, clockwise from the top; nil for a circle.
  var corners: [(x: Double, y: Double)]? {
    switch self {
    case .circle: nil
    case .square: [(-0.886, -0.886), (0.886, -0.886), (0.886, 0.886), (-0.886, 0.886)]
    case .triangle: [(0, -1.555), (1.347, 0.778), (-1.347, 0.778)]
    case .diamond: [(0, -1.253), (1.253, 0), (0, 1.253), (-1.253, 0)]
    case .down: [(-1.347, -0.778), (1.347, -0.778), (0, 1.555)]
    }
  }

  /// The largest coordinate of a corner, in units of the radius.
  var extent: Double { corners?.reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude) } ?? 1 }

  /// The distance from the middle to the border in the direction of a unit vector, in units of the radius.
  func reach(to direction: SIMD2<Double>) -> Double {
    guard let corners else { return 1 }
    return corners.indices.reduce(.infinity) { reach, index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      let facing = direction.x * (b.y - a.y) - direction.y * (b.x - a.x)
      return facing > 0 ? min(reach, (a.x * b.y - a.y * b.x) / facing) : reach
    }
  }

  /// An element without its end: a `<circle …` or a `<path …`.
  func svg(x: Double, y: Double, radius: Double) -> String {
    guard let corners else {
      return "<circle cx=\"\(SVG.number(x))\" cy=\"\(SVG.number(y))\" r=\"\(SVG.number(radius))\""
    }
    let points = corners.map { "\(SVG.number(x + $0.x * radius)) \(SVG.number(y + $0.y * radius))" }
    return "<path d=\"M\(points.joined(separator: "L"))Z\""
  }
}
