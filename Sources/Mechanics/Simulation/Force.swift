import ForceLabGraphs
import ForceLabPlugins

/// A plugin that changes velocities: what makes a layout.
///
/// Forces act in the order in which the experiment lists them, each adding to what it finds.
public protocol Force: Plugin {
  /// Finds what does not fit the number of dimensions.
  func check(dimensions: Int) throws(ParameterError)
  /// The names of the edges' attributes that it reads.
  var edgeAttributes: Set<String> { get }
  /// Finds what does not fit the graph, such as an attribute that the graph has not.
  func check(on graph: Graph) throws(ParameterError)
  /// Makes tables that last for a whole run. Called once, before the first tick.
  mutating func prepare(for world: World)
  /// Adds the force, times `alpha`, to the velocities.
  mutating func apply(to world: World, alpha: Double)
  /// The potential energy at alpha = 1, whose negative gradient is the force; nil if there is none.
  func potentialEnergy(of world: World) -> Double?
  /// Why there is no potential energy on such a graph; nil if there is one.
  func lackOfPotential(in graph: Graph) -> String?
  /// The force as it acts among groups of nodes that are `stretch` times as far apart as nodes are.
  func coarsened(by stretch: Double) -> any Force
}

extension PluginKind {
  /// Forces.
  public static let force = PluginKind("force", "Add to the velocities of the nodes.")
}

extension Force {
  /// Forces are of the kind `force`.
  public static var kind: PluginKind { .force }
  /// Everything fits, unless the force says otherwise.
  public func check(dimensions: Int) throws(ParameterError) {}
  /// None, unless the force says otherwise.
  public var edgeAttributes: Set<String> { [] }
  /// Everything fits, unless the force says otherwise.
  public func check(on graph: Graph) throws(ParameterError) {}
  /// Nothing to prepare, unless the force says otherwise.
  public mutating func prepare(for world: World) {}
  /// There is a potential, unless the force says otherwise.
  public func lackOfPotential(in graph: Graph) -> String? { nil }
  /// The same, unless the force says otherwise.
  public func coarsened(by stretch: Double) -> any Force { self }
}

/// Throws unless `point` is empty or has one number per axis.
func checkPoint(_ point: [Double], _ parameter: String, dimensions: Int) throws(ParameterError) {
  guard point.isEmpty || point.count == dimensions else {
    throw ParameterError(
      "'\(parameter)' has \(point.count) coordinates, but the layout has \(dimensions) dimensions",
      parameter: parameter)
  }
}
