/// The precisions in which pairs are summed: `Double`, and `Float`, which is twice as fast.
public protocol LoopNumber: BinaryFloatingPoint, Sendable {
  /// As many of them as are summed side by side.
  associatedtype Group: NumberGroup where Group.Number == Self
  /// The least squared distance for which laws are taken in their fast form: so small that no two
  /// nodes are so near but by accident, so large that products of two are well within range.
  static var leastSquare: Self { get }
  /// Adds what `sources` do at `targets`, which they are far from, to `sums`.
  static func add(
    _ sum: PairSum, of sources: Bodies<Self>, on targets: Bodies<Self>, to sums: NumberLanes<Self>)
}

extension Double: LoopNumber {
  public typealias Group = DoubleVector8

  @inlinable
  public static var leastSquare: Double { 1e-150 }

  public static func add(
    _ sum: PairSum, of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes
  ) {
    switch sum.quantity {
    case .force:
      _ = sum.law.addForces(of: sources, on: targets, PairFilter(), to: sums)
    case .potential: sum.law.addPotentials(of: sources, on: targets, to: sums)
    }
  }
}

extension Float: LoopNumber {
  public typealias Group = FloatVector16

  @inlinable
  public static var leastSquare: Float { 1e-18 }

  public static func add(
    _ sum: PairSum, of sources: Bodies<Float>, on targets: Bodies<Float>,
    to sums: NumberLanes<Float>
  ) {
    _ = sum.law.addForces(of: sources, on: targets, PairFilter(), to: sums)
  }
}
