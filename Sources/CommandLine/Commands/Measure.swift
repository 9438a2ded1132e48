import ArgumentParser
import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench
import ForceLabYAML

struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure finished drawings of any program.",
    usage: "forcelab measure <file> ... [<options>]",
    discussion: """
      Each file is a graph whose nodes have positions: GraphML or JSON with the attributes x and y, GraphML of yEd, GEXF \
      with viz:position, GML with graphics, or DOT with pos. With --positions, one file of any format is \
      the graph, and each table with the columns id,x,y is a drawing of it.

      Edges may be bent or curved: the splines of DOT, the lines of GML, those of yEd in GraphML, or the attribute path \
      of edges, an SVG path, in any format. Crossings, angles, orthogonality, lengths and occlusion are those of the lines.

        forcelab measure drawing.graphml
        forcelab measure ours.dot theirs.dot --metrics stress,edge-crossings
        forcelab measure graph.mtx --positions a.csv --positions b.csv

      Beside the measures of one drawing stands how many of the layouts of similar graphs by nine algorithms are worse: \
      graphs whose nodes and mean degree differ by a factor of at most 2. CSV and JSON have this for all drawings. \
      There are none for graphs of fewer than 10 or more than 3000 nodes, or with a mean degree above about 16 \
      (9 for 20 nodes).

      `forcelab list metrics` names the metrics, and `forcelab describe NAME` defines one.
      """)

  @Argument(help: .value("file", "Graph files, which may be compressed."), completion: .file())
  var files: [String]

  @Option(
    help: .value(
      "names",
      "Metrics, such as stress,edge-crossings, or with parameters, "
        + "'{node-overlaps: {radius: 3}}'."))
  var metrics = "quality"

  @Option(
    help: .value("file", "A table of positions of the nodes; may be repeated."),
    completion: .file(extensions: ["csv"]))
  var positions: [String] = []

  @Option(help: "Print a table as text or in another format.")
  var format = Show.Format.text

  func validate() throws {
    guard positions.isEmpty || files.count == 1 else {
      throw ValidationError("--positions are those of one graph; name one file")
    }
  }

  func run() throws {
    let metrics = try Self.metrics(metrics, option: "--metrics")
    if let metric = metrics.first(where: { !$0.needs.isEmpty }) {
      throw Diagnostic(
        "'\(metric.name)' needs more than a drawing; use it in an experiment",
        at: Location(file: "--metrics"))
    }
    let columns = metrics.flatMap(\.columns)
    var notes: Set<String> = []
    let reference = ReferenceLayouts()
    let tables = positions.isEmpty ? files.map { ($0, nil) } : positions.map { ($0, files[0]) }
    let drawings = try tables.map { name, graphFile in
      let drawing = try DrawnGraph(
        FileReference(graphFile ?? name), positions: graphFile == nil ? nil : FileReference(name),
        edgeAttributes: metrics.reduce(into: []) { $0.formUnion($1.edgeAttributes) })
      return try Self.measured(drawing, name: name, metrics, comparedWith: reference, &notes)
    }
    let table = Table(
      drawings: drawings, columns, hasPercentiles: format == .json || format == .csv)
    if drawings.count == 1, format == .text,
      reference.similarGraphs(nodes: drawings[0].nodes, edges: drawings[0].edges).isEmpty
    {
      notes.insert(
        "no reference graphs have similar nodes and mean degree, so there are no percentiles")
    }
    for note in notes.sorted() { standardError("note: \(note)\n") }
    if let format = format.table {
      let caption = "Measures of finished drawings."
      outputData(format.text(of: table, caption: caption, name: "drawings"), terminator: "")
    } else {
      output(
        drawings.count == 1
          ? text(of: drawings[0], columns) : table.text(width: Terminal.width ?? .max))
    }
  }

  private func text(of drawing: MeasuredDrawing, _ columns: [Column]) -> String {
    let size =
      "\(drawing.name): \(counted(drawing.nodes, "node")), \(counted(drawing.edges, "edge"))"
    return "\(size)\n\n\(Table(drawing: drawing, columns).text(width: Terminal.width ?? .max))"
  }

  /// The metrics of a list such as `stress,edge-crossings`. Throws if there is none, one is unknown, or two are alike.
  static func metrics(_ names: String, option: String) throws -> [any Metric] {
    var decoder = ParameterDecoder(catalog: Lab.localCatalog)
    var faults: [Diagnostic]
    do throws(Diagnostic) {
      let list = try YAMLDocument.parse("[\(names)]", file: option)
      let found = (list.sequence ?? []).compactMap {
        decoder.plugin(.metric, from: $0) as? any Metric
      }
      faults = decoder.diagnostics
      if faults.isEmpty {
        guard !found.isEmpty else {
          throw Diagnostic("no metric; name some, such as stress", at: Location(file: option))
        }
        guard let (index, message) = found.repeated.first else { return found }
        throw Diagnostic(message, at: list.sequence?[index].location)
      }
    } catch {
      faults = [error]
    }
    throw InvalidExperiment(faults.map(withoutBracket))
  }

  /// `fault` as it is in the names alone, without the bracket that `metrics` puts before them.
  private static func withoutBracket(_ fault: Diagnostic) -> Diagnostic {
    var fault = fault
    if fault.message.contains(/line 1, column 1;|end of the document;/) {
      fault.message = "unexpected text; separate metrics by ','"
    }
    fault.message.replace(/line 1, column (\d+)/) {
      "line 1, column \(max(1, (Int($0.1) ?? 2) - 1))"
    }
    if fault.location?.line == 1, fault.location?.column != 1 { fault.location?.column -= 1 }
    return fault
  }

  private static func measured(
    _ drawing: DrawnGraph, name: String, _ metrics: [any Metric],
    comparedWith reference: ReferenceLayouts, _ notes: inout Set<String>
  ) throws -> MeasuredDrawing {
    let graph = drawing.graph
    let layout = FinishedLayout(graph, at: drawing.coordinates, routes: drawing.routes)
    let values = try metrics.flatMap { metric -> [Double?] in
      do throws(ParameterError) {
        try metric.check(on: graph)
      } catch {
        throw Diagnostic("metric '\(metric.name)': \(error.message)", at: Location(file: name))
      }
      if let lack = metric.lack(on: graph, dimensions: drawing.coordinates.count) {
        notes.insert("\(name): no \(metric.name): \(lack)")
      }
      return metric.values(of: layout)
    }
    let columns = metrics.flatMap(\.columns)
    let comparable = Set(metrics.filter(ReferenceLayouts.has).flatMap(\.columns).map(\.name))
    let similar = reference.similarGraphs(nodes: graph.nodeCount, edges: graph.edgeCount)
    let percentiles = zip(columns, values).map { column, value in
      value.flatMap {
        comparable.contains(column.name)
          ? reference.percentile(of: $0, column, edges: graph.edgeCount, among: similar)
          : nil
      }
    }
    return MeasuredDrawing(
      name: name, nodes: graph.nodeCount, edges: graph.edgeCount, values: values,
      percentiles: percentiles)
  }
}
