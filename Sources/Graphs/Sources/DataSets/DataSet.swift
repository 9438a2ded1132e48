/// A data set that the program contains, in the order of networkx 3.6.1. A line for each node has its label,
/// which may be empty, and its group. After a blank line follow the edges in the form
/// “source: target target*weight …” for each source.
enum DataSet {
  static func graph(_ file: [UInt8]) throws -> Graph {
    let parts = String(decoding: file, as: UTF8.self).split(separator: "\n\n")
    let nodes = parts[0].split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    var edges = WeightedEdges()
    var source: Int32 = 0
    for word in parts[1].split(whereSeparator: \.isWhitespace) {
      if word.hasSuffix(":") {
        source = Int32(word.dropLast()) ?? -1
        continue
      }
      let parts = word.split(separator: "*")
      edges.sources.append(source)
      edges.targets.append(Int32(parts[0]) ?? -1)
      edges.weights.append(parts.count > 1 ? Double(parts[1]) ?? .nan : 1)
    }
    let labels = nodes[0][0].isEmpty ? nil : nodes.map { $0[0] }
    return try Graph(
      nodeCount: nodes.count, sources: edges.sources, targets: edges.targets,
      weights: edges.weights, labels: labels, groups: nodes.map { $0[1] },
      ids: labels.map { NodeIDs($0) })
  }
}
