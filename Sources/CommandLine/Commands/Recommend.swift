import ArgumentParser
import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct Recommend: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say which preset, engine or time budget suits a graph.",
    usage: "forcelab recommend <graph> [<options>]",
    discussion: """
      Compares the graph with 428 real and generated graphs of 14 to 4960 nodes, which 28 algorithms have laid out. Similar \
      graphs count most. The algorithm that was best on them is recommended if it was at most 5 % worse than the best of \
      each, which may be slower than --time; crossings count plus 1. If no algorithm is that good, there is no \
      recommendation.

        forcelab recommend graph.graphml --for stress --time 100ms
        forcelab recommend graph.mtx --presets

      Graphs are compared by nodes, independent cycles, ratio of maximum to mean degree, diameter and clustering. Times are \
      those of one processor; ~ marks estimates that are rough, since no kept graph is similar.
      """)

  @Argument(help: "Graph file, which may be compressed.", completion: .file())
  var graph: String

  @Option(
    name: .customLong("for"),
    help: .value(
      "measure",
      "What is to be good: stress, neighborhood-preservation or edge-crossings; by default, each."))
  var measure: Recommendations.Measure?

  // The default is half the time limit of the kept results: most estimates are right within a factor of two.
  @Option(
    parsing: .unconditional,
    help: .value("time", "Only algorithms that probably take at most this time, such as 100ms."))
  var time = "10s"

  @Flag(help: "Only presets and time budgets, which need no other program.")
  var presets = false

  @Option(help: "Print a table as text or in another format.")
  var format = Show.Format.text

  private var maxSeconds: Double? {
    Units.number(in: time, of: "s").flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  func validate() throws {
    guard maxSeconds != nil else {
      throw ValidationError("--time is '\(time)'; give a time such as 100ms or 2s")
    }
  }

  /// Algorithms beside the first.
  private static let shown = 5

  func run() throws {
    let found = try FileSource(FileReference(graph)).graph()
    guard found.nodeCount > 1, found.edgeCount > 0 else {
      throw Diagnostic("the graph has no edges, so any layout will do", at: Location(file: graph))
    }
    let facts = GraphFacts(found)
    let kept = Recommendations()
    // The kept graphs are connected, so it is unknown which engines take others.
    let needsPreset = presets || facts.components > 1
    let measures = measure.map { [$0] } ?? Recommendations.Measure.allCases
    let answers = try measures.map { measure in
      let all = kept.candidates(
        for: facts, nodes: found.nodeCount, edges: found.edgeCount, by: measure,
        maxSeconds: maxSeconds ?? 0, engines: !needsPreset)
      guard !all.isEmpty else {
        throw Diagnostic("no algorithm is that fast on similar graphs; allow more --time", at: nil)
      }
      return (measure: measure, algorithms: all.prefix(Self.shown))
    }
    let sentences = answers.map { Self.sentence($0.algorithms[0], $0.measure) }
    var table = Table(
      [
        .init("measure"), .init("algorithm"),
        .init("worse than the best", name: "relative_regret", isNumeric: true),
        .init("time", name: "seconds", isNumeric: true), .init("answer"), .init("settings"),
      ],
      rows: answers.flatMap { measure, algorithms in
        algorithms.enumerated().map { index, one in
          [
            measure.rawValue, one.name, Self.percent(one.regret), Self.time(one),
            index == 0 && one.isKnown ? "recommended" : "",
            // Where there is little room, not the name again.
            format.table == nil && one.settings == "preset: \(one.name)" ? "" : one.settings,
          ]
        }
      })
    for (row, one) in answers.flatMap(\.algorithms).enumerated() {
      table.rows[row][2].number = expm1(one.regret)
      table.rows[row][3].number = one.seconds
    }
    let caption =
      "\(graph): \(counted(found.nodeCount, "node")), \(counted(found.edgeCount, "edge")), mean degree "
      + "\(Self.rounded(facts.meanDegree)), clustering \(Self.rounded(facts.clustering))."
      + (needsPreset && !presets
        ? " It has \(facts.components) components, so engines are left out: they may refuse it."
        : "")
    if let format = format.table {
      let text = ([caption] + sentences).joined(separator: " ")
      return outputData(
        format.text(of: table, caption: text, name: "recommendations"), terminator: "")
    }
    let width = Terminal.width ?? 100
    output(wrapped(caption, width: width) + "\n")
    for sentence in sentences { output(wrapped(sentence, width: width)) }
    output("\n" + table.text(width: width))
    let recommended = answers.map { $0.algorithms[0] }.filter(\.isKnown).map(\.settings)
    if let settings = recommended.first(where: { !$0.hasPrefix("engine") }) {
      let key = settings.prefix { $0 != ":" }
      let value = String(settings.dropFirst(key.count + 2))
      let options = key == "preset" ? "--preset \(value)" : "--set \("\(key)=\(value)".asArgument)"
      output("\nLay it out: \(Diagnostic.program) layout \(graph.asArgument) \(options)")
    }
  }

  private static func sentence(
    _ first: Recommendations.Candidate, _ measure: Recommendations.Measure
  ) -> String {
    let regret = "\(percent(first.regret)) worse than the best of any speed"
    let graphs = first.isNear ? "on similar graphs" : "on the kept graphs, none of which is similar"
    let isPreset = first.settings == "preset: \(first.name)"
    let name = "`\(first.name)`" + (isPreset ? "" : " (`\(first.settings)`)")
    return first.isKnown
      ? "For \(measure.rawValue): \(name), \(regret) \(graphs)."
      : "For \(measure.rawValue): no recommendation. \(name) is the best candidate, but "
        + "\(regret) \(graphs); compare it with others on yours."
  }

  private static func percent(_ regret: Double) -> String { "\(rounded(100 * expm1(regret))) %" }

  private static func time(_ one: Recommendations.Candidate) -> String {
    (one.isNear ? "" : "~") + readable(seconds: one.seconds.rounded(digits: 2))
  }

  private static func rounded(_ value: Double) -> String { value.rounded(digits: 2).shortText }
}

extension Recommendations.Measure: ExpressibleByArgument {}
