import ForceLabMechanics
import ForceLabPlugins

public protocol BuildableTree: Plugin {
  /// Builds the tree of the points of `world`, reusing the memory of the previous tree if possible.
  mutating func build(of world: World)
  var cellCount: Int { get }
  /// With object headers and memory kept for the next tree, but not the spare capacity of arrays,
  /// which varies from run to run.
  var bytes: Int { get }
}

extension PluginKind {
  public static let tree = PluginKind("tree", "Sort points into cells.")
}

extension BuildableTree { public static var kind: PluginKind { .tree } }

public struct KDTreeBuild: StrategyTree {
  public var leaf = 32
  @Scratch var strategy = KDTree()

  public init() {}

  public static let manual = Manual<Self>(
    "kd-tree",
    "The tree that the repulsion strategy kd-tree builds every tick: split at medians, with sorted "
      + "points, boxes and moments of its cells in arrays; O(n log n).",
    parameters: [leafParameter], source: "Bentley 1975")

  public mutating func build(of world: World) {
    strategy.leaf = leaf
    strategy.buildTree(of: world)
  }
}

public struct BarnesHutBuild: StrategyTree {
  public var leaf = 32
  @Scratch var strategy = BarnesHut()

  public init() {}

  public static let manual = Manual<Self>(
    "barnes-hut",
    "The quadtree that the repulsion strategy barnes-hut builds every tick, with sorted points, "
      + "boxes and moments of its cells in arrays; O(n log n).",
    parameters: [leafParameter], source: "Barnes and Hut 1986")

  public mutating func build(of world: World) {
    strategy.leaf = leaf
    strategy.buildTree(of: world)
  }
}

protocol StrategyTree: BuildableTree {
  associatedtype Strategy: TreeRepulsion
  var leaf: Int { get set }
  var strategy: Strategy { get }
}

extension StrategyTree {
  static var leafParameter: Parameter<Self> {
    Parameter("leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Largest size of a leaf.")
  }

  public var cellCount: Int { strategy.cellCount }
  public var bytes: Int { strategy.treeBytes }
}
