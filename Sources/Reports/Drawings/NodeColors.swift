import ForceLabGraphs

/// The color of each node of a sketch, and what the colors mean.
struct NodeColors {
  /// The color of each node, as a number in `colors`.
  let indices: [Int]
  /// The colors, as `#rrggbb`.
  let colors: [String]
  /// What they tell.
  let meaning: Meaning

  /// What colors tell.
  enum Meaning {
    /// Nothing.
    case none
    /// Of an attribute, a word per color.
    case words(name: String, [String])
    /// Of an attribute, numbers from the first color to the last.
    case range(name: String, low: Double, high: Double)
  }

  /// How many colors a ramp has.
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

  /// The largest groups have colors of their own, the others share one.
  private init(_ name: String, groups: [String]) {
    let sizes = Dictionary(groups.map { ($0, 1) }, uniquingKeysWith: +)
    let order = sizes.keys.sorted { a, b in
      sizes[a] != sizes[b] ? sizes[a, default: 0] > sizes[b, default: 0] : a < b
    }
    let own = order.prefix(
      order.count <= Palette.groups.count ? order.count : Palette.groups.count - 1)
    let places = Dictionary(uniqueKeysWithValues: own.enumerated().map { ($1, $0) })
    indices = groups.map { places[$0] ?? own.count }
    let hasOthers = own.count < order.count
    colors = Palette.groups.prefix(own.count) + (hasOthers ? [Palette.other] : [])
    meaning = .words(name: name, own + (hasOthers ? ["others"] : []))
  }

  private init(_ name: String, numbers: [Double]) {
    let low = numbers.min() ?? 0
    let high = numbers.max() ?? 0
    let span = high > low ? high - low : 1
    let last = Double(Self.steps - 1)
    indices = numbers.map { Int((($0 - low) / span * last).rounded()) }
    colors = (0..<Self.steps).map { Palette.ramp(Double($0) / last) }
    meaning = .range(name: name, low: low, high: high)
  }
}
