import ForceLabPlugins

public struct ForceError: MetricGroup {
  public init() {}

  public static let manual = Manual<Self>(
    "force-error",
    "Error of the repulsion strategy at the end, on up to 1 000 nodes: root mean square, 99th "
      + "percentile and maximum of ‖F − F*‖ relative to the RMS of the exact forces F*.",
    formula: "e = ‖F − F*‖/√(1/n·Σ‖F*‖²): √(1/n·Σe²), its 99th percentile, max e",
    source: "The accuracy measure of tree codes; Barnes and Hut 1989 among others")

  public var columns: [Column] {
    [
      .measure(
        "force_error_rms", "RMS force error", unit: "relative", better: .lower,
        use: .error),
      .measure(
        "force_error_p99", "99th percentile of the force error", unit: "relative", better: .lower),
      .measure("force_error_max", "maximum force error", unit: "relative", better: .lower),
    ]
  }

  public var needs: Set<LayoutKnowledge> { [.forces] }

  /// RMS, 99th percentile (nearest rank), maximum; nil without pairwise forces, or if all are zero.
  public func values(of layout: FinishedLayout) -> [Double?] {
    guard let forces = layout.forces else { return [nil, nil, nil] }
    let errors = zip(forces.summed, forces.exact).map { zip($0, $1).map { $0 - $1 } }
    let lengths = Self.lengths(errors).sorted()
    let whole = Self.rootMeanSquare(Self.lengths(forces.exact))
    guard whole > 0, let maximum = lengths.last, (maximum / whole).isFinite else {
      return [nil, nil, nil]
    }
    let rank = (99 * lengths.count + 99) / 100
    return [Self.rootMeanSquare(lengths), lengths[rank - 1], maximum].map { $0 / whole }
  }

  private static func lengths(_ vectors: [[Double]]) -> [Double] {
    guard let count = vectors.first?.count else { return [] }
    return (0..<count).map { index in
      let maximum = vectors.reduce(0) { max($0, $1[index].magnitude) }
      guard maximum > 0 else { return 0 }
      // Relative to the largest, so that squares neither overflow nor underflow.
      let parts = vectors.reduce(0) { $0 + ($1[index] / maximum) * ($1[index] / maximum) }
      return maximum * parts.squareRoot()
    }
  }

  private static func rootMeanSquare(_ lengths: [Double]) -> Double {
    guard let maximum = lengths.max(), maximum > 0 else { return 0 }
    let squares = lengths.reduce(0) { $0 + ($1 / maximum) * ($1 / maximum) }
    return maximum * (squares / Double(lengths.count)).squareRoot()
  }
}
