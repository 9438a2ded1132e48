import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

// What a live view needs.
extension RunningLayout {
  /// Another layout with the same graph, numbers and values, at its start.
  public func copy() throws -> RunningLayout {
    let pins = pins
    var start = study
    start.pin = []
    let copy = try RunningLayout(
      start, on: try start.order(of: graph, seed: seed), seed: seed, catalog: catalog,
      folder: folder)
    (copy.nodes, copy.edgeNumbers) = (nodes, edgeNumbers)
    (copy.nextNode, copy.nextEdge, copy.nextID) = (nextNode, nextEdge, nextID)
    copy.hold(pins)
    return copy
  }

  /// Sets the placement, or a parameter of it, for the next restart. Throws if there is no such path, or
  /// if the placement does not fit the graph.
  public func setPlacement(_ path: String, to value: SettingsNode) throws {
    let place = ParameterPath(path, in: "the layout")
    _ = try place.form(from: LayoutStudy.page, in: catalog)
    var tree = study.encoded()
    let value = AnyValue(value, in: catalog, folder: folder)
    guard let new = try LayoutStudy.decoded(value, at: place, in: &tree)?.placement else { return }
    try new.check(graph, dimensions: study.dimensions)
    study.placement = new
  }

  /// The numbers of the next node, edge and id. Set to the earlier ones when an addition is taken back, to stay in step
  /// with other layouts.
  package var nextNumbers: [Int] {
    get { [nextNode, nextEdge, nextID] }
    set { (nextNode, nextEdge, nextID) = (newValue[0], newValue[1], newValue[2]) }
  }

  /// The name of a node in events: its label, its id or its number, the first that leads to it.
  package func eventName(of node: Int) -> String {
    index(of: node).flatMap(graph.name) ?? String(node)
  }

  /// What a drawing shows of the graph, as `view` says; without the looks of `view` if they do not fit.
  public var sketch: GraphSketch {
    // Events can change the graph so that the looks do not fit, which ends no layout.
    (try? study.view.sketch(of: graph)) ?? GraphSketch(graph)
  }
}

extension Graph {
  /// The label of a node, or else its id, if it leads to the node; nil if neither does.
  package func name(of node: Int) -> String? {
    [labels?[node], ids?.texts[node]].compactMap { $0 }.first { self.node(labeled: $0) == node }
  }
}
