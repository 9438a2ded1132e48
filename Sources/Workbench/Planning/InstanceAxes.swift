import ForceLabPlugins

/// The swept paths that name instances of the problem, such as graphs, or set their parameters.
/// Algorithms are compared over all combinations of their values.
public struct InstanceAxes: Codable, Sendable, Equatable {
  /// What an instance is called: `graph` and `graphs`.
  public let name: String
  public let plural: String
  public let paths: [String]
}

extension InstanceAxes {
  /// Nil if none of `paths` concerns instances.
  init?(_ paths: [String], from root: ManualPage, in catalog: Catalog) {
    let found = paths.compactMap { path in
      ParameterPath(path).instances(from: root, in: catalog).map { (path: path, kind: $0) }
    }
    guard let first = found.first?.kind else { return nil }
    let isOneKind = found.allSatisfy { $0.kind == first }
    self.init(
      name: isOneKind ? first.name : "case", plural: isOneKind ? first.plural : "cases",
      paths: found.map(\.path))
  }

  /// The axes among `paths`; nil if there are none.
  package func restricted(to paths: [String]) -> InstanceAxes? {
    let kept = self.paths.filter(paths.contains)
    return kept.isEmpty ? nil : InstanceAxes(name: name, plural: plural, paths: kept)
  }

  /// `30 graphs`.
  public func counted(_ count: Int) -> String { "\(count) \(count == 1 ? name : plural)" }
}
