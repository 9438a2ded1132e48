import ForceLayout

let graph = try MiserablesSource().graph()
let simulation = try Simulation(graph)
simulation.runUntilSettled()
for node in 0..<graph.nodeCount {
  print(graph.labels?[node] ?? "", simulation.position(of: node))
}
