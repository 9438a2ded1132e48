import Graphs
import Mechanics
import Plugins
import Quality

extension Catalog {
  /// The studies of this module.
  public static let studies = Catalog([LayoutStudy.self, AveragesStudy.self])

  /// Everything that comes with ForceLab.
  public static let standard = studies + graphs + mechanics + quality
}
