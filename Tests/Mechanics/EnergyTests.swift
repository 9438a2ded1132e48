import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Potentials and their conservation.
struct EnergyTests {
  /// Every force of the catalog with its defaults and with other parameters that its potential depends on.
  private func variants(dimensions: Int) -> [any Force] {
    let center = Array([9.0, 4, 2].prefix(dimensions))
    var variants = plugins(.force, as: (any Force).self).map {
      // So large that nodes overlap.
      $0 is Collide ? Collide { $0.radius = 30 } : $0
    }
    variants += [ManyBody { $0.distanceMin = 30 }, ManyBody { $0.distanceMax = 50 }]
    for exponent in [-3, -1.5, -1, 0, 1, 2.0] {
      for weight in PairPower.Weight.allCases {
        variants.append(PairPower { ($0.exponent, $0.weight) = (exponent, weight) })
      }
      variants.append(PairPower { ($0.exponent, $0.softening) = (exponent, 3) })
      variants.append(LinkPower { ($0.exponent, $0.weights) = (exponent, "weight") })
    }
    for iterations in [1, 2] {
      variants.append(LinkForce { ($0.update, $0.iterations) = (.simultaneous, iterations) })
    }
    variants.append(LinkForce { ($0.update, $0.strength, $0.scale) = (.simultaneous, 0.3, 0.7) })
    variants += [GravityWell { ($0.strong, $0.center) = (true, center) }, Radial { $0.radius = 3 }]
    variants += [Position { ($0.axis, $0.target) = (.y, 7) }, CenterSpring { $0.center = center }]
    for falloff in [0, 0.5, 1, 2] {
      variants += [
        ElectricField { $0.falloff = falloff }, LinearGravity { $0.falloff = falloff },
        RadialGravity { $0.falloff = falloff }, SpringField { $0.falloff = falloff },
      ]
    }
    return variants
  }

  /// Forces with a potential are its negative gradient, whatever the charges and masses; those without are
  /// not the gradient of anything.
  @Test(arguments: [2, 3], [[1], [2.5], [1, 2, -0.5, 3]])
  func forcesAreTheGradientsOfTheirPotentials(dimensions: Int, charges: [Double]) throws {
    let irregular = try Graph(
      nodeCount: 8, edges: [(0, 1), (0, 2), (0, 3), (2, 3), (3, 4), (5, 6)],
      weights: [1, 2, 3, 0.5, 1, 2])
    let graphs = [
      irregular, try ring(8), try Graph(nodeCount: 8, edges: [(0, 1), (2, 3), (6, 7)]),
    ]
    let positions = uniform(8, dimensions: dimensions, extent: 60)
    let all = (0..<8).map { charges[$0 % charges.count] }
    for variant in variants(dimensions: dimensions) {
      for (index, graph) in graphs.enumerated() {
        var force = variant
        let world = try world(positions, on: graph)
        for node in 0..<8 { world.particles.charge[node] = all[node] }
        force.prepare(for: world)
        let hasPotential = force.hasPotential(in: world)
        let comment = Comment(rawValue: "\(force) on graph \(index)")
        #expect((force.potentialEnergy(of: world) != nil) == hasPotential, comment)
        if let law = force as? any PairForce, law.weights(in: world) == nil {
          #expect(hasPotential == (charges.count == 1), comment)
        }
        if hasPotential {
          try expectGradient(force, on: graph, at: positions, charges: all)
        } else if index == 0 || index == 1 && force is LinkForce {
          let isGradient = try isGradient(force, in: world)
          #expect(!isGradient, comment)
        }
      }
    }
  }

