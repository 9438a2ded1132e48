import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Foundation
import Testing

/// Fields, against closed forms.
struct FieldTests {
  /// The path of one node under `forces`: `count` steps of `step` ticks.
  private func path(
    _ forces: [any Force], from start: [Double], velocity: [Double] = [0, 0], charge: Double = 1,
    mass: Double = 1, count: Int, step: Double, _ integrator: (Double) -> any Integrator
  ) throws -> [[Double]] {
    let world = try world(start.map { [$0] })
    for axis in velocity.indices { world.particles.velocity[axis][0] = velocity[axis] }
    (world.particles.charge[0], world.particles.mass[0]) = (charge, mass)
    let simulation = Simulation(world, forces: forces, integrator: integrator(step))
    return (0..<count).map { _ in
      simulation.tick()
      return simulation.position(of: 0)
    }
  }

  private func distance(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  /// `MultilevelTests` show that of springs.
  @Test func radialGravityHoldsGroupsOfNodesMoreStrongly() throws {
    let field = try #require(
      RadialGravity { $0.strength = 3 }.coarsened(by: 2) as? RadialGravity)
    #expect(field.strength == 12)
  }

  /// Heavy bodies fall as fast as light ones, and velocity Verlet is exact for parabolas.
  @Test(arguments: [1.0, 5])
  func bodiesFallAlongParabolas(mass: Double) throws {
    let field = LinearGravity { ($0.strength, $0.direction) = (0.3, [0, 2]) }
    let path = try path(
      [field], from: [1, 2], velocity: [3, -4], mass: mass, count: 50, step: 0.1
    ) { step in VelocityVerlet { $0.timeStep = step } }
    for (index, place) in path.enumerated() {
      let time = 0.1 * Double(index + 1)
      let expected = [1 + 3 * time, 2 - 4 * time + 0.15 * time * time]
      #expect(distance(place, expected) < 1e-12)
    }
  }

  /// The error of the end of a path, with steps of a quarter and an eighth of a tick.
  private func errors(
    _ forces: [any Force], from start: [Double], velocity: [Double], charge: Double = 1,
    expected: [Double], ticks: Int, _ integrator: (Double) -> any Integrator
  ) throws -> [Double] {
    try [4, 8].map { parts in
      let path = try path(
        forces, from: start, velocity: velocity, charge: charge, count: ticks * parts,
        step: 1 / Double(parts), integrator)
      return distance(try #require(path.last), expected)
    }
  }

  private func isOfOrder(_ order: Double, _ errors: [Double]) -> Bool {
    abs(log2(errors[0] / errors[1]) - order) < 0.2
  }

  /// A charge circles at the angular velocity q·B, with a radius of v/(q·B), clockwise where y grows
  /// upwards.
  @Test func chargesCircleInAMagneticField() throws {
    let (field, rate) = (MagneticField { $0.strength = 0.05 }, 0.1)
    let angle = rate * 40
    let expected = [10 * sin(angle), -10 * (1 - cos(angle))]
    let errors = try errors(
      [field], from: [0, 0], velocity: [1, 0], charge: 2, expected: expected, ticks: 40
    ) { step in RungeKutta4 { $0.timeStep = step } }
    #expect(errors[1] < 1e-7)
    #expect(isOfOrder(4, errors), "\(errors)")
  }

  /// A circular orbit needs v² = k·q/r for a force of k·q/r² towards the point.
  @Test func chargesOrbitAPoint() throws {
    let angle = 40.0 * 2 / 16
    for field in [
      ElectricField { ($0.strength, $0.position) = (-64, [5, 5]) } as any Force,
      RadialGravity { ($0.strength, $0.position) = (64, [5, 5]) },
    ] {
      let errors = try errors(
        [field], from: [21, 5], velocity: [0, 2],
        expected: [5 + 16 * cos(angle), 5 + 16 * sin(angle)],
        ticks: 40
      ) { step in VelocityVerlet { $0.timeStep = step } }
      #expect(errors[1] < 1e-2)
      #expect(isOfOrder(2, errors), "\(errors)")
    }
  }

  @Test func springsSwingAndDragDecays() throws {
    let swing = try errors(
      [SpringField { $0.strength = 0.01 }], from: [3, 0], velocity: [0, 0],
      expected: [3 * cos(0.1 * 50), 0], ticks: 50
    ) { step in VelocityVerlet { $0.timeStep = step } }
    #expect(swing[1] < 1e-2 && isOfOrder(2, swing))
    // v = exp(−c·t)
    let linear = try errors(
      [DragField { $0.strength = 0.1 }], from: [0, 0], velocity: [1, 0],
      expected: [10 * (1 - exp(-2)), 0], ticks: 20
    ) { step in RungeKutta4 { $0.timeStep = step } }
    #expect(linear[1] < 1e-7 && isOfOrder(4, linear))
    // dv/dt = −c·v·(1 + b·v), whose integral is x = ln(1 + (1 − exp(−c·t))·b·v₀/…)/(c·b).
    let (c, b, v, t) = (0.1, 2.0, 1.0, 20.0)
    let quadratic = try errors(
      [DragField { ($0.strength, $0.quadratic) = (c, b) }], from: [0, 0], velocity: [v, 0],
      expected: [log(1 + b * v * (1 - exp(-c * t))) / (c * b), 0], ticks: 20
    ) { step in RungeKutta4 { $0.timeStep = step } }
    #expect(quadratic[1] < 1e-6 && isOfOrder(4, quadratic), "\(quadratic)")
  }

  /// Torque is constant at a constant distance from the axis.
  @Test func aVortexPushesAround() throws {
    for node in [[3.0, 4], [0, -2]] {
      let pull = velocities(
        Vortex { ($0.strength, $0.falloff) = (2, 1) }, in: try world(node.map { [$0] }))
      let radius = hypot(node[0], node[1])
      #expect(abs(pull[0][0] * node[0] + pull[1][0] * node[1]) < 1e-14)
      #expect(abs(node[0] * pull[1][0] - node[1] * pull[0][0] - 2) < 1e-14, "k·r/r, from x to y")
      #expect(abs(hypot(pull[0][0], pull[1][0]) - 2 / radius) < 1e-14)
    }
    #expect(velocities(Vortex(), in: try world([[0], [0], [5]])) == [[0], [0], [0]])
  }

  @Test func aVelocityFieldSetsVelocities() throws {
    let world = try world([[1, 200], [0, 0]])
    world.particles.velocity[1][0] = 7
    let field = VelocityField {
      $0.velocity = [2, 3]
      $0.region = FieldRegion { $0.radius = 100 }
    }
    let simulation = Simulation(
      world, forces: [field], integrator: VelocityVerlet { $0.timeStep = 1 })
    simulation.tick(30)
    let velocity = (0..<2).map { axis in world.particles.velocity[axis][0] }
    #expect(distance(velocity, [2, 3]) < 1e-6)
    #expect(world.particles.velocity[0][1] == 0)
  }

  @Test func regionsAndMinimumRadius() throws {
    let places: [[Double]] = [[0, 10, 10.001, 0, 4], [0, 0, 0, 7, 4]]
    func isPushed(_ region: FieldRegion) throws -> [Bool] {
      velocities(LinearGravity { $0.region = region }, in: try world(places))[1].map { $0 != 0 }
    }
    #expect(try isPushed(FieldRegion()) == [true, true, true, true, true])
    #expect(try isPushed(FieldRegion { $0.radius = 10 }) == [true, true, false, true, true])
    #expect(
      try isPushed(FieldRegion { ($0.width, $0.height) = (8, 13) }) == [
        true, false, false, false, true,
      ])
    let near = velocities(
      RadialGravity { ($0.strength, $0.falloff, $0.minimumRadius) = (8, 3, 2) },
      in: try world([[1, 4], [0, 0]]))
    #expect(near[0] == [-1, -0.125])
  }

