import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

@Suite struct EdgeListTests {
  private func read(_ text: String, base: Int? = nil) throws -> Graph {
    try EdgeListFormat().read(text, file: "f", base: base)
  }

  @Test func ordersNumbersAndClosesGaps() throws {
    let graph = try read("7 3\n3 12\n")
    #expect(graph.labels == ["3", "7", "12"])
    #expect(edges(of: graph) == [[1, 0], [0, 2]])
    #expect(try read("1 0\n1 2").labels == nil)
    #expect(try read("1 2").labels == ["1", "2"])
    #expect(try read("007 8\n007 9").labels == ["7", "8", "9"])
    // As names, 007 and 7 are two nodes.
    #expect(try read("007 7\n7 9\n").labels == ["007", "7", "9"])
    #expect(try read("007 8\n07 9\n").nodeCount == 4)
    #expect(try read("007 8\n7 9", base: 7).labels == ["7", "8", "9"])
  }

  @Test func renumbersSparseNumbers() throws {
    let graph = try read("9223372036854775807 5\n1000000000000 5\n")
    #expect(graph.labels == ["5", "1000000000000", "9223372036854775807"])
    #expect(edges(of: graph) == [[2, 0], [1, 0]])
  }

  @Test func ordersNamesByAppearance() throws {
    let graph = try read("b a\n3 b\nc 3\n")
    #expect(graph.labels == ["b", "a", "3", "c"])
    #expect(edges(of: graph) == [[0, 1], [2, 0], [3, 2]])
  }

