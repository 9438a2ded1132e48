import ForceLabPlugins

public struct LargestComponentSource: GraphSource {
  public var of: any GraphSource = MiserablesSource()

  public init() {}

  package static let wrapped = "of"

  public static let manual = Manual<Self>(
    "largest-component",
    "The largest connected component of another graph; of several of that size, the one with the "
      + "first node. Nodes keep their ids and attributes.",
    parameters: [
      Parameter(wrapped, \.of, of: .graph, "The other graph.", isRequired: true)
    ], shorthand: wrapped)

  public var files: [FileReference] { of.files }

  public func graph() throws -> Graph { try graph(with: AttributeNames()) }

  public func graph(with names: AttributeNames) throws -> Graph {
    try of.graph(with: names).largestComponent()
  }
}
