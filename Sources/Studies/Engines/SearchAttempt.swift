import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings
import ForceLabWorkbench

/// The forces of a preset, from the start or from coarser graphs, for a share of the time of a search.
struct SearchAttempt {
  let name: String
  let preset: LayoutStudy
  let isCoarse: Bool
  /// Only the edges of at least this strength count, as in the placement `backbone`; nil if all do.
  let minStrength: Double?
  let ticks: Int
  let share: Double

  /// The preset is a part of the program, and has no errors.
  private init(
    _ name: String, isCoarse: Bool = false, minStrength: Double? = nil, ticks: Int, share: Double
  ) {
    var decoder = ParameterDecoder(catalog: .graphStudies)
    let found = decoder.plugin(.preset, from: name.encoded()) as? any Preset
    preset = found.flatMap { decoder.decode(LayoutStudy.self, from: $0.settings) } ?? LayoutStudy()
    (self.name, self.minStrength) = (name, minStrength)
    (self.isCoarse, self.ticks, self.share) = (isCoarse, ticks, share)
  }

  /// Whether the forces are the same, and act on the graph or on a backbone in both.
  func resembles(_ other: SearchAttempt) -> Bool {
    name == other.name && (minStrength == nil) == (other.minStrength == nil)
  }

  /// All edges count, so that this suits most graphs.
  static let whole = SearchAttempt("multilevel-neighborhoods", isCoarse: true, ticks: 100, share: 1)

  /// The least strength of the edges of a backbone, besides those of a forest.
  static let strong = 0.1

  /// For graphs with edges between distant parts.
  static let backbone = SearchAttempt(
    "multilevel-neighborhoods", isCoarse: true, minStrength: strong, ticks: 100, share: 0.7)

  /// Some ticks from the start.
  static let probe = SearchAttempt("neighborhoods", ticks: 40, share: 0.2)

  /// The second is the forest of the backbone alone. The others bring neighbors, clusters or hubs together, or keep the
  /// nodes apart.
  static let others = [
    SearchAttempt("tearing-neighborhoods", isCoarse: true, ticks: 200, share: 0.3),
    SearchAttempt(
      "multilevel-neighborhoods", isCoarse: true, minStrength: 2, ticks: 100, share: 0.3),
    SearchAttempt("neighborhoods", ticks: 150, share: 0.25),
    SearchAttempt("linlog", ticks: 150, share: 0.1),
    SearchAttempt("forceatlas2", ticks: 150, share: 0.1),
    SearchAttempt("sfdp-like", isCoarse: true, ticks: 150, share: 0.15),
  ]
}

extension Graph {
  /// Whether edges reach far across the layout, as those of a network of hubs or a random graph do: whether their mean
  /// square is at least 1/16 of that of the distances from the center. Cost: linear.
  func hasLongEdges(at coordinates: [[Double]]) -> Bool {
    var (edges, spread) = (0.0, 0.0)
    for axis in coordinates {
      let center = axis.reduce(0, +) / Double(nodeCount)
      spread += axis.reduce(0) { $0 + ($1 - center) * ($1 - center) } / Double(nodeCount)
      for (source, target) in zip(sources, targets) {
        let way = axis[Int(target)] - axis[Int(source)]
        edges += way * way / Double(edgeCount)
      }
    }
    return edges > spread / 16
  }

  /// Whether a layout shows the distances without large folds, so that neighbors come together as the stress falls: by
  /// the distances from some nodes. Cost: some searches, and sorting.
  func liesFlat(at coordinates: [[Double]]) -> Bool {
    let value = Stress { $0.sources = 16 }.value(of: FinishedLayout(self, at: coordinates))
    return value.map { $0 < 0.02 } ?? false
  }
}
