import ForceLabBodies
import ForceLabPlugins
import ForceLabStudies

extension Catalog {
  /// All plugins of ForceLab.
  public static let standard = graphStudies + bodies
}
