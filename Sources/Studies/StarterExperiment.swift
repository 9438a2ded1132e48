import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// The experiment that a newcomer begins with: complete, commented, done in a second.
public struct StarterExperiment: Sendable {
  /// The name, which its results bear.
  public let name: String

  /// An experiment called `name`.
  ///
  /// Throws a `ParameterError` if that is no name: letters, digits, - and _.
  public init(_ name: String) throws(ParameterError) {
    guard Experiment.isName(name) else {
      throw ParameterError(
        "'\(name)' cannot name an experiment; use letters, digits, - and _, as in charge-sweep")
    }
    self.name = name
  }

  /// The text of the file; `schema` is the path from it to the JSON Schema, for editors.
  public func text(schema: String = "schema.json") -> String {
    """
    # yaml-language-server: $schema=\(schema)
    #
    # Run it:                      forcelab run \(name).yaml
    # See its trials first:        forcelab plan \(name).yaml
    # What else can be said here:  forcelab list, forcelab describe many-body, forcelab describe sweep
    # Completion in an editor:     forcelab schema > schema.json, beside this file

    name: \(name.encoded().flowText)  # names the folder of results
    summary: How the charge, and the way to sum it, change a layout of Les Misérables.
    seed: 42    # where all random numbers come from: same seed, same layouts
    repeat: 3   # trials per configuration; 20 tell times apart that differ by 10 %

    graph: miserables  # or {file: my-graph.graphml}, {mesh: {rows: 30, columns: 30}}, ...
    forces:            # they act in this order
      - many-body: {strength: -30}  # every two nodes push each other apart
      - link: {length: 30}          # edges are springs
      - center                      # keeps the drawing in the middle
    integrator: {verlet: {velocity-decay: 0.4}}  # moves the nodes, as d3-force does
    repulsion: kd-tree                           # how the pushes of all pairs are summed
    stop: {iterations: 300, movement: 0.3}       # whichever comes first
    record: {every: 1, layout: final}            # a row of samples.csv per iteration, and the end
    metrics: [stress, edge-crossings]            # measured on the finished layout

    sweep:     # what varies; without it there is one configuration
      grid:    # every combination of these
        repulsion: [exact, kd-tree]
        forces.many-body.strength: [-30, -100]

    """
  }
}
