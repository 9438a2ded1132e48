/// The edges of a built-in data set, in the form “source: target target*weight …” for each source.
struct CompactEdges {
  private(set) var sources: [Int32] = []
  private(set) var targets: [Int32] = []
  private(set) var weights: [Double] = []

  init(_ text: String) {
    var source: Int32 = 0
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word.hasSuffix(":") {
        source = Int32(word.dropLast()) ?? -1
        continue
      }
      let parts = word.split(separator: "*")
      sources.append(source)
      targets.append(Int32(parts[0]) ?? -1)
      weights.append(parts.count > 1 ? Double(parts[1]) ?? .nan : 1)
    }
  }
}