  @Test func noiseIsBoundedSmoothAndSeeded() throws {
    let places: [[Double]] = [
      (0..<400).map { 0.5 * Double($0) - 100 }, Array(repeating: 3, count: 400),
    ]
    func noise(_ noise: FieldNoise, seed: UInt64 = 1, tick: Int = 1) throws -> [Double] {
      let world = try world(places, seed: seed)
      let simulation = Simulation(
        world, forces: [NoiseField { ($0.strength, $0.noise) = (1, noise) }],
        integrator: Displacement())
      for _ in 1..<tick {
        simulation.tick()
        for node in 0..<400 { simulation.move(node, to: places.map { $0[node] }) }
      }
      simulation.tick()
      return (0..<400).map { world.particles.velocity[0][$0] }
    }
    let smooth = try noise(FieldNoise { ($0.smoothness, $0.size) = (1, 50) })
    #expect(smooth.allSatisfy { abs($0) <= 1 } && Set(smooth).count > 390)
    func roughness(_ values: [Double]) -> Double {
      zip(values, values.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }
    // The fade has a slope of at most 15/8, over a difference of at most 2 in 50 px.
    #expect(roughness(smooth) < 2 * 15.0 / 8 / 50 * 0.5)
    let rough = try noise(FieldNoise { ($0.smoothness, $0.size) = (0, 50) })
    #expect(roughness(rough) > roughness(smooth))
    #expect(try noise(FieldNoise { ($0.smoothness, $0.size) = (1, 50) }) == smooth)
    #expect(try noise(FieldNoise { ($0.smoothness, $0.size) = (1, 50) }, seed: 2) != smooth)
    #expect(try noise(FieldNoise { ($0.smoothness, $0.size, $0.seed) = (1, 50, 1) }) != smooth)
    // Without animation, the noise is the same in the next tick.
    let still = FieldNoise { ($0.smoothness, $0.animationSpeed, $0.size) = (1, 0, 50) }
    #expect(try noise(still, tick: 2) == noise(still))
    #expect(
      try noise(FieldNoise { $0.animationSpeed = 0.1 }, tick: 2)
        != noise(FieldNoise { $0.animationSpeed = 0.1 }))
  }

  @Test func turbulenceLeavesNodesAtRest() throws {
    let world = try world([[1, 30], [2, 40]])
    world.particles.velocity[0][1] = 4
    let noise = FieldNoise { $0.size = 20 }
    var field = TurbulenceField { ($0.strength, $0.noise) = (1, noise) }
    field.apply(to: world, alpha: 1)
    #expect((0..<2).allSatisfy { world.particles.velocity[$0][0] == 0 })
    let pushed = world.particles.velocity[1][1]
    let resting = try ForceLabTestSupport.world([[1, 30], [2, 40]])
    let still = velocities(NoiseField { $0.noise = noise }, in: resting)
    #expect(abs(pushed - 4 * still[1][1]) < 1e-12)
  }

  @Test func mistakesAreRefused() throws {
    for direction: [Double] in [[], [0, 0], [1, 2, 3]] {
      #expect(throws: ParameterError.self) {
        try LinearGravity { $0.direction = direction }.check(dimensions: 2)
      }
    }
    #expect(throws: ParameterError.self) { try Vortex { $0.position = [1] }.check(dimensions: 2) }
    #expect(throws: ParameterError.self) {
      try VelocityField { $0.velocity = [1, 2, 3] }.check(dimensions: 2)
    }
    #expect(throws: ParameterError.self) {
      try FieldRegion { ($0.radius, $0.width) = (3, 4) }.check()
    }
  }
}
