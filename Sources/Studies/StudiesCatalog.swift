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

  public static let presets = Catalog(
    entries: [
      ("d3", PackageResources.d3_preset_yaml),
      ("blog-cells", PackageResources.blog_cells_preset_yaml),
      ("grape", PackageResources.grape_preset_yaml),
      ("fruchterman-reingold", PackageResources.fruchterman_reingold_preset_yaml),
      ("forceatlas2", PackageResources.forceatlas2_preset_yaml),
      ("linlog", PackageResources.linlog_preset_yaml),
      ("kamada-kawai", PackageResources.kamada_kawai_preset_yaml),
      ("fast-multilevel", PackageResources.fast_multilevel_preset_yaml),
      ("sfdp-like", PackageResources.sfdp_like_preset_yaml),
      ("stress", PackageResources.stress_preset_yaml),
      ("best-stress", PackageResources.best_stress_preset_yaml),
      ("sparse-stress", PackageResources.sparse_stress_preset_yaml),
      ("neighborhoods", PackageResources.neighborhoods_preset_yaml),
      ("tearing-neighborhoods", PackageResources.tearing_neighborhoods_preset_yaml),
      ("backbone-neighborhoods", PackageResources.backbone_neighborhoods_preset_yaml),
      ("fast-neighborhoods", PackageResources.fast_neighborhoods_preset_yaml),
      ("multilevel-neighborhoods", PackageResources.multilevel_neighborhoods_preset_yaml),
      ("maxent-stress", PackageResources.maxent_stress_preset_yaml),
    ].map { FilePreset.entry($0, $1) }, finders: [FilePreset.entries])

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

  public static let trees = Catalog([KDTreeBuild.self, BarnesHutBuild.self, PointerQuadtree.self])

  /// The plugins of graphs and their layouts, and of the studies about them.
  public static let graphStudies =
    studies + engines + presets + graphs + graphFiles + mechanics + events + quality + regions
    + trees + executors
}