  @Test(arguments: ["-1", "18446744073709551615", "1.5"])
  func otherNumbersThanNodeNumbersAreNames(id: String) throws {
    for text in ["\(id) 0\n0 1\n", "\(id),0\n0,1\n"] {
      #expect(try read(text).labels == [id, "0", "1"])
    }
    #expect(try read("7 5\n5 \(id)\n").labels == ["7", "5", id])
    #expect(
      problem(.edgeList, "1 \(id)\n", base: 0)?.hasPrefix("f:1:3: error: '\(id)' is not a whole")
        ?? false)
  }

  @Test(arguments: ["1e5,3e2", "0x1F,0x2", "nan,inf"])
  func namesMayReadLikeNumbers(edge: String) throws {
    let names = edge.split(separator: ",").map { String($0) }
    #expect(try read("a3f,b21\n\(edge)\n").labels == ["a3f", "b21"] + names)
    #expect(try read("\(edge)\n10,20\n").labels == names + ["10", "20"])
  }

  @Test func aStatedBaseKeepsIsolatedNodes() throws {
    let one = try read("2 5\n", base: 1)
    #expect(one.nodeCount == 5)
    #expect(edges(of: one) == [[1, 4]])
    #expect(one.labels == ["1", "2", "3", "4", "5"])
    let zero = try read("2 5\n", base: 0)
    #expect(zero.nodeCount == 6)
    #expect(zero.labels == nil)
  }

  @Test(arguments: [
    "\u{FEFF}# a comment\r\n\r\n  1\t2  \r\n% another\r\n2   3\r\n", "1,2\n2,3", " 1 ; 2 \n2;3;\n",
    "1 2\r2 3\r", "\n\n1 2\n\n2 3\n\n", "source,target\n1,2\n2,3\n", "u,v\n1,2\n2,3\n",
    "Target;x;Source\n2;;1\n3;;2\n", "\"1\",\"2\"\n\"2\",\"3\"", "1 2 {'x': 3}\n2 3 {}\n",
    "to from\n2 1\n3 2\n", "1 2\n2 3",
  ])
  func understandsItsVariants(text: String) throws {
    let graph = try read(text)
    #expect(graph.nodeCount == 3)
    #expect(edges(of: graph) == [[0, 1], [1, 2]])
    #expect(graph.weights == nil)
  }

  /// Parts of a long list are read at the same time, if all lines are plain.
  @Test(arguments: ["", "0 39999 2.5\n", "007 19\n", "a b\n"])
  func longListsAreReadAsAWhole(end: String) throws {
    let lines = (0..<20_000).map { edge in
      ["\(2 * edge) \(2 * edge + 1)\n", " \(2 * edge)\t\(2 * edge + 1) \r\n", "# \(edge)\n\n"][
        edge % 3]
    }
    let pairs = (0..<20_000).filter { $0 % 3 < 2 }
    let text = lines.joined()
    #expect(text.utf8.count > 3 << 16)
    guard end != "0 39999 2.5\n" else {
      // Only the last edge has a weight.
      #expect(throws: (any Error).self) { try read(text + end) }
      return
    }
    let graph = try read(text + end)
    let added = end.isEmpty ? 0 : 1
    #expect(graph.edgeCount == pairs.count + added)
    #expect(graph.labels?[2] == "2")
    if end == "a b\n" { #expect(graph.labels?.suffix(2) == ["a", "b"]) }
    for (edge, pair) in pairs.enumerated() {
      let names = [graph.sources[edge], graph.targets[edge]].map { graph.labels?[Int($0)] }
      #expect(names == ["\(2 * pair)", "\(2 * pair + 1)"])
    }
  }

  @Test func readsWeights() throws {
    #expect(try read("1 2 0.5\n2 3 -1e3\n").weights == [0.5, -1000])
    #expect(try read("1,2,7\n2,3,8\n").weights == [7, 8])
    #expect(
      try read("Source,Target,Type,Weight\n1,2,Undirected,4\n2,3,Undirected,5\n").weights == [4, 5])
    #expect(try read("source,target,kind\n1,2,4\n").weights == nil)
    #expect(try read("1 2 3 1999\n2 3 4 2000\n").weights == [3, 4])
  }

  @Test(arguments: ["", "NA", "NaN", "null"])
  func aMissingWeightInANamedColumnIsOne(gap: String) throws {
    for (edges, weights) in [
      ("a,b,5\nb,c,2\nc,d,\(gap)\n", [5.0, 2, 1]), ("a,b,\(gap)\nb,c,5\nc,d,2\n", [1, 5, 2]),
    ] {
      let text = "source,target,weight\n\(edges)"
      #expect(try read(text).weights == weights)
      let used = try EdgeListFormat().read(text, file: "f", AttributeNames(edges: ["weight"]))
      #expect(used.edgeValues("weight") == weights)
      #expect(problem(.edgeList, edges) != nil)
    }
  }

  @Test func aWeightThatASettingUsesIsANumber() {
    let text = "source,target,weight\na,b,heavy\n"
    #expect(
      problem(.edgeList, text, AttributeNames(edges: ["weight"]))
        == "f:2:5: error: the weight must be a number, found 'heavy'")
  }

  @Test func readsQuotedNames() throws {
    let graph = try read("\"Valjean, Jean\",\"the \"\"Javert\"\"\"\nÉponine,Mme. T\n")
    #expect(graph.labels == ["Valjean, Jean", "the \"Javert\"", "Éponine", "Mme. T"])
    #expect(try read("\"a b\" c\n").labels == ["a b", "c"])
  }

  @Test func tabsSeparateTheFieldsOfTSV() throws {
    func table(_ text: String) throws -> Graph {
      try EdgeListFormat().read(text, file: "f.tsv", base: nil)
    }
    let names = try table("source\ttarget\nAnn Lee\tBob\nBob\tCy Ko\n")
    #expect(names.labels == ["Ann Lee", "Bob", "Cy Ko"])
    #expect(try table("source\ttarget\ttype\tweight\na\tb\t\t2\nb\tc\tx\t3\n").weights == [2, 3])
    #expect(try table("1 2\n2 3\n").edgeCount == 2)
    #expect(try table("Ann, Dr.\tBob; Mr.\n").labels == ["Ann, Dr.", "Bob; Mr."])
    let other = try EdgeListFormat().read("a,\tb\n", file: "x.tsv/f.csv", base: nil)
    #expect(other.labels == ["a", "b"])
  }

  @Test func tabsBetweenTheNamesOfColumnsSeparateFields() throws {
    let table = "Source\tTarget\tLabel\tWeight\nAnn Lee\tBob\t\t5\nBob\tCy\tx\t6\n"
    let graph = try read(table)
    #expect(graph.labels == ["Ann Lee", "Bob", "Cy"] && graph.weights == [5, 6])
    #expect(try read("source\ttarget\tname, first\na\tb\tx\n").labels == ["a", "b"])
    // Not if blanks separate the fields of a line.
    #expect(try read("source\ttarget\n1\t2\n3 4\n").edgeCount == 2)
    #expect(try read("source\ttarget\tweight\nann\tbob\t1\nal\t\tbo\t2\n").weights == [1, 2])
    // Not if the next line has other fields, or the first line has nodes.
    #expect(try read("source\t\ttarget\tweight\nlong-name\tb\t7\n").weights == [7])
    #expect(try read("u\tv\nv\tw x\n").weights == nil)
    #expect(try read("source\ttarget\n1 2\n").edgeCount == 1)
  }

  /// As pandas writes tables with an index.
  @Test(arguments: ["f.tsv", "f.txt", "f.csv"])
  func columnsWithoutANameAreNoAttributes(file: String) throws {
    for end in ["", "x"] {
      let table = "\tsource\ttarget\tweight\tkind\n0\t10\t20\t7\t\n1\t20\t30\t8\t\(end)\n"
      let text = file == "f.csv" ? table.replacing("\t", with: ",") : table
      let graph = try EdgeListFormat().read(text, file: file, AttributeNames(keepsAll: true))
      #expect(graph.labels == ["10", "20", "30"] && graph.weights == [7, 8])
      #expect(edges(of: graph) == [[0, 1], [1, 2]])
      let kinds: [String?]? = end.isEmpty ? nil : [nil, "x"]
      #expect(graph.edgeAttributes["kind"]?.values == kinds)
      #expect(graph.edgeAttributes[""] == nil)
    }
  }

  @Test func separatorsInQuotesAndFewerThanOthersAreText() throws {
    #expect(try read("\"Doe, Jo\";\"Roe, Al\"\n").labels == ["Doe, Jo", "Roe, Al"])
    #expect(try read("a;b;1,5\nb;c;2,5\n").labels == ["a", "b", "c"])
    #expect(try read("a,b,x;y\nb,c,z\n").labels == ["a", "b", "c"])
    #expect(try read("5\" pipe,b\n").labels == ["5\" pipe", "b"])
  }

  @Test func fieldsBeyondTheNamedColumnsAreErrors() throws {
    #expect(try read("source,target\n1,2,\n").edgeCount == 1)
    #expect(
      problem(.edgeList, "source,target\n1,2\n2,3,9\n")
        == "f:3:5: error: this edge has 3 fields, but the first line has 2 columns; put text with a "
        + "separator in double quotes")
  }

  @Test func countsDroppedEdges() throws {
    let graph = try read("1 1\n1 2\n2 1\n2 2\n1 2\n")
    #expect(graph.note == "dropped 2 self loops and 2 duplicate edges")
    #expect(graph.edgeCount == 1)
  }

  @Test func reportsContradictionsOfTheBase() {
    #expect(
      problem(.edgeList, "1 2\n2 0\n", base: 1)
        == "f:2:3: error: node 0 is less than the base 1; set 'base: 0' if nodes count from 0")
    #expect(
      problem(.edgeList, "a b\n", base: 0)
        == "f:1:1: error: 'a' is not a whole number from 0 to 9223372036854775807; remove 'base: 0' if "
        + "nodes have names")
    for number in ["2147483648", "9223372036854775807", "200000000"] {
      #expect(
        problem(.edgeList, "1 \(number)\n", base: 0)?
          .hasPrefix("f:1:3: error: node \(number) exceeds the limit of 100000000 nodes") ?? false)
    }
  }

  @Test func reportsBinaryFiles() {
    #expect(
      problem(.edgeList, [0x31, 0x20, 0x32, 0x0A, 0x33, 0xC3, 0x28])
        == "f:2:2: error: the byte 0xC3 is not valid UTF-8; save the file as UTF-8")
    #expect(
      problem(.edgeList, [0xFF, 0xFE, 0x31])?.hasPrefix("f:1:1: error: the byte 0xFF") ?? false)
    #expect(problem(.edgeList, [0x31, 0x20, 0xE2, 0x82])?.hasPrefix("f:1:3: error: ") ?? false)
    #expect(problem(.edgeList, [0x31, 0])?.hasPrefix("f:1:2: error: not a text file") ?? false)
  }
}
