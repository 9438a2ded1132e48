import Graphs
import Mechanics
import Plugins
import Quality

extension Catalog {
  /// The studies of this module.
  public static let studies = Catalog([LayoutStudy.self, AveragesStudy.self, RegionQueryStudy.self])

  /// What the study of region queries is made of.
  public static let regions = Catalog([
    Waterfall.self, SortedItems.self, LayoutItems.self,
    LinearIndex.self, BinarySearchIndex.self, KDTreeIndex.self, GridIndex.self,
    ViewportQuery.self, LastItemQuery.self,
  ])

  /// Everything that comes with ForceLab.
  public static let standard = studies + graphs + mechanics + quality + regions
}
