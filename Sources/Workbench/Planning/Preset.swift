import ForceLabPlugins
import ForceLabSettings

/// A name for the values of several keys of an experiment, such as its forces and its integrator.
public protocol Preset: Plugin {
  /// The keys and their values, as in an experiment file. Explicit keys of the file override them.
  var settings: SettingsNode { get }
  /// The keys among them whose plugin a file must not replace by another, because it makes the layout what it is.
  var fixedKeys: Set<String> { get }
}

extension PluginKind {
  public static let preset = PluginKind("preset", "Set several keys of an experiment at once.")
}

extension Preset {
  public static var kind: PluginKind { .preset }
  public var fixedKeys: Set<String> { [] }
}