  /// Whether the force only changes velocities, depends on positions alone, and has symmetric derivatives.
  private func isGradient(_ force: any Force, in world: World) throws -> Bool {
    let places = world.particles.coordinates
    let start = velocities(force, in: world)
    defer { set(places, in: world.particles.position) }
    guard places == world.particles.coordinates, !force.isRandom else { return false }
    var moving = force
    set(start.map { $0.map { _ in 0.5 } }, in: world.particles.velocity)
    moving.prepare(for: world)
    moving.apply(to: world, alpha: 1)
    let change = zip(velocities(of: world.particles).joined(), start.joined()).map { $0 - $1 - 0.5 }
    // `link` reads x + v, which moves all nodes alike.
    if change.contains(where: { abs($0) > 1e-9 }) { return false }
    let axes = places.indices.flatMap { axis in places[axis].indices.map { (axis, $0) } }
    let derivatives = axes.map { axis, node in
      [1e-4, -1e-4].map { step in
        set(places, in: world.particles.position)
        world.particles.position[axis][node] += step
        return Array(velocities(force, in: world).joined())
      }
    }.map { zip($0[0], $0[1]).map { ($0 - $1) / 2e-4 } }
    let scale = derivatives.joined().map { abs($0) }.max() ?? 0
    return derivatives.indices.allSatisfy { row in
      derivatives.indices.allSatisfy {
        abs(derivatives[row][$0] - derivatives[$0][row]) <= 1e-4 * scale
      }
    }
  }

  private func set(_ values: [[Double]], in lanes: Lanes) {
    for (axis, values) in values.enumerated() {
      for (node, value) in values.enumerated() { lanes[axis][node] = value }
    }
  }

  /// 77 nodes in a row, `spacing` apart.
  private func row(_ spacing: Double = 3) throws -> World {
    try world([(0..<77).map { spacing * Double($0) }, Array(repeating: 0, count: 77)])
  }

  private func expect(_ force: some PairForce, in world: World, _ reference: Double) throws {
    let energy = try #require(force.potentialEnergy(of: world))
    #expect(abs(energy / reference - 1) < 4e-15, "\(force): \(energy)")
  }

  /// The references were computed with 50 digits by Python's `decimal`.
  @Test func potentialsAreExactToRounding() throws {
    func power(_ exponent: Double) -> PairPower { PairPower { $0.exponent = exponent } }
    let logarithms = 11_715.231_591_153_307_379
    try expect(ManyBody { $0.strength = 1 }, in: row(), logarithms)
    try expect(power(-1), in: row(), -logarithms)
    try expect(power(1), in: row(), -13_180_167)
    try expect(power(0), in: row(), -228_228)
    try expect(power(-2), in: row(), 100.805_847_149_107_162_60)
    try expect(power(-3), in: row(), 6.707_716_000_336_691_074_8)
    try expect(power(-1.5), in: row(), 910.651_619_130_280_250_01)
    let cut = ManyBody { ($0.strength, $0.distanceMax) = (1, 100) }
    try expect(cut, in: row(), 11_391.106_414_496_304_227_8)
  }

  /// Products of such squared distances underflow or overflow.
  @Test func potentialsOfTinyAndHugeLayoutsAreExactToRounding() throws {
    let force = ManyBody { ($0.strength, $0.distanceMin) = (1, 0) }
    try expect(force, in: row(3 * 0x1p-300), -596_729.363_504_366_685_22)
    try expect(force, in: row(3 * 0x1p300), 620_159.826_686_673_299_86)
    // Where squared distances are infinite, reciprocals are zero.
    try expect(
      Coulomb { $0.charge = 1 }, in: row(3 * 0x1p300), 100.805_847_149_107_162_60 * 0x1p-300)
    #expect(Coulomb().potentialEnergy(of: try row(1e200)) == 0)
  }

  /// Any number of sources is a different mix of products; some pairs are nearer than 1 px.
  @Test(
    arguments: [
      ManyBody(), Coulomb(), PairPower { $0.exponent = -2 },
      PairPower { ($0.exponent, $0.softening) = (-3, 2) },
    ] as [any PairForce], [1, 3])
  func potentialsAreSumsOverPairs(force: any PairForce, charges: Int) throws {
    for count in 2...40 {
      let world = try world(uniform(count, dimensions: 2, extent: 20))
      let (x, y) = (world.particles.position[0], world.particles.position[1])
      for node in 0..<count { world.particles.charge[node] = Double(1 + node % charges) }
      var sum = 0.0
      for node in 0..<count {
        for other in 0..<count where other != node {
          let (u, v) = (x[node] - x[other], y[node] - y[other])
          let charges = world.particles.charge[node] * world.particles.charge[other]
          sum += charges * force.potential(u * u + v * v) / 2
        }
      }
      let energy = pairEnergy(force, in: world)
      #expect(abs(energy - sum) < 1e-13 * abs(sum), "\(count) nodes")
    }
  }

