import ForceLabMechanics
import ForceLabPlugins

/// A plugin that builds a tree of points.
public protocol BuildableTree: Plugin {
  /// Builds the tree of the points of `world`, in the memory of the one before if that can be kept.
  mutating func build(of world: World)
  /// How many cells the tree has.
  var cellCount: Int { get }
  /// How many bytes it takes, what is kept for building the next included, and headers of objects, but
  /// not the spare room at the end of arrays, which is not the same from run to run.
  var bytes: Int { get }
}

extension PluginKind {
  /// Trees.
  public static let tree = PluginKind("tree", "Sort points into cells; built to be timed.")
}

extension BuildableTree {
  /// Trees are of the kind `tree`.
  public static var kind: PluginKind { .tree }
}
