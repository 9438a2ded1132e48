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

  /// The component of each node, the size of each component, and the largest one: of several of that
  /// size, the one with the lowest node. Nil without nodes. Cost: linear in nodes and edges.
  var sizedComponents: (components: [Int32], sizes: [Int], largest: Int)? {
    let components = components
    var sizes = [Int](repeating: 0, count: Int((components.max() ?? -1) + 1))
    for component in components { sizes[Int(component)] += 1 }
    guard let size = sizes.max(), let largest = sizes.firstIndex(of: size) else { return nil }
    return (components, sizes, largest)
  }

  /// Cost: linear in nodes and edges.
  public var componentCount: Int { Int((components.max() ?? -1) + 1) }

  public var isConnected: Bool { componentCount <= 1 }
}
