import ForceLabPlugins

public struct SingleFormation: Formation {
  public init() {}

  public static let manual = Manual<Self>("single", "One body.")

  public func places(of extent: Vector, using generator: inout SeededGenerator) -> [Vector] {
    [.zero]
  }
}
