import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import Foundation

/// Valid files that experiments name: a graph file of every format, once as its manual shows it and, if the
/// program writes the format, once as it writes a random graph with difficult texts; and a corpus, start
/// positions, a preset and an engine.
struct GeneratedFiles {
  let folder: String
  private(set) var names: [String] = []

  /// Texts that have meaning in YAML, XML, HTML, CSV or a spreadsheet, or none at all.
  static let texts = [
    "a", "0", "1", "2", "group", "size", "degree", "weight", "Valjean", "</script><b>x",
    "a,\"b\"\nc", "\u{202E}evil", "=1+1", "~", "true", "1e3", "&amp;", "é\u{301}",
    String(repeating: "long ", count: 80),
  ]

  /// Built beside this program.
  private static let engine = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("test-engine").path

  init(in folder: String, seed: UInt64) throws {
    self.folder = folder
    var random = SeededGenerator(seed: seed, stream: 7)
    for format in GraphFormats.all {
      let page = type(of: format).page
      let name = "manual-\(format.name).\(type(of: format).extensions[0])"
      guard let text = page.sections.first(where: { $0.title == "File" })?.text else { continue }
      try write(text, to: name)
      guard let format = format as? any LayoutFormat else { continue }
      for number in 1...3 {
        let graph = try Self.graph(using: &random)
        let layout = (0..<2).map { _ in (0..<graph.nodeCount).map { _ in 100 * random.unit() } }
        let name = "\(format.name)-\(number).\(type(of: format).extensions[0])"
        try write(try format.text(of: LayoutTable(GraphSketch(graph), layout)), to: name)
      }
    }
    for number in 1...3 {
      let graph = try Self.graph(using: &random)
      let pairs = zip(graph.sources, graph.targets).map { [Int($0), Int($1)] }
      try write(
        "source,target,weight\n"
          + pairs.map { "\($0[0]),\($0[1]),\(random.unit())\n" }.joined(), to: "list-\(number).csv")
      let rows = pairs.map { "\(max($0[0], $0[1]) + 1) \(min($0[0], $0[1]) + 1)\n" }.joined()
      try write(
        "%%MatrixMarket matrix coordinate pattern symmetric\n"
          + "\(graph.nodeCount) \(graph.nodeCount) \(pairs.count)\n" + rows, to: "m-\(number).mtx")
    }
    let positions = (0..<200).map { "\($0),\(300 * random.unit()),\(300 * random.unit())\n" }
    try write("id,x,y\n" + positions.joined(), to: "start.csv")
    try write("id,size,group\n0,1,a\n1,2,b\n2,3,a\n", to: "nodes.csv")
    try write(
      "name: small\ngraphs:\n  - {name: ring, graph: {ring: 5}, tags: [a]}\n  - {files: '*.gml'}\n",
      to: "small.yaml")
    try write(
      "summary: A preset for tests.\nparameters: {decay: {minimum: 0, maximum: 1, default: 0.3}}\n"
        + "settings: {integrator: {verlet: {velocity-decay: $decay}}}\n", to: "own.preset.yaml")
    try write(
      "name: halve\nsummary: An engine for tests.\n"
        + "command: [\(Self.engine), frames]\n"
        + "parameters: {rate: {minimum: 0, default: 1}, word: {choices: [a, b], default: a}}\n",
      to: "Engines/halve.engine.yaml")
  }

  private mutating func write(_ text: String, to name: String) throws {
    let path = URL(fileURLWithPath: "\(folder)/\(name)")
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: path, atomically: true, encoding: .utf8)
    if !name.contains("/"), !name.hasSuffix(".preset.yaml") { names.append(name) }
  }

  /// Of up to 30 nodes with ids, labels, groups and attributes.
  private static func graph(using random: inout SeededGenerator) throws -> Graph {
    let count = 1 + random.index(below: 30)
    let edges = (0..<random.index(below: 60)).map { _ in
      (random.index(below: count), random.index(below: count))
    }
    let text = { (node: Int) in "\(texts[node % texts.count]) \(node)" }
    let columns = [
      AttributeColumn("size", .number, (0..<count).map { String($0 + 1) }),
      AttributeColumn("label", .text, (0..<count).map { $0 % 7 == 3 ? nil : text($0) }),
      AttributeColumn("group", .text, (0..<count).map { texts[$0 % 3] }),
    ]
    return try Graph(
      nodeCount: count, sources: edges.map { Int32($0.0) }, targets: edges.map { Int32($0.1) },
      nodeAttributes: Attributes(columns: columns),
      ids: NodeIDs((0..<count).map(text)))
  }
}
