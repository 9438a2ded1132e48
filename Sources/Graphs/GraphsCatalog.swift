import ForceLabPlugins

extension Catalog {
  public static let graphs = Catalog([
    MiserablesSource.self, KarateSource.self, FileSource.self,
    CellsSource.self, PathSource.self, RingSource.self, StarSource.self, CompleteSource.self,
    MeshSource.self, TorusSource.self, TreeSource.self,
    RandomSource.self, BarabasiAlbertSource.self, WattsStrogatzSource.self,
  ])
}
