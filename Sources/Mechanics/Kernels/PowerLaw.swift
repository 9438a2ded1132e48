/// dʳ⁻¹ as a function of d², so that kernels can be compiled for common exponents.
@usableFromInline
protocol Power: Sendable {
  func value<Number: LoopNumber>(_ squaredDistance: Number) -> Number
  /// The values for a group.
  func values<Group: NumberGroup>(_ squaredDistances: Group) -> Group
  /// The values for two groups, for which one division may do.
  func values<Group: NumberGroup>(_ first: Group, _ second: Group) -> (Group, Group)
}

extension Power {
  /// Each by itself, in a loop over memory.
  @inlinable @inline(__always)
  func values<Group: NumberGroup>(_ squaredDistances: Group) -> Group {
    squaredDistances.map { value($0) }
  }

  @inlinable @inline(__always)
  func values<Group: NumberGroup>(_ first: Group, _ second: Group) -> (Group, Group) {
    (values(first), values(second))
  }
}

/// r = 1.
@usableFromInline @frozen
struct NoPower: Power {
  @inlinable
  init() {}

  @inlinable @inline(__always)
  func value<Number: LoopNumber>(_ squaredDistance: Number) -> Number { 1 }

  @inlinable @inline(__always)
  func values<Group: NumberGroup>(_ squaredDistances: Group) -> Group {
    Group(1)
  }
}

/// r = 0.
@usableFromInline @frozen
struct InversePower: Power {
  @inlinable
  init() {}

  @inlinable @inline(__always)
  func value<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    1 / squaredDistance.squareRoot()
  }

  @inlinable @inline(__always)
  func values<Group: NumberGroup>(_ squaredDistances: Group) -> Group {
    Group(1) / squaredDistances.squareRoot()
  }
}

/// r = −1.
@usableFromInline @frozen
struct InverseSquare: Power {
  @inlinable
  init() {}

  @inlinable @inline(__always)
  func value<Number: LoopNumber>(_ squaredDistance: Number) -> Number { 1 / squaredDistance }

  @inlinable @inline(__always)
  func values<Group: NumberGroup>(_ squaredDistances: Group) -> Group {
    Group(1) / squaredDistances
  }

  @inlinable @inline(__always)
  func values<Group: NumberGroup>(_ first: Group, _ second: Group) -> (Group, Group) {
    let shared = Group(1) / (first * second)
    return (shared * second, shared * first)
  }
}

/// r = −2.
@usableFromInline @frozen
struct InverseCube: Power {
  @inlinable
  init() {}

  @inlinable @inline(__always)
  func value<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    1 / (squaredDistance * squaredDistance.squareRoot())
  }

  @inlinable @inline(__always)
  func values<Group: NumberGroup>(_ squaredDistances: Group) -> Group {
    Group(1) / (squaredDistances * squaredDistances.squareRoot())
  }
}

/// r = −3.
@usableFromInline @frozen
struct InverseFourth: Power {
  @inlinable
  init() {}

  @inlinable @inline(__always)
  func value<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    1 / (squaredDistance * squaredDistance)
  }

  @inlinable @inline(__always)
  func values<Group: NumberGroup>(_ squaredDistances: Group) -> Group {
    Group(1) / (squaredDistances * squaredDistances)
  }
}

/// Any r, by logarithm and exponential.
@usableFromInline @frozen
struct AnyPower: Power {
  /// (r − 1)/2.
  @usableFromInline let half: Double

  @inlinable
  init(half: Double) { self.half = half }

  @inlinable @inline(__always)
  func value<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    Number((half * Double(squaredDistance).logarithm).exponential)
  }
}

/// scale·dʳ, away from each other.
@usableFromInline @frozen
struct PowerLaw<P: Power>: PairLaw {
  /// r.
  @usableFromInline let exponent: Double
  @usableFromInline let scale: Double
  @usableFromInline let power: P

  @inlinable
  init(exponent: Double, scale: Double, power: P) {
    self.exponent = exponent
    self.scale = scale
    self.power = power
  }

  /// Below, d is taken as 10⁻⁶ in the power, so that no force is infinite.
  @inlinable @inline(__always)
  var nearSquaredDistance: Double { 1e-12 }

  @inlinable @inline(__always)
  func fastFactor<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    Number(-scale) * power.value(squaredDistance)
  }

  @inlinable @inline(__always)
  func factors<Group: NumberGroup>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  {
    fastFactors(Group.greater(squaredDistances, Group(1e-12)), times: charge)
  }

  @inlinable @inline(__always)
  func fastFactors<Group: NumberGroup>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  {
    Group(Group.Number(-scale) * charge) * power.values(squaredDistances)
  }

  @inlinable @inline(__always)
  func fastFactors<Group: NumberGroup>(_ first: Group, _ second: Group) -> (Group, Group) {
    let (strength, values) = (Group(Group.Number(-scale)), power.values(first, second))
    return (strength * values.0, strength * values.1)
  }

  @inlinable @inline(__always)
  func factor<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    Number(-scale) * power.value(squaredDistance < 1e-12 ? 1e-12 : squaredDistance)
  }

  /// −scale·dʳ⁺¹/(r + 1), or −scale·ln d where r is −1; a parabola where the force is linear.
  @inlinable @inline(__always)
  func potential(_ squaredDistance: Double) -> Double {
    let held = squaredDistance < 1e-12 ? 1e-12 : squaredDistance
    let half = (exponent + 1) / 2
    let raised = (half * held.logarithm).exponential / (2 * half)
    let far = half == 0 ? held.logarithm / 2 : raised
    // Zero but below the least distance.
    let near = power.value(held) * (squaredDistance - held) / 2
    return -scale * (far + near)
  }
}
