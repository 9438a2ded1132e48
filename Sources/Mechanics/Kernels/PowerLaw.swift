import ForceLabCVectors

/// A law of `pair-power`: scale·dʳ, away from each other. Each common exponent is a type of its
/// own, so that the kernels are compiled for it.
protocol PowerLaw: PairLaw {
  /// r.
  var exponent: Double { get }
  var scale: Double { get }
  /// dʳ⁻¹ as a function of d².
  func powers<Group: KernelVector>(_ squaredDistances: Group) -> Group
  /// The same for two groups, for which one division may do.
  func powers<Group: KernelVector>(_ first: Group, _ second: Group) -> (Group, Group)
}

extension PowerLaw {
  @inline(__always)
  func powers<Group: KernelVector>(_ first: Group, _ second: Group) -> (Group, Group) {
    (powers(first), powers(second))
  }

  @inline(__always) private func power<Number: KernelScalar>(_ squaredDistance: Number) -> Number {
    powers(Number.Group(squaredDistance)).first
  }

  /// Below, d is taken as 10⁻⁶ in the power, so that no force is infinite.
  @inline(__always) var nearSquaredDistance: Double { 1e-12 }

  @inline(__always) func fastFactor<Number: KernelScalar>(_ squaredDistance: Number) -> Number {
    Number(-scale) * power(squaredDistance)
  }

  @inline(__always)
  func factors<Group: KernelVector>(_ squaredDistances: Group, times charge: Group.Number) -> Group
  {
    fastFactors(Group.greater(squaredDistances, Group(1e-12)), times: charge)
  }

  @inline(__always)
  func fastFactors<Group: KernelVector>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  {
    Group(Group.Number(-scale) * charge) * powers(squaredDistances)
  }

  @inline(__always)
  func fastFactors<Group: KernelVector>(_ first: Group, _ second: Group) -> (Group, Group) {
    let (strength, values) = (Group(Group.Number(-scale)), powers(first, second))
    return (strength * values.0, strength * values.1)
  }

  @inline(__always) func factor<Number: KernelScalar>(_ squaredDistance: Number) -> Number {
    fastFactor(squaredDistance < 1e-12 ? 1e-12 : squaredDistance)
  }

  /// −scale·dʳ⁺¹/(r + 1), or −scale·ln d where r is −1; a parabola where the force is linear.
  @inline(__always) func potential(_ squaredDistance: Double) -> Double {
    let held = squaredDistance < 1e-12 ? 1e-12 : squaredDistance
    let far = exponent == -1 ? held.logarithm / 2 : power(held) * held / (exponent + 1)
    // Zero from 10⁻⁶ on.
    let near = power(held) * (squaredDistance - held) / 2
    return -scale * (far + near)
  }

  @inline(__always) func potentials(_ squaredDistances: DoubleVector8) -> DoubleVector8 {
    guard !squaredDistances.isAnyLess(than: DoubleVector8(1e-12)) else {
      return squaredDistances.map { potential($0) }
    }
    guard exponent != -1 else { return DoubleVector8(-scale / 2) * squaredDistances.logarithm() }
    return DoubleVector8(-scale / (exponent + 1)) * (powers(squaredDistances) * squaredDistances)
  }
}

struct LinearLaw: PowerLaw {
  let scale: Double
  var exponent: Double { 1 }
  @inline(__always)
  func powers<Group: KernelVector>(_ squaredDistances: Group) -> Group { Group(1) }
}

struct ConstantLaw: PowerLaw {
  let scale: Double
  var exponent: Double { 0 }

  @inline(__always) func powers<Group: KernelVector>(_ squaredDistances: Group) -> Group {
    Group(1) / squaredDistances.squareRoot()
  }
}

struct InverseLaw: PowerLaw {
  let scale: Double
  var exponent: Double { -1 }
  @inline(__always) var harmonicSquaredDistance: Double { nearSquaredDistance }
  var cLaw: CPairLaw? { CPairLaw(form: CPairInverse, strength: -scale, least: 1e-12) }

  @inline(__always) func powers<Group: KernelVector>(_ squaredDistances: Group) -> Group {
    Group(1) / squaredDistances
  }

  @inline(__always)
  func powers<Group: KernelVector>(_ first: Group, _ second: Group) -> (Group, Group) {
    let shared = Group(1) / (first * second)
    return (shared * second, shared * first)
  }
}

struct InverseSquareLaw: PowerLaw {
  let scale: Double
  var exponent: Double { -2 }
  var cLaw: CPairLaw? { CPairLaw(form: CPairInverseSquare, strength: -scale, least: 1e-12) }

  @inline(__always) func powers<Group: KernelVector>(_ squaredDistances: Group) -> Group {
    Group(1) / (squaredDistances * squaredDistances.squareRoot())
  }
}

struct InverseCubeLaw: PowerLaw {
  let scale: Double
  var exponent: Double { -3 }

  @inline(__always) func powers<Group: KernelVector>(_ squaredDistances: Group) -> Group {
    Group(1) / (squaredDistances * squaredDistances)
  }
}

/// Any exponent, by logarithms and exponentials.
struct GeneralPowerLaw: PowerLaw {
  let scale: Double
  let exponent: Double

  @inline(__always) func powers<Group: KernelVector>(_ squaredDistances: Group) -> Group {
    squaredDistances.raised(to: (exponent - 1) / 2)
  }
}
