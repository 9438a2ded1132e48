import ForceLabKit

/// A command: `wind kinds` prints how many plugins of each kind the lab has.
public struct Kinds: ParsableCommand {
  public static let configuration = CommandConfiguration(
    abstract: "Print how many plugins of each kind the lab has.")

  public init() {}

  public func run() {
    for kind in Lab.catalog.kinds { print("\(kind.name): \(Lab.catalog.entries(of: kind).count)") }
  }
}
