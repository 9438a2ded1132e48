import Plugins

/// Every pair by itself.
public struct Exact: Repulsion {
  /// There is nothing to set.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "exact", "Sums every pair by itself: O(n²), no error but rounding.")

  public static func statedError(dimensions: Int) -> Double { 0 }

  public func visit(_ world: World, _ body: (Interactions) -> Void) {
    let particles = world.particles
    world.identity.withUnsafeBufferPointer { identity in
      guard let ids = identity.baseAddress else { return }
      body(
        Interactions(
          dimensions: world.dimensions, targets: particles.position,
          targetRange: 0..<particles.count, targetIDs: ids, sources: particles.position,
          sourceCount: particles.count, weights: UnsafePointer(particles.charge), sourceIDs: ids,
          includesTargets: true, seed: world.seed))
    }
  }
}
