import ForceLabGraphs
import ForceLabPlugins

/// A force on the nodes. Forces act in the order of their list, and each adds to the velocities.
public protocol Force: Plugin {
  /// Throws if the parameters do not fit the number of dimensions.
  func check(dimensions: Int) throws(ParameterError)
  /// The names of the edge attributes that the force uses; by default none.
  var edgeAttributes: Set<String> { get }
  /// Throws if the parameters do not fit the graph, for example name an attribute that it lacks.
  func check(on graph: Graph) throws(ParameterError)
  /// Builds tables of the nodes and edges. Called before the first tick, and again after nodes, edges
  /// or forces have changed: nothing of the tables before may stay.
  mutating func prepare(for world: World)
  /// Adds the force, times `alpha`, to the velocities.
  mutating func apply(to world: World, alpha: Double)
  /// The potential energy at alpha = 1, whose negative gradient is the force; nil, the default, if
  /// there is none (see `hasPotential`).
  func potentialEnergy(of world: World) -> Double?
  /// Whether it has a potential in `world`; by default, whether its manual states no condition. Valid after `prepare`.
  func hasPotential(in world: World) -> Bool
  /// The law that it sums by the repulsion strategy: a `PairForce` itself; nil, the default, if there is none.
  var summedLaw: (any PairForce)? { get }
  /// Its stiffest springs; nil, the default, if the force has no springs.
  func stiffness(on graph: Graph) -> Stiffness?
  /// The force with the means of attributes of the edges of `graph`, which edges of coarser graphs do not have; by default
  /// unchanged.
  func averaged(over graph: Graph) -> any Force
  /// The force for a coarsened graph, whose edges are `stretch` times longer; by default unchanged.
  func coarsened(by stretch: Double) -> any Force
}

extension PluginKind {
  public static let force = PluginKind("force", "Add to the velocities of the nodes.")
}

extension Force {
  public static var kind: PluginKind { .force }
  public func check(dimensions: Int) throws(ParameterError) {}
  public var edgeAttributes: Set<String> { [] }
  public func check(on graph: Graph) throws(ParameterError) {}
  public mutating func prepare(for world: World) {}
  public func potentialEnergy(of world: World) -> Double? { nil }
  public func hasPotential(in world: World) -> Bool { Self.potentialNote == nil }
  public var summedLaw: (any PairForce)? { nil }
  public func stiffness(on graph: Graph) -> Stiffness? { nil }
  public func averaged(over graph: Graph) -> any Force { self }
  public func coarsened(by stretch: Double) -> any Force { self }
}

extension Force {
  /// When there is a potential, as its manual says: "none: …" or "one only if …"; nil if there always is.
  public static var potentialNote: String? {
    page.sections.first { $0.title == potentialTitle }?.text
      ?? (Self.self is any PairForce.Type ? "one " + equalChargesNote : nil)
  }

  /// Why there is no potential energy in `world`; nil if there is one. Valid after `prepare`.
  public func lackOfPotential(in world: World) -> String? {
    hasPotential(in: world) ? nil : "'\(name)' has \(Self.potentialNote ?? "none")"
  }
}

private let potentialTitle = "Potential"

/// The section of a manual that says when a force has a potential.
public func potentialSection(_ note: String) -> [(title: String, text: String)] {
  [(potentialTitle, note)]
}

/// Throws unless `point` has one number per axis, or is empty where it `isOptional`.
package func checkPoint(
  _ point: [Double], _ parameter: String, dimensions: Int, isOptional: Bool = true
) throws(ParameterError) {
  guard isOptional && point.isEmpty || point.count == dimensions else {
    throw ParameterError(
      "'\(parameter)' must have \(dimensions) coordinates here, found \(point.count)",
      parameter: parameter)
  }
}
