import ForceLabGraphs

/// The color of each node, and what the colors mean.
struct NodeColors {
  enum Meaning {
    case none
    /// The values of the attribute `name`, one for each color.
    case words(name: String, [String])
    /// The range of the attribute `name`, from the first color to the last.
    case range(name: String, low: Double, high: Double)
  }

  /// The color of each node, as an index of `colors`.
  let indices: [Int]
  let colors: [String]
  let meaning: Meaning
  private static let steps = 32

  init(_ sketch: GraphSketch) {
    switch sketch.color {
    case .words(let name, let values)?: self.init(name, groups: values)
    case .numbers(let name, let values)?: self.init(name, numbers: values)
    case .constant(let color)?: self.init(all: color, sketch.nodes)
    case nil: self.init(all: Palette.groups[0], sketch.nodes)
    }
  }

  private init(all color: String, _ count: Int) {
    indices = Array(repeating: 0, count: count)
    colors = [color]
    meaning = .none
  }

  /// The largest groups have a color each; the others share one.
  private init(_ name: String, groups: [String]) {
    let sizes = Dictionary(groups.map { ($0, 1) }, uniquingKeysWith: +)
    let order = sizes.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .map(\.key)
    let hasOthers = order.count > Palette.groups.count
    let own = order.prefix(hasOthers ? Palette.groups.count - 1 : order.count)
    let places = Dictionary(uniqueKeysWithValues: own.enumerated().map { ($1, $0) })
    indices = groups.map { places[$0] ?? own.count }
    colors = Palette.groups.prefix(own.count) + (hasOthers ? [Palette.other] : [])
    meaning = .words(name: name, own + (hasOthers ? ["others"] : []))
  }

  private init(_ name: String, numbers: [Double]) {
    let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
    // Halves, because the difference of the bounds could overflow.
    let span = high / 2 - low / 2
    let last = Double(Self.steps - 1)
    indices = numbers.map { span > 0 ? Int((($0 / 2 - low / 2) / span * last).rounded()) : 0 }
    colors = (0..<Self.steps).map { Palette.ramp(Double($0) / last) }
    meaning = .range(name: name, low: low, high: high)
  }
}