  /// Two nodes that nearly coincide, and two that do: these are separated in a random direction.
  @Test(arguments: [Exact(), KDTree { $0.leaf = 8 }] as [any Repulsion])
  func nearReciprocalsAreThoseOfTheLaw(strategy: any Repulsion) throws {
    var positions = uniform(40, dimensions: 2, extent: 1000)
    (positions[0][1], positions[1][1]) = (positions[0][0] + 1e-7, positions[1][0])
    let law = Coulomb { $0.charge = 1 }
    let near = try #require(law.potentialEnergy(of: world(positions, strategy)))
    #expect(abs(near / law.potential(1e-14) - 1) < 1e-3)
    positions[0][1] = positions[0][0]
    let same = try #require(law.potentialEnergy(of: world(positions, strategy)))
    #expect(same.isFinite && same > near / 100)
  }

  /// The weights of both ends count, so that charges cannot be moved from sources to targets.
  @Test(arguments: [-1, -2])
  func weightedPotentialsOfTreesAreThoseOfPairs(exponent: Double) throws {
    let count = isOptimized ? 3000 : 300
    let graph = try randomGraph(nodes: count, edges: 2 * count, seed: 3)
    let positions = uniform(count, dimensions: 2)
    let strategies: [any Repulsion] = [Exact(), KDTree(), BarnesHut(), GridRepulsion()]
    let energies = try strategies.map { strategy in
      let world = try world(positions, strategy, on: graph)
      var force = PairPower { ($0.exponent, $0.weight) = (exponent, .degree) }
      force.prepare(for: world)
      return try #require(force.potentialEnergy(of: world))
    }
    for energy in energies { #expect(abs(energy / energies[0] - 1) < 1e-3, "\(energies)") }
  }

  /// With such a small θ no cell is distant, but near pairs are summed leaf by leaf: in single
  /// precision but for the leaf with two nodes in one place.
  @Test(arguments: [1, 3, 300])
  func nearPotentialsOfATreeAreExactToSinglePrecision(charges: Int) throws {
    // Fewer nodes of equal charges are summed without a tree.
    let count = isOptimized && charges == 1 ? 1300 : 300
    var positions = uniform(count, dimensions: 2, extent: 60)
    for axis in 0..<2 { positions[axis][1] = positions[axis][0] }
    let energies = try [Exact(), KDTree { ($0.theta, $0.leaf) = (1e-9, 8) }].map {
      (strategy: any Repulsion) in
      let world = try world(positions, strategy)
      for node in 0..<count { world.particles.charge[node] = Double(1 + node % charges) }
      return pairEnergy(ManyBody(), in: world)
    }
    #expect(abs(energies[0] - energies[1]) < 1e-7 * abs(energies[0]))
  }

  /// Products of such squared distances overflow or underflow in single precision, and the nodes of
  /// the smallest layout are nearer than `distance-min`.
  @Test(arguments: [1e-6, 1e-3, 1, 1e3, 1e6], [2, 3])
  func treesSumPotentialsOfAnyExtent(extent: Double, dimensions: Int) throws {
    let count = isOptimized ? 2000 : 200
    let positions = uniform(count, dimensions: dimensions, extent: extent)
    for least in [0, 1e-6] {
      let force = ManyBody { ($0.strength, $0.distanceMin) = (1, least) }
      let energies = try [Exact(), KDTree(), GridRepulsion()].map { (strategy: any Repulsion) in
        let world = try world(positions, strategy)
        for node in 0..<count { world.particles.charge[node] = Double(1 + node % 5) }
        return pairEnergy(force, in: world)
      }
      // The change of the energy if all distances grow by a factor of e.
      let scale = 9 * Double(count * count) / 2
      for energy in energies { #expect(abs(energy - energies[0]) < 3e-4 * scale, "\(energies)") }
    }
  }

  @Test(arguments: [Exact(), KDTree(), BarnesHut(), GridRepulsion()] as [any Repulsion])
  func potentialsDoNotDependOnThreads(strategy: any Repulsion) throws {
    let positions = uniform(3000, dimensions: 2)
    let energies = try [1, 3].map { threads in
      ManyBody().potentialEnergy(
        of: try world(positions, strategy, threads: threads))
    }
    #expect(energies[0] == energies[1])
  }
}
