import ForceLabMechanics
import ForceLabPlugins

public protocol BuildableTree: Plugin {
  /// Builds the tree of the points of `world`, reusing the memory of the previous tree if possible.
  mutating func build(of world: World)
  var cellCount: Int { get }
  /// The size in bytes, with object headers and the memory kept for the next tree. Spare capacity of
  /// arrays does not count, because it varies from run to run.
  var bytes: Int { get }
}

extension PluginKind {
  public static let tree = PluginKind("tree", "Sort points into cells.")
}

extension BuildableTree {
  public static var kind: PluginKind { .tree }
}
