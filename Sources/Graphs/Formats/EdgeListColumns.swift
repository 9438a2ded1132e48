/// The columns of an edge list that have a meaning.
struct EdgeListColumns {
  var source = 0
  var target = 1
  var weight: Int? = 2
  var names: [String] = []

  init() {}

  init?(names: [String]) {
    func column(_ known: Set<String>) -> Int? { names.firstIndex(where: known.contains) }
    guard let source = column(["source", "from", "src"]),
      let target = column(["target", "to", "dst", "destination"])
    else { return nil }
    self.source = source
    self.target = target
    weight = column(["weight", "value"])
  }
}
