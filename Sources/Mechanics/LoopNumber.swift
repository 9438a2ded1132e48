/// The precisions in which pairs are summed: `Double`, and `Float`, which is twice as fast.
public protocol LoopNumber: BinaryFloatingPoint, Sendable {
  /// Adds what `sources` do at `targets`, which they are far from, to `sums`.
  static func add(
    _ sum: PairSum, of sources: Bodies<Self>, on targets: Bodies<Self>, to sums: NumberLanes<Self>)
}

extension Double: LoopNumber {
  public static func add(
    _ sum: PairSum, of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes
  ) {
    switch sum.quantity {
    case .force:
      withUnsafePointer(to: BodyRun(0, count: sources.count)) { run in
        _ = sum.law.addForces(
          of: sources, UnsafeBufferPointer(start: run, count: 1), on: targets, tooNear: -1, to: sums
        )
      }
    case .potential: sum.law.addPotentials(of: sources, on: targets, to: sums)
    }
  }
}

extension Float: LoopNumber {
  public static func add(
    _ sum: PairSum, of sources: Bodies<Float>, on targets: Bodies<Float>,
    to sums: NumberLanes<Float>
  ) {
    withUnsafePointer(to: BodyRun(0, count: sources.count)) { run in
      _ = sum.law.addForces(
        of: sources, UnsafeBufferPointer(start: run, count: 1), on: targets, tooNear: -1, to: sums)
    }
  }
}
