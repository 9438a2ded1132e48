import ForceLabPlugins
import ForceLabSettings

/// Moves every node by its force, up to a limit that falls linearly, as in Fruchterman–Reingold.
public struct Cooling: Integrator {
  public var startTemperature = 30.0
  public var iterations = 500

  @Scratch private var ticks = 0

  public init() {}

  public static let manual = Manual<Self>(
    "cooling",
    "Moves every node by its force, but no farther than a temperature that falls linearly to 0.",
    parameters: [
      Parameter(
        "start-temperature", \.startTemperature, above: 0, unit: "px",
        "Maximum movement of a node in the first tick; usually a tenth of the frame's width."),
      Parameter(
        "iterations", \.iterations, within: Bounds(1...1_000_000_000), unit: "ticks",
        "Ticks n until the temperature is 0; a run without a stop rule ends there."),
    ],
    formula: """
      x ← x + F·min(1, T/‖F‖)
      T = start-temperature·max(0, 1 − (i − 1)/n) in tick i, n = iterations
      """,
    source: "T. Fruchterman and E. Reingold, “Graph drawing by force-directed placement”, 1991; "
      + "the linear schedule is igraph's")

  /// The temperature of the last tick as a fraction of the first.
  public var temperature: Double {
    get { temperature(in: max(1, ticks)) }
    set {
      ticks = 1 + Int(clamping: (Double(iterations) * (1 - max(0, min(1, newValue)))).rounded())
    }
  }
  /// Halfway between the temperatures of the last two ticks.
  public var finalAlpha: Double? { 1.5 / Double(iterations) }

  private func temperature(in tick: Int) -> Double {
    tick > iterations ? 0 : 1 - Double(tick - 1) / Double(iterations)
  }

  public func coarsened(by stretch: Double) -> any Integrator {
    setting(\.startTemperature, to: startTemperature * stretch)
  }

  public mutating func renumber(_ origins: [Int?]) {}

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    ticks += 1
    let limit = startTemperature * temperature(in: ticks)
    return world.descend(forces) { min($0, limit) }
  }
}
