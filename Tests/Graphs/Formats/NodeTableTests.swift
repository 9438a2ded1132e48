import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Edge lists with column names and tables of nodes.
@Suite struct NodeTableTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func graph(
    edges: String, nodes: String? = nil, columns: TableColumns = TableColumns()
  ) throws -> Graph {
    try place.write(edges, to: "edges.csv")
    if let nodes { try place.write(nodes, to: "people.csv") }
    let folder = place.folder.path
    let source = FileSource {
      $0.path = FileReference(folder + "/edges.csv")
      $0.nodes = nodes == nil ? nil : FileReference(folder + "/people.csv")
      $0.columns = columns
    }
    return try source.graph(with: AttributeNames(keepsAll: true))
  }

  private func problem(
    edges: String, nodes: String? = nil, columns: TableColumns = TableColumns()
  ) -> String {
    (ForceLabTestSupport.problem { _ = try graph(edges: edges, nodes: nodes, columns: columns) }
      ?? "")
      .replacing(place.folder.path + "/", with: "")
  }

  private let people = #"""
    id,name,team,age
    7,"Ann, ""A""",x,30
    2,Bob,,41.5
    5,"two
    lines",x,22
    """#

  @Test func aTableGivesNodesLabelsAndAttributes() throws {
    let graph = try graph(edges: "source,target\n2,7\n", nodes: people)
    #expect(graph.ids == NodeIDs(["7", "2", "5"], areNumbers: true))
    #expect(graph.labels == ["Ann, \"A\"", "Bob", "two\nlines"])
    #expect(graph.sources == [1] && graph.targets == [0] && graph.degree(of: 2) == 0)
    #expect(graph.nodeAttributes["team"] == AttributeColumn("team", .text, ["x", nil, "x"]))
    #expect(graph.nodeAttributes["age"]?.numbers == [30, 41.5, 22])
  }

  /// Only a quote at the start of a field opens one, and none in a comment does.
  @Test func quotesInsideOfFieldsAreText() throws {
    let table = """
      id,"a
      b",c
      # 5" pipe
      1,5" pipe
      2, "x
      ""y"",
      z" ,3
        % 6" pipe
      3,"",7"8
      4
      """
    let attributes = try graph(edges: "1 2\n", nodes: table).nodeAttributes
    #expect(attributes["a\nb"]?.values == ["5\" pipe", "x\n\"y\",\nz", nil, nil])
    #expect(attributes["c"]?.values == [nil, "3", "7\"8", nil])
  }

  /// Postal codes and phone numbers stay as they are written.
  @Test func numbersThatAreWrittenLikeCodesAreText() throws {
    for code in ["01067", "-01", "+4930", "49 30", "0x1F"] {
      let table = "id,code,size\n1,\(code),.5\n2,7,-0.5e3\n3,0,10\n"
      let attributes = try graph(edges: "1 2\n", nodes: table).nodeAttributes
      #expect(attributes["code"] == AttributeColumn("code", .text, [code, "7", "0"]))
      #expect(attributes["code"]?.numbers?.count == 3)
      #expect(attributes["size"]?.kind == .number)
    }
  }

  @Test func idsMayBeInAnyColumn() throws {
    let table = "size\tkey\tgroup\n1\tNew York\te\n2\tBoston\t\n"
    let graph = try graph(
      edges: "Boston;New York\n", nodes: table, columns: TableColumns { $0.id = "KEY" })
    #expect(graph.ids?.texts == ["New York", "Boston"] && graph.groups == ["e", ""])
    let quoted = try self.graph(edges: "1;2\n", nodes: "id;\"name, first\"\n1;Ann\n2;Bob\n")
    #expect(quoted.nodeAttributes["name, first"]?.values == ["Ann", "Bob"])
    let indexed = try self.graph(edges: "a b\n", nodes: "\tid\tlabel\n0\ta\tA\n1\tb\t\n")
    #expect(indexed.ids?.texts == ["a", "b"] && indexed.labels == ["A", "b"])
    #expect(indexed.nodeAttributes[""] == nil)
    // A tab before blanks is one of them.
    #expect(
      try self.graph(edges: "a b\n", nodes: "\tid x\n\ta 1\n\tb 2\n").ids?.texts == ["a", "b"])
    // Without `id`, the first column.
    #expect(try self.graph(edges: "a b\n", nodes: "x y\na 1\nb 2\n").ids?.texts == ["a", "b"])
  }

  @Test(arguments: [
    (
      "source,target\n1,9\n", "id\n1\n2\n",
      "edges.csv:2:3: error: unknown node '9'; add it to people.csv"
    ),
    ("1 2\n", "id,a\n1,x\n1,y\n", "people.csv:3:1: error: another node has the id '1' too"),
    ("1 2\n", "id,a\n1,x\n,y\n", "people.csv:3:1: error: this node has no id"),
    (
      "1 2\n", "id,a\n1,x,3\n",
      "people.csv:2:5: error: this node has 3 fields, but the first line has 2"
    ),
    (
      "source,target,a,a\n1,2,3,4\n", "id\n1\n2\n",
      "edges.csv:1:17: error: the column 'a' occurs twice"
    ),
    ("1 2\n", "id,a,a\n", "people.csv:1:6: error: the column 'a' occurs twice"),
    ("1 2\n", "id,a\n", "people.csv:2:1: error: no nodes found; add a line for each node"),
    ("1 2\n", "", "people.csv:1:1: error: no nodes found; name the columns in the first line"),
    ("1 2\n", "id,a\n1,\"x\n", "people.csv:2:3: error: this quote is not closed"),
  ])
  func errorsHaveAPlace(edges: String, nodes: String, message: String) {
    let problem = problem(edges: edges, nodes: nodes)
    #expect(problem.hasPrefix(message), "\(problem)")
  }

  @Test(arguments: [
    "u,v", "id1,id2", "ID1;ID2", "from,to", "node1,node2", "SRC,DST", "start,end", "Source,Target",
  ])
  func usualColumnNamesAreKnown(header: String) throws {
    let separator = header.contains(";") ? ";" : ","
    for ends in [("1", "2"), ("Anna", "Bob")] {
      let graph = try graph(edges: "\(header)\n\(ends.0)\(separator)\(ends.1)\n")
      #expect(graph.nodeCount == 2 && graph.edgeCount == 1)
      #expect(graph.id(of: 1) == ends.1)
    }
  }

  @Test func aFirstLineWithNamesOfNodesIsNoHeader() throws {
    #expect(try graph(edges: "u v\nv w\n").nodeCount == 3)
    #expect(try graph(edges: "start,end\nstart,middle\n").edgeCount == 2)
  }

  @Test func otherColumnNamesMustBeStated() throws {
    let text = "caller,callee,calls\nAnna,Bob,3\n"
    #expect(
      problem(edges: text) == """
        edges.csv:1:1: error: unknown columns: none of 'caller', 'callee' and 'calls' is known as the \
        end of an edge; name them, as in 'columns: {source: caller, target: callee}' below 'file', or by --set \
        'graph.file.columns={source: …}'
        """)
    #expect(problem(edges: "a,b\n1,2\n").contains("unknown columns: none of 'a' and 'b'"))
    let columns = TableColumns {
      $0.source = "callee"
      $0.target = "Caller"
      $0.weight = "calls"
    }
    let graph = try graph(edges: text, columns: columns)
    #expect(graph.ids?.texts == ["Bob", "Anna"] && graph.weights == [3])
    #expect(
      problem(edges: text, columns: TableColumns { ($0.source, $0.target) = ("x", "caller") })
        == "edges.csv:1:1: error: no column 'x'; the first line is 'caller', 'callee' and 'calls'")
  }

  @Test func aStatedWeightMustBeInTheFirstLineAndANumber() throws {
    let calls = TableColumns { $0.weight = "calls" }
    #expect(try graph(edges: "u,v,calls\nu,w,2\n", columns: calls).weights == [2])
    for (edges, message) in [
      ("1,2,7\n2,3,8\n", "1:1: error: no column 'calls'; the first line is '1', '2' and '7'"),
      ("a;b;calls\nx;y;0,5\n", "1:1: error: unknown columns: none of 'a', 'b' and 'calls'"),
      ("u;v;calls\nx;y;0,5\n", "2:5: error: the weight must be a number, found '0,5'"),
    ] {
      let problem = problem(edges: edges, columns: calls)
      #expect(problem.hasPrefix("edges.csv:\(message)"), "\(problem)")
    }
  }

  @Test func parametersThatContradictEachOtherAreErrors() {
    var source = FileSource { ($0.path, $0.nodes) = ("a.gml", "people.csv") }
    #expect(throws: ParameterError.self) { try source.check() }
    source = FileSource { ($0.path, $0.columns) = ("a.csv", TableColumns { $0.id = "key" }) }
    #expect(throws: ParameterError.self) { try source.check() }
    source = FileSource { ($0.path, $0.base, $0.nodes) = ("a.csv", 1, "people.csv") }
    #expect(throws: ParameterError.self) { try source.check() }
    #expect(throws: ParameterError.self) { try TableColumns { $0.source = "a" }.check() }
  }
}
