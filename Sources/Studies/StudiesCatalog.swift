import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench

extension Catalog {
  public static let studies = Catalog([
    LayoutStudy.self, AveragesStudy.self, RegionQueryStudy.self, TreeBuildStudy.self,
  ])

  public static let engines = Catalog([SimulationEngine.self], finders: [ExternalEngine.entries])

  public static let presets = Catalog([
    D3Preset.self, BlogCellsPreset.self, GrapePreset.self, FruchtermanReingoldPreset.self,
    ForceAtlas2Preset.self, LinLogPreset.self, KamadaKawaiPreset.self,
    FastMultilevelPreset.self, SFDPLikePreset.self, StressPreset.self, SparseStressPreset.self,
    NeighborhoodsPreset.self, FastNeighborhoodsPreset.self, MultilevelNeighborhoodsPreset.self,
    MaxentStressPreset.self,
  ])

  public static let events = Catalog([
    AddNodes.self, RemoveNodes.self, AddEdges.self, RemoveEdges.self, SetValues.self,
    MoveValue.self, Reheat.self, PinNodes.self, UnpinNodes.self,
    BorderPlace.self, RandomPlace.self, PointPlace.self, NearPlace.self,
  ])

  public static let regions = Catalog([
    Waterfall.self, SortedItems.self, LayoutItems.self,
    LinearIndex.self, BinarySearchIndex.self, KDTreeIndex.self, GridIndex.self,
    ViewportQuery.self, LastItemQuery.self,
  ])

  public static let trees = Catalog([
    KDTreeBuild.self, BarnesHutBuild.self, PointerQuadtree.self,
  ])

  /// The plugins of graphs and their layouts, and of the studies about them.
  public static let graphStudies =
    studies + engines + presets + graphs + graphFiles + mechanics + events + quality + regions
    + trees
    + executors
}
