import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

// What a live view needs.
extension RunningLayout {
  /// Another layout with the same graph, numbers and values, at its start.
  public func twin() throws -> RunningLayout {
    let pins = pins
    var start = study
    start.pin = []
    let twin = try RunningLayout(
      start, on: try start.order(of: graph, seed: seed), seed: seed, catalog: catalog,
      folder: folder)
    (twin.nodes, twin.edgeNumbers) = (nodes, edgeNumbers)
    (twin.nextNode, twin.nextEdge, twin.nextID) = (nextNode, nextEdge, nextID)
    for pin in pins { try twin.pin(pin.node, at: pin.position) }
    return twin
  }

  /// Sets the placement, or a parameter of it, for the next restart. Throws if there is no such path, or
  /// if the placement does not fit the graph.
  public func setPlacement(_ path: String, to value: SettingsNode) throws {
    let place = ParameterPath(path, in: "the layout")
    _ = try place.form(from: LayoutStudy.page, in: catalog)
    var tree = study.encoded()
    guard let new = try LayoutStudy.decoded(value, at: place, in: &tree, catalog, folder)?.placement
    else { return }
    try new.check(graph, dimensions: study.dimensions)
    study.placement = new
  }

  /// Takes back the last `add`, which returned `nodes`, so that the next one returns the same numbers.
  package func takeBack(_ nodes: [Int], edges: [GraphEdge]) throws(ParameterError) {
    try remove(nodes: Set(nodes), edges: edges.map { ($0.source, $0.target) })
    nextNode -= nodes.count
    nextID -= nodes.count
    nextEdge -= edges.count
  }

  /// What a drawing shows of the graph, as `view` says; without the looks of `view` if they do not fit.
  public var sketch: GraphSketch {
    // Events can change the graph so that the looks do not fit, which ends no layout.
    (try? study.view.sketch(of: graph)) ?? GraphSketch(graph)
  }
}
