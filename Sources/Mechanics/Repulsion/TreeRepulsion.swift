/// A strategy that sums over a tree of the nodes, which can be had by itself: by those who ask what
/// building it takes.
public protocol TreeRepulsion: Repulsion {
  /// Builds the tree of the nodes of `world`, as a tick does before it sums, in the memory of the one
  /// before. There is no tree if a node is nowhere finite. Cost: O(n log n).
  mutating func buildTree(of world: World)
  /// How many cells the tree has.
  var cellCount: Int { get }
  /// How many bytes the tree and the sorted nodes in it take, and what is kept of the building for the
  /// next tree; without the spare room at the end of arrays.
  var treeBytes: Int { get }
}
