import ForceLabGraphs
import ForceLabSettings

/// The columns of an edge list that have a meaning.
struct EdgeListColumns {
  var source = 0
  var target = 1
  var weight: Int? = 2
  var names: [String] = []
  /// Whether nodes, too, may have these names, so that the line is an edge if they occur again.
  private(set) var mayBeNodes = false

  init() {}

  /// By the usual names; nil if `names` has no pair of them.
  init?(names: [String]) {
    let words = names.map { $0.lowercased() }
    func column(_ known: Set<String>) -> Int? { words.firstIndex(where: known.contains) }
    if let source = column(["source", "from", "src"]),
      let target = column(["target", "to", "dst", "destination"])
    {
      (self.source, self.target) = (source, target)
    } else if let pair = Self.pairs.first(where: { words.contains($0) && words.contains($1) }),
      let source = words.firstIndex(of: pair.0), let target = words.firstIndex(of: pair.1)
    {
      (self.source, self.target) = (source, target)
      mayBeNodes = true
    } else {
      return nil
    }
    self.names = names
    weight = column(["weight", "value"])
  }

  private static let pairs = [
    ("u", "v"), ("id1", "id2"), ("node1", "node2"), ("start", "end"),
  ]

  /// The index of the column `name` in `names`, in any case if none has exactly that name.
  static func index(of name: String, in names: [String]) -> Int? {
    names.firstIndex(where: name.hasSameUTF8)
      ?? names.firstIndex { $0.lowercased() == name.lowercased() }
  }
}
