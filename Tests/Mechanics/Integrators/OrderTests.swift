import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import Testing

/// Integrators have the order that their manuals state.
struct OrderTests {
  private typealias Making = (Double) -> any Integrator

  private let rungeKutta: Making = { step in RungeKutta4 { $0.timeStep = step } }
  private let velocityVerlet: Making = { step in VelocityVerlet { $0.timeStep = step } }

  /// The state after a time of `end`: coordinates, then velocities.
  private func state(
    _ integrator: Making, step: Double, end: Double, _ start: [[Double]], _ forces: [any Force]
  ) throws -> [Double] {
    let world = try world(start)
    world.particles.mass[0] = 2
    let simulation = Simulation(world, forces: forces, integrator: integrator(step))
    for _ in 0..<Int((end / step).rounded()) { simulation.tick() }
    return Array((world.particles.coordinates + velocities(of: world.particles)).joined())
  }

  /// The slope of log error over log Δt, by least squares.
  private func order(_ steps: [Double], _ state: (Double) throws -> [Double], exact: [Double])
    rethrows -> Double
  {
    let points = try steps.map { step in
      let error = zip(try state(step), exact).map { abs($0 - $1) }.max() ?? 0
      return (log(step), log(error))
    }
    let mean = points.reduce((0, 0)) {
      ($0.0 + $1.0 / Double(points.count), $0.1 + $1.1 / Double(points.count))
    }
    let (covariance, variance) = points.reduce((0, 0)) { sums, point in
      let (x, y) = (point.0 - mean.0, point.1 - mean.1)
      return (sums.0 + x * y, sums.1 + x * x)
    }
    return covariance / variance
  }

  private func expectOrder(
    _ integrator: Making, of stated: Int, _ steps: [Double], _ forces: [any Force],
    exact: (_ time: Double) -> [Double]
  ) throws {
    let fitted = try order(
      steps, { try state(integrator, step: $0, end: 8, [[10], [0]], forces) }, exact: exact(8))
    #expect(abs(fitted - Double(stated)) < 0.2, "\(integrator(1).name): \(fitted)")
  }

  /// A mass of 2 on a spring of ½: x = 10·cos(t/2), v = −5·sin(t/2).
  @Test func onASpring() throws {
    let spring = [CenterSpring { $0.stiffness = 0.5 }]
    let exact = { (t: Double) in [10 * cos(t / 2), 0, -5 * sin(t / 2), 0] }
    try expectOrder(velocityVerlet, of: 2, [0.2, 0.1, 0.05, 0.025], spring, exact: exact)
    try expectOrder(rungeKutta, of: 4, [0.4, 0.2, 0.1, 0.05], spring, exact: exact)
  }

  /// x″ = −γ·x′ − x/4 with γ = ½: damping is exact to first order.
  @Test func onADampedSpring() throws {
    let spring = [CenterSpring { $0.stiffness = 0.5 }]
    let damped: Making = { step in
      VelocityVerlet { ($0.timeStep, $0.damping) = (step, 0.5) }
    }
    try expectOrder(damped, of: 1, [0.05, 0.025, 0.0125], spring, exact: damping)
  }

  /// The same motion, braked by a force: `rk4` keeps its order, whatever the order of the forces.
  @Test func onASpringWithDrag() throws {
    let spring = CenterSpring { $0.stiffness = 0.5 }
    let drag = Drag { $0.coefficient = 1 }
    for forces in [[spring, drag], [drag, spring]] as [[any Force]] {
      try expectOrder(rungeKutta, of: 4, [0.4, 0.2, 0.1, 0.05], forces, exact: damping)
      // As its manual says, velocity Verlet is of order 2 without such a force only.
      try expectOrder(velocityVerlet, of: 1, [0.05, 0.025, 0.0125], forces, exact: damping)
    }
  }

  /// The motion from 10 at rest of x″ = −x′/2 − x/4: ω = √3/4.
  private func damping(_ t: Double) -> [Double] {
    let (rate, omega) = (0.25, 3.0.squareRoot() / 4)
    let decay = 10 * exp(-rate * t)
    let x = decay * (cos(omega * t) + rate / omega * sin(omega * t))
    let v = -decay * (omega + rate * rate / omega) * sin(omega * t)
    return [x, 0, v, 0]
  }

  /// Three bodies that pass near each other, against a hundredfold finer step.
  @Test(arguments: [2, 3])
  func onRepelledBodies(dimensions: Int) throws {
    let start = Array([[10.0, -12, 3], [1, -2, 9], [4, 0, -5]].prefix(dimensions))
    let forces: [any Force] = [
      Coulomb { $0.charge = 4 }, CenterSpring { $0.stiffness = 0.5 },
    ]
    let exact = try state(rungeKutta, step: 1.0 / 512, end: 2, start, forces)
    for (integrator, stated, steps) in [
      (velocityVerlet, 2.0, [0.0625, 0.03125, 0.015625]),
      (rungeKutta, 4.0, [0.125, 0.0625, 0.03125]),
    ] {
      let fitted = try order(
        steps, { try state(integrator, step: $0, end: 2, start, forces) }, exact: exact)
      #expect(abs(fitted - stated) < 0.2)
    }
  }

  @Test func rungeKuttaHardlyLosesEnergy() throws {
    let simulation = Simulation(
      try world([[10, -9], [2, 1]]), forces: [Coulomb(), CenterSpring()],
      integrator: RungeKutta4())
    let start = try #require(simulation.energy().total)
    for _ in 0..<400 { simulation.tick() }
    #expect(abs(try #require(simulation.energy().total) / start - 1) < 1e-6)
  }
}
