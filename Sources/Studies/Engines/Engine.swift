import ForceLabGraphs
import ForceLabPlugins
import ForceLabWorkbench

/// What computes the layouts of a study. Conform to `LayoutEngine` to write one.
public protocol Engine: Plugin {
  /// The keys of `layout` that it does not use; by default those of the simulation.
  var unusedKeys: Set<String> { get }
  /// The columns that it adds to those of every layout; by default none.
  var columns: [Column] { get }
  /// The numeric attributes of edges that it uses; by default none.
  var edgeAttributes: Set<String> { get }
  /// The programs that it starts; by default none.
  func programs(threads: Int) -> [ExternalProgram]
  /// Throws if it cannot lay out `graph`.
  func check(on graph: Graph) throws(ParameterError)
  /// The outcome of a trial of `study`. An error becomes the message of a failed trial.
  func run(
    _ study: LayoutStudy, _ trial: Trial, on order: NodeOrder, record: ([Field]) throws -> Void
  ) throws -> Outcome
}

extension PluginKind {
  public static let engine = PluginKind(
    "engine",
    origin:
      "other engines are files NAME.engine.yaml beside the experiment, in Engines or in FORCELAB_ENGINES; "
      + "`forcelab list engines` says where they are",
    "Compute layouts.")
}

extension Engine {
  public static var kind: PluginKind { .engine }
  public var unusedKeys: Set<String> {
    ["forces", "integrator", "repulsion", "stop", "energy-limit", "nodes", "pin"]
  }
  public var columns: [Column] { [] }
  public var edgeAttributes: Set<String> { [] }
  public func programs(threads: Int) -> [ExternalProgram] { [] }
  public func check(on graph: Graph) throws(ParameterError) {}
}

/// The simulation of ForceLab, whose parameters are those of `layout`.
struct SimulationEngine: Engine {
  static let manual = Manual<Self>(
    "simulation",
    "The simulation of ForceLab, with the forces, integrator, repulsion strategy and stop rules of the "
      + "experiment.")

  var unusedKeys: Set<String> { [] }

  var columns: [Column] {
    [.time("recording_seconds", "time for recording", use: .recordingTime, importance: 0)]
  }

  func run(
    _ study: LayoutStudy, _ trial: Trial, on order: NodeOrder, record: ([Field]) throws -> Void
  ) throws -> Outcome { try study.simulate(trial, on: order, record: record) }
}
