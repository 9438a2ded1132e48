/// Experiments that run in a moment.
enum Example {
  static let tiny = """
    name: tiny
    summary: Six nodes in a row.
    graph: {path: {count: 6}}
    stop: {iterations: 5}

    """

  /// Two configurations, one trial each.
  static let swept = """
    name: swept
    graph: {path: {count: 6}}
    forces:
      - many-body
      - link: {length: 20}
    stop: {iterations: 5}
    metrics: [stress, edge-length-cv]
    sweep:
      grid:
        repulsion: [exact, {kd-tree: {theta: 0.5}}]

    """

  /// Three trials. The second one misses its reference value.
  static let failing = """
    name: failing
    study: averages
    values: [1, 2, 3]
    sweep: {grid: {reference: [2, 7, 2]}}

    """

  /// An experiment with most keys.
  static let rich = """
    name: rich
    summary: "Much of what can be said: \\u00e9 and all"
    seed: 7
    repeat: 2
    timeout: 60
    graph: {mesh: {rows: 3, columns: 4}}
    dimensions: 2
    placement: {uniform: {}}
    forces:
      - many-body: {strength: -30, distance-max: .inf}
      - &spring
        link: {length: 30}
      - center
      - radial: {radius: 50}
    integrator: {verlet: {velocity-decay: 0.4}}
    repulsion: {kd-tree: {theta: 0.9}}
    pin:
      - {node: "3", at: [1, 2]}
    stop: {iterations: 4, movement: 0.3}
    record: {every: 2, layout: final}
    metrics: [stress, edge-length-cv]
    sweep:
      grid:
        repulsion: [exact, kd-tree, {grid: {cell: 50}}]
        forces.many-body.strength: {from: -10, to: -100, count: 3}
      zip:
        forces.link.length: [10, 20]
        graph.mesh.rows: [3, 2]
      exclude:
        - where: {repulsion: exact, forces.many-body.strength: {below: -80}}
          because: shown elsewhere

    """
}
