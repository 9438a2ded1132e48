/// Sets of numbers that are joined.
package struct DisjointSets {
  private var parents: [Int]

  package init(count: Int) { parents = Array(0..<count) }

  /// False if they were in one set.
  package mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (rootA, rootB) = (root(of: a), root(of: b))
    parents[max(rootA, rootB)] = min(rootA, rootB)
    return rootA != rootB
  }

  private mutating func root(of item: Int) -> Int {
    var item = item
    while parents[item] != item {
      parents[item] = parents[parents[item]]
      item = parents[item]
    }
    return item
  }
}
