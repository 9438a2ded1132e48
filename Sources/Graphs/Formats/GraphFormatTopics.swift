import ForceLabPlugins

extension GraphFormat {
  /// A page about each format.
  public static var topics: [Topic] { allCases.map(\.topic) }

  /// What is read from files of this format.
  public var topic: Topic {
    let text = text
    let use = "graph: {file: my-graph.\(extensions[0])}"
    return Topic(
      rawValue, kind: "graph format", text.summary,
      sections: [
        ("Files", extensions.map { ".\($0)" }.joined(separator: ", ")),
        ("Nodes", text.nodes), ("Edges", text.edges + " " + Self.simple), ("Weights", text.weights),
        ("Attributes", text.attributes), ("Use", use),
      ], example: text.example)
  }

  private static let simple =
    "Directions are ignored; self loops and duplicate edges are dropped and counted."

  private struct Text {
    var summary, nodes, edges, weights, attributes, example: String
  }

  private var text: Text {
    switch self {
    case .edgeList: Self.edgeListText
    case .matrixMarket: Self.matrixMarketText
    case .graphML: Self.graphMLText
    case .gexf: Self.gexfText
    case .gml: Self.gmlText
    case .json: Self.jsonText
    }
  }

  private static let edgeListText = Text(
    summary: "One line for each edge, with two nodes and an optional weight.",
    nodes:
      "Numbers or names. `base` makes all numbers up to the largest nodes. `nodes` names a table "
      + "with a line for each node.",
    edges: "Fields are separated by commas or by blanks. Lines that begin with # or % are skipped.",
    weights: "The third field, or the column `weight`; or {'weight': 7} after the nodes.",
    attributes: "Columns that the first line names, such as source,target,weight,length. `columns` "
      + "states the names if they are not the usual ones. Columns of the node table.",
    example: "source,target,weight\nann,bob,2\nbob,cy,1")

  private static let matrixMarketText = Text(
    summary: "The coordinates of a square sparse matrix, as in the SuiteSparse collection.",
    nodes: "The rows: row 1 is node 0 and has the id 1.",
    edges: "Entries outside the diagonal. Both directions of a general matrix are one edge.",
    weights: "The entries of a real or integer matrix; the first, if both directions have one.",
    attributes: "None.",
    example: "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2")

  private static let graphMLText = Text(
    summary: "XML as networkx, igraph, yEd and Gephi write it.",
    nodes: "Each <node>. Labels are the data `label` or `name`, or else the ids.",
    edges: "Each <edge>, with source and target.",
    weights: "The data `weight` or `value` of edges.",
    attributes: "The <data> of nodes and edges that a <key> declares, with their defaults.",
    example: """
      <graphml><key id="w" for="edge" attr.name="weight" attr.type="double"/><graph>
      <node id="a"/><node id="b"/><edge source="a" target="b"><data key="w">2</data></edge>
      </graph></graphml>
      """)

  private static let gexfText = Text(
    summary: "XML of version 1.1 to 1.3, as Gephi and networkx write it.",
    nodes: "Each <node>, nested ones too, with a note. Labels are `label`, or else the ids.",
    edges: "Each <edge>, with source and target.", weights: "The `weight` of edges.",
    attributes:
      "The <attvalue> of nodes and edges that an <attribute> declares, with their defaults; "
      + "x, y and z of viz:position.",
    example: """
      <gexf><graph><nodes><node id="a" label="Ann"/><node id="b"/></nodes>
      <edges><edge id="0" source="a" target="b" weight="2"/></edges></graph></gexf>
      """)

  private static let gmlText = Text(
    summary: "Nested lists of keys and values, as networkx and igraph write them.",
    nodes: "Each node, with an id. Labels are the key `label` or `name`, or else the ids.",
    edges: "Each edge, with source and target.", weights: "The key `weight` or `value` of edges.",
    attributes: "The other keys of nodes and edges.",
    example: "graph [\n  node [ id 0 label \"ann\" ]\n  node [ id 1 label \"bob\" ]\n"
      + "  edge [ source 0 target 1 weight 2 ]\n]")

  private static let jsonText = Text(
    summary: "Node-link JSON, as d3 reads it and networkx writes it.",
    nodes: "The list `nodes`, with `id`. Labels are `label` or `name`, or else the ids.",
    edges: "The list `links` or `edges`, with source and target: ids, or numbers from 0.",
    weights: "The key `weight` or `value` of edges.",
    attributes: "The other keys of nodes and edges.",
    example: """
      {"nodes": [{"id": "ann"}, {"id": "bob"}],
       "links": [{"source": "ann", "target": "bob", "weight": 2}]}
      """)
}
