import ForceLayout

let graph = try MiserablesSource().graph()
var generator = SeededGenerator(seed: 1)
let start = Phyllotaxis().coordinates(of: graph, dimensions: 2, using: &generator)
let simulation = Simulation(
  World(particles: Particles(positions: start), graph: graph),
  forces: [ManyBody(), LinkForce(), Center()], integrator: Verlet())
for _ in 0..<300 { simulation.step() }
print(simulation.world.particles.coordinates[0].count)
