import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabTestSupport

/// Programs that `forcelab show --swift` prints, with a loop that prints the positions.
enum SettingsProgram {
  static let experiments = [
    "Plain": "graph: karate\n",
    "Large": """
    graph: {watts-strogatz: {nodes: 60}}
    dimensions: 3
    placement: {uniform: {width: 200}}
    forces:
      - many-body: {strength: -40, distance-max: 500}
      - link: {length: 20, update: simultaneous}
      - position: {axis: z, strength: 0.2}
      - jiggle: {temperature: 0.1}
    integrator: {velocity-verlet: {time-step: 0.05, damping: 0.3}}
    repulsion: {barnes-hut: {theta: 0.7}}
    stop: {movement: 0.01, iterations: 80}

    """,
    "Traits": """
    graph: {tree: {depth: 3}}
    nodes: {charge: degree, radius: 2.5}
    pin: [{node: 0, at: [5, 6]}, {node: 3}]
    forces: [many-body, {link: {strength: 0.4}}, collide]
    integrator: {verlet: {alpha-decay: 0.05}}
    repulsion: {reuse: {every: 4, of: {kd-tree: {theta: 0.6}}}}

    """,
    "Energy": """
    preset: {fruchterman-reingold: {length: 20}}
    graph: {file: own.csv}
    stop: {energy: 1e-3, iterations: 60}

    """,
    "Converged": """
    graph: {mesh: {rows: 4, columns: 5}}
    stop: converged

    """,
    "Nested": """
    graph: {largest-component: {of: {file: own.csv}}}
    placement: {stress: {distance: len}}
    stop: {movement: 0.3, iterations: 0}

    """,
  ]

  /// Runs the experiments in folders of their names, and returns the programs.
  static func programs(in place: Workplace) throws -> [(name: String, text: String)] {
    try place.write("source,target,weight,len\na,b,2,1\nb,c,1,2\nc,a,3,2\nc,d,1,3\n", to: "own.csv")
    return try experiments.sorted { $0.key < $1.key }.map { name, yaml in
      try place.write("name: \(name)\nseed: 5\n" + yaml, to: "\(name).yaml")
      let run = try place.forcelab("run", "\(name).yaml", "--out", name, "--no-report")
      let show = try place.forcelab("show", name, "--swift")
      guard run.status == 0, show.status == 0 else {
        throw OutsideLab.Failure(text: run.error + show.error)
      }
      let loop = """
        for node in 0..<graph.nodeCount {
          print(simulation.position(of: node).map { "\\($0)" }.joined(separator: " "))
        }

        """
      return (name, show.output + loop)
    }
  }

  /// Every plugin of the engine, with its defaults.
  static let plugins = (Catalog.graphs + .mechanics + .quality).types.map { $0.init() }

  /// Makes every plugin with all its parameters, and prints it.
  static let everyPlugin = (
    name: "EveryPlugin",
    text: "import ForceLayout\n\nvar plugins: [any Plugin] = []\n"
      + plugins.map { "plugins.append(\($0.initializerCode(changesOnly: false)))\n" }.joined()
      + "for plugin in plugins { print(plugin.reference.flowText) }\n"
  )
}
