import ForceLabKit

/// A force that ends its process, to show that the lab isolates trials.
public struct Crash: Force {
  public var armed = false

  public init() {}

  public static let manual = Manual<Self>(
    "crash", "Ends the process of its trial.",
    parameters: [Parameter("armed", \.armed, "Whether it ends the process.")])

  public func apply(to world: World, alpha: Double) { precondition(!armed) }
  public func potentialEnergy(of world: World) -> Double? { 0 }
}
