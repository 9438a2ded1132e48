import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality

extension Catalog {
  /// The studies of this module.
  public static let studies = Catalog([
    LayoutStudy.self, AveragesStudy.self, RegionQueryStudy.self, TreeBuildStudy.self,
  ])

  /// What the study of region queries is made of.
  public static let regions = Catalog([
    Waterfall.self, SortedItems.self, LayoutItems.self,
    LinearIndex.self, BinarySearchIndex.self, KDTreeIndex.self, GridIndex.self,
    ViewportQuery.self, LastItemQuery.self,
  ])

  /// The trees of the study of their building.
  public static let trees = Catalog([
    KDTreeBuild.self, BarnesHutBuild.self, PointerQuadtree.self,
  ])

  /// Everything that comes with ForceLab.
  public static let standard = studies + graphs + mechanics + quality + regions + trees
}
