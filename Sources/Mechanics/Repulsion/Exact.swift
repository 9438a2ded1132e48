import Plugins

/// Every pair by itself.
public struct Exact: Repulsion {
  /// There is nothing to set.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "exact", "Sums every pair by itself: O(n²), no error but rounding.")

  public static func statedError(dimensions: Int) -> Double { 0 }

  public func visit(_ world: World, _ body: (Interactions) -> Double) -> Double {
    let particles = world.particles
    return world.identity.withUnsafeBufferPointer { identity in
      guard let ids = identity.baseAddress else { return 0 }
      let blocks = (particles.count + Self.block - 1) / Self.block
      return world.sum(over: blocks, work: particles.count * Self.block) { block, _ in
        let start = block * Self.block
        let targets = start..<min(start + Self.block, particles.count)
        return body(
          Interactions(
            dimensions: world.dimensions, targets: particles.position, targetRange: targets,
            targetIDs: ids, sources: particles.position, sourceCount: particles.count,
            weights: UnsafePointer(particles.charge), sourceIDs: ids, seed: world.seed))
      }
    }
  }

  /// How many targets are given at a time.
  private static let block = 64
}
