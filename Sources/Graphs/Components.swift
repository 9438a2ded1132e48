extension Graph {
  /// Numbered from 0 in the order of their lowest nodes. Cost: linear in nodes and edges.
  public var components: [Int32] {
    var components = [Int32](repeating: -1, count: nodeCount)
    var count: Int32 = 0
    var waiting: [Int32] = []
    for start in 0..<nodeCount where components[start] < 0 {
      components[start] = count
      waiting.append(Int32(start))
      while let node = waiting.popLast() {
        for neighbor in neighbors(of: Int(node)) where components[Int(neighbor)] < 0 {
          components[Int(neighbor)] = count
          waiting.append(neighbor)
        }
      }
      count += 1
    }
    return components
  }

  /// Cost: linear in nodes and edges.
  public var componentCount: Int { Int((components.max() ?? -1) + 1) }

  public var isConnected: Bool { componentCount <= 1 }
}
