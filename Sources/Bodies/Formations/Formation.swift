import ForceLabPlugins

/// Places for many bodies of the same shape.
public protocol Formation: Plugin {
  /// Places in pt, relative to that of the body. `extent` is the size of the body's bounding box. Random
  /// choices have to use `generator`.
  func places(of extent: Vector, using generator: inout SeededGenerator) throws -> [Vector]
}

extension PluginKind {
  public static let formation = PluginKind(
    "formation", "Set up one body or many of the same shape.")
}

extension Formation {
  public static var kind: PluginKind { .formation }
  /// The maximum number of bodies.
  static var limit: ClosedRange<Int> { 1...100_000 }
}
