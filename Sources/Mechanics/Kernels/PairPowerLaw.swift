import ForceLabCVectors

/// The law of `pair-power`: scale·dʳ, away from each other. Loops in C sum it where r is −1 or −2.
struct PairPowerLaw: PairLaw {
  let scale: Double
  /// r.
  let exponent: Double
  private let form: Form

  /// The exponents whose powers need no logarithm, and all others.
  private enum Form { case linear, constant, inverse, inverseSquare, inverseCube, general }

  init(scale: Double, exponent: Double) {
    (self.scale, self.exponent) = (scale, exponent)
    form =
      switch exponent {
      case 1: .linear
      case 0: .constant
      case -1: .inverse
      case -2: .inverseSquare
      case -3: .inverseCube
      default: .general
      }
  }

  /// dʳ⁻¹ as a function of d².
  @inline(__always)
  private func powers<Group: KernelVector>(_ squaredDistances: Group) -> Group {
    switch form {
    case .linear: Group(1)
    case .constant: Group(1) / squaredDistances.squareRoot()
    case .inverse: Group(1) / squaredDistances
    case .inverseSquare: Group(1) / (squaredDistances * squaredDistances.squareRoot())
    case .inverseCube: Group(1) / (squaredDistances * squaredDistances)
    case .general: squaredDistances.raised(to: (exponent - 1) / 2)
    }
  }

  @inline(__always) private func power<Number: KernelScalar>(_ squaredDistance: Number) -> Number {
    powers(Number.Group(squaredDistance)).first
  }

  /// Below, d is taken as 10⁻⁶ in the power, so that no force is infinite.
  @inline(__always) var nearSquaredDistance: Double { 1e-12 }
  @inline(__always) var harmonicSquaredDistance: Double {
    form == .inverse ? nearSquaredDistance : .infinity
  }

  var cLaw: CPairLaw? {
    switch form {
    case .inverse: CPairLaw(form: CPairInverse, strength: -scale, least: 1e-12)
    case .inverseSquare: CPairLaw(form: CPairInverseSquare, strength: -scale, least: 1e-12)
    default: nil
    }
  }

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

  /// Needs one division for both where r is −1.
  @inline(__always)
  func fastFactors<Group: KernelVector>(_ first: Group, _ second: Group) -> (Group, Group) {
    let strength = Group(Group.Number(-scale))
    guard form == .inverse else { return (strength * powers(first), strength * powers(second)) }
    let shared = Group(1) / (first * second)
    return (strength * (shared * second), strength * (shared * first))
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
