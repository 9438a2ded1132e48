import ForceLabCVectors

/// How strong a pairwise force is: two functions of the squared distance. They are called in loops
/// that the compiler turns into SIMD code, so they should be short, inlinable, and choose by `?:`
/// rather than branch. The factor is also wanted in single precision, in which strategies that
/// approximate sum: `Number` is `Double` or `Float`.
public protocol PairLaw: Sendable {
  /// f(r²), where the force on a node is Σ charge·f(r²)·δ over the others, δ pointing to the other.
  func factor<Number: KernelScalar>(_ squaredDistance: Number) -> Number
  /// φ(r²), the potential of a pair: dφ/dr = f(r²)·r.
  func potential(_ squaredDistance: Double) -> Double
  /// The potentials of eight pairs, none of which are in one place.
  func potentials(_ squaredDistances: DoubleVector8) -> DoubleVector8
  /// `charge` times `factor` of a group of squared distances.
  func factors<Group: KernelVector>(_ squaredDistances: Group, times charge: Group.Number) -> Group
  /// f(r²) in its simplest form, right from `nearSquaredDistance` on, where it must be smooth.
  func fastFactor<Number: KernelScalar>(_ squaredDistance: Number) -> Number
  /// `charge` times `fastFactor` of a group of squared distances.
  func fastFactors<Group: KernelVector>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  /// `fastFactor` of two groups of squared distances, for which one division may do.
  func fastFactors<Group: KernelVector>(_ first: Group, _ second: Group) -> (Group, Group)
  /// The smallest squared distance at which `fastFactor` is exact; ∞ if it is never exact.
  var nearSquaredDistance: Double { get }
  /// The squared distance beyond which the force is c/r, harmonic in 2D; ∞, the default, if nowhere.
  var harmonicSquaredDistance: Double { get }
  /// The law as one that the loops in C know, which are compiled for several instruction sets; nil,
  /// the default, if it is another.
  var cLaw: CPairLaw? { get }
  /// Adds the forces of the sources of `interactions` on its targets to `sums`, one lane per axis.
  func addForces(_ interactions: InteractionList, to sums: Lanes)
  /// Adds the potentials of the sources of `interactions` at its targets to the lane `sums`.
  func addPotentials(_ interactions: InteractionList, to sums: Lanes)
  /// Adds the forces between the nodes `block`, and between these and all earlier nodes, to `sums`,
  /// one lane per axis. All charges are 1; `nearSquaredDistance` must be finite.
  func addMutualForces(_ nodes: Bodies<Double>, block: Range<Int>, seed: UInt64, to sums: Lanes)
  /// Adds the forces of `sources` on `targets`; false if a pair is too near, and the sums invalid.
  func addForces(
    of sources: Bodies<Double>, on targets: Bodies<Double>, _ filter: PairFilter, to sums: Lanes
  ) -> Bool
  /// The same in single precision.
  func addForces(
    of sources: Bodies<Float>, on targets: Bodies<Float>, _ filter: PairFilter,
    to sums: NumberLanes<Float>
  ) -> Bool
  /// Adds the potentials of `sources` at `targets`, none of which coincide, to the lane `sums`.
  func addPotentials(of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes)
}

extension PairLaw {
  @inlinable @inline(__always)
  public func potentials(_ squaredDistances: DoubleVector8) -> DoubleVector8 {
    squaredDistances.map { potential($0) }
  }

  @inlinable @inline(__always)
  public func factors<Group: KernelVector>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  {
    squaredDistances.map { factor($0) } * Group(charge)
  }

  @inlinable @inline(__always)
  public func fastFactor<Number: KernelScalar>(_ squaredDistance: Number) -> Number {
    factor(squaredDistance)
  }

  @inlinable @inline(__always)
  public func fastFactors<Group: KernelVector>(
    _ squaredDistances: Group, times charge: Group.Number
  ) -> Group {
    squaredDistances.map { fastFactor($0) } * Group(charge)
  }

  @inlinable @inline(__always)
  public func fastFactors<Group: KernelVector>(_ first: Group, _ second: Group) -> (Group, Group) {
    (fastFactors(first, times: 1), fastFactors(second, times: 1))
  }

  @inlinable public var nearSquaredDistance: Double { 0 }
  @inlinable public var harmonicSquaredDistance: Double { .infinity }
  @inlinable public var cLaw: CPairLaw? { nil }

  @inlinable public func addForces(_ interactions: InteractionList, to sums: Lanes) {
    PairKernel<Self, Double>.addForces(self, interactions, to: sums)
  }

  @inlinable public func addPotentials(_ interactions: InteractionList, to sums: Lanes) {
    PotentialKernel.addPotentials(self, interactions, to: sums)
  }

  @inlinable
  public func addMutualForces(
    _ nodes: Bodies<Double>, block: Range<Int>, seed: UInt64, to sums: Lanes
  ) {
    MutualKernel(law: self, nodes: nodes, sums: sums, seed: seed).add(block)
  }

  @inlinable
  public func addForces(
    of sources: Bodies<Double>, on targets: Bodies<Double>, _ filter: PairFilter, to sums: Lanes
  ) -> Bool {
    PairKernel<Self, Double>(law: self, sources, filter).addForces(on: targets, to: sums)
  }

  @inlinable
  public func addForces(
    of sources: Bodies<Float>, on targets: Bodies<Float>, _ filter: PairFilter,
    to sums: NumberLanes<Float>
  ) -> Bool {
    PairKernel<Self, Float>(law: self, sources, filter).addForces(on: targets, to: sums)
  }

  @inlinable
  public func addPotentials(of sources: Bodies<Double>, on targets: Bodies<Double>, to sums: Lanes)
  {
    PotentialKernel.addPotentials(self, sources, at: targets, to: sums)
  }
}
