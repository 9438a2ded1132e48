import ForceLabPlugins

/// A plugin that makes a graph: a generator, a data set or a file reader.
public protocol GraphSource: Plugin {
  /// The graph. The same parameters give the same graph.
  /// Throws a `Diagnostic` that points into a file, or a `ParameterError`.
  func graph() throws -> Graph
  /// The graph with those of the attributes `names` that it has.
  func graph(with names: AttributeNames) throws -> Graph
  /// The files that it is read from; by default none.
  var files: [FileReference] { get }
}

extension PluginKind {
  public static let graph = PluginKind("graph", areInstances: true, "The graph to lay out.")
}

extension GraphSource {
  public static var kind: PluginKind { .graph }
  public func graph(with names: AttributeNames) throws -> Graph { try graph() }
  public var files: [FileReference] { [] }
}

extension Catalog {
  public static let graphs = Catalog([
    MiserablesSource.self, KarateSource.self, LargestComponentSource.self,
    CellsSource.self, PathSource.self, RingSource.self, StarSource.self, CompleteSource.self,
    CompleteBipartiteSource.self, MeshSource.self, Mesh3DSource.self, TorusSource.self,
    TriangularLatticeSource.self, DelaunaySource.self, HypercubeSource.self,
    TreeSource.self, RandomTreeSource.self, CaterpillarSource.self,
    RandomSource.self, RandomBipartiteSource.self, RandomGeometricSource.self,
    PlantedPartitionSource.self, BarabasiAlbertSource.self, WattsStrogatzSource.self,
  ])
}

/// The limits of generators: all counts fit Int32, and memory is not exhausted.
enum GeneratorLimit {
  static let nodes = 10_000_000
  static let edges = 100_000_000
  static let counts = Bounds(1...nodes)

  /// The product of `factors`, or `Int.max` on overflow.
  static func product(_ factors: Int...) -> Int {
    factors.reduce(1) { product, factor in
      let (next, overflow) = product.multipliedReportingOverflow(by: factor)
      return overflow ? .max : next
    }
  }

  /// The number of pairs of `count` items, n(n − 1)/2; approximate beyond the limits.
  static func pairs(_ count: Int) -> Int { product(count, max(count, 1) - 1) / 2 }

  /// Throws an error of `parameter` if there are too many `nodes` or `edges`.
  static func check(nodes: Int = 0, edges: Int = 0, parameter: String) throws(ParameterError) {
    for (count, limit, what) in [(nodes, Self.nodes, "nodes"), (edges, Self.edges, "edges")]
    where count > limit {
      let size = count == .max ? "more than \(limit)" : "\(count)"
      throw ParameterError(
        "the graph has \(size) \(what); the limit is \(limit)", parameter: parameter)
    }
  }
}

extension Parameter where Owner: GraphSource {
  static func count(
    _ name: String, _ property: PropertyPath<Owner, Int>, _ text: String = "The number of nodes."
  ) -> Parameter { Parameter(name, property, within: GeneratorLimit.counts, text) }

  static func seed(_ property: PropertyPath<Owner, Int>) -> Parameter {
    Parameter(
      "seed", property, "The seed of the random numbers; the same seed gives the same graph.")
  }
}

extension SeededGenerator {
  init(seed: Int, stream: UInt64 = 0) {
    self.init(seed: UInt64(bitPattern: Int64(seed)), stream: stream)
  }
}
