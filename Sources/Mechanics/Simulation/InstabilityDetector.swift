import ForceLabPlugins

/// Distinguishes an unstable simulation from one that only spreads, by how far its nodes travel.
///
/// The travel after tick t is s + m₁ + … + mₜ, where mᵢ is the maximum movement of a node in tick i. s is the extent of
/// the start, but at least 10·√n px, as of phyllotaxis. Nodes that are thrown apart or come from afar raise the travel
/// once. Nodes that drift apart raise it ever more slowly. A tick that is too long for the stiffness of the forces
/// raises it exponentially: each tick moves the nodes farther beyond their places than the tick before.
///
/// So a simulation is unstable if the travel grew at least tenfold in each of six equal spans of ticks,
/// one after another. Travel that grows like a power of t does so only above t¹².
///
/// A cooling integrator may become stable again before that. Then the simulation counts as unstable if
/// the travel grew at least fivefold in each of three spans (for a power of t only above t³·⁹), and the
/// layout ends 30 times as large as s.
///
/// An integrator may lengthen its steps by itself, up to a factor g. Then s·g² replaces s, and only the
/// first rule applies.
public struct InstabilityDetector {
  /// Successive spans of ticks in each of which the travel grew by a factor.
  public struct Growth: Sendable, Equatable {
    /// The number of spans.
    public var spans: Int
    /// The ticks of a span.
    public var ticks: Int
    /// The factor by which the travel grew in each span, at least.
    public var factor: Double
  }

  /// The extent of the start in px, at least 10·√n.
  public private(set) var scale: Double

  private var travel: Double
  /// The travel after a tick, whenever it has grown by a tenth.
  private var records: [(tick: Int, travel: Double)]
  private let stepGrowth: Double

  /// Watches a simulation from its start on. Cost: linear in the nodes.
  public init(_ simulation: Simulation) {
    scale = Self.scale(of: simulation)
    stepGrowth = simulation.integrator.stepGrowth
    travel = scale * stepGrowth * stepGrowth
    records = [(simulation.iteration, travel)]
  }

  private static func scale(of simulation: Simulation) -> Double {
    let particles = simulation.world.particles
    return max(particles.extent, 10 * Double(particles.count).squareRoot())
  }

  /// Notes that nodes were added, which makes the layout larger, or begins anew with an integrator that lengthens
  /// its steps differently. Cost: linear in the nodes.
  public mutating func adapt(to simulation: Simulation) {
    let isSame = stepGrowth == simulation.integrator.stepGrowth
    if isSame { scale = max(scale, Self.scale(of: simulation)) } else { self = Self(simulation) }
  }

  /// Adds the movement of a tick. Returns how the travel grew if the simulation is unstable.
  /// Cost: constant, apart from the few ticks in which a growing travel is judged.
  public mutating func add(_ movement: Movement, at tick: Int) -> Growth? {
    travel += movement.maximum
    guard let last = records.last, travel > 1.1 * last.travel else { return nil }
    records.append((tick, travel))
    guard travel > records[0].travel * 1e6 else { return nil }
    return growth(endingAt: records.count - 1, spans: 6, by: 10)
  }

  /// How the travel grew, if the simulation was unstable for a time and its layout is still too large.
  /// Cost: linear in the nodes.
  public func growth(atEndOf simulation: Simulation) -> Growth? {
    guard stepGrowth <= 1, simulation.world.particles.extent >= 30 * scale else { return nil }
    return records.indices.lazy.compactMap { growth(endingAt: $0, spans: 3, by: 5) }.first
  }

  private func growth(endingAt index: Int, spans: Int, by factor: Double) -> Growth? {
    let end = records[index].tick
    var ticks = 1
    while ticks * spans <= end - records[0].tick {
      let travels = (0...spans).map { travel(after: end - $0 * ticks) }
      if zip(travels, travels.dropFirst()).allSatisfy({ $0 >= factor * $1 }) {
        return Growth(spans: spans, ticks: ticks, factor: factor)
      }
      ticks = max(ticks + 1, ticks * 9 / 8)
    }
    return nil
  }

  /// The travel in the last record up to `tick`.
  private func travel(after tick: Int) -> Double {
    let next = records.indices.dropFirst().partitioningIndex { records[$0].tick > tick }
    return records[next - 1].travel
  }
}

extension Particles {
  /// The longest side of the box around the nodes, in px; 0 without nodes.
  public var extent: Double {
    (0..<dimensions).reduce(0) { extent, axis in
      let coordinates = UnsafeBufferPointer(start: position[axis], count: count)
      return max(extent, (coordinates.max() ?? 0) - (coordinates.min() ?? 0))
    }
  }
}
