import ForceLabGraphs
import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabStudies
import Foundation

// The messages to pages.
extension Stage {
  /// Nodes and edges, and how they are drawn.
  var graphText: Data {
    let layout = sides[0].layout
    let fields = [
      "\"type\":\"graph\"", "\"revision\":\(revision)",
      "\"dimensions\":\(layout.study.dimensions)", "\"graph\":\(PageGraph.json(of: layout.sketch))",
    ]
    return Data("{\(fields.joined(separator: ","))}".utf8)
  }

  var stateText: Data {
    let layout = sides[0].layout
    let pinned = layout.pins.compactMap { layout.index(of: $0.node) }.sorted()
    return Data(
      jsonObject([
        "type": "\"state\"", "revision": String(revision), "running": isRunning ? "true" : "false",
        "rate": rate.map(\.shortText) ?? "0", "title": source.title.jsonText,
        "file": source.fileName.jsonText, "nodes": String(layout.nodes.count),
        "edges": String(layout.graph.edgeCount), "pinned": jsonList(pinned.map(String.init)),
        "undo": history.undoName.map(\.jsonText) ?? "null",
        "redo": history.redoName.map(\.jsonText) ?? "null",
        "events": String(record.count), "obstacle": record.obstacle.map(\.jsonText) ?? "null",
        "sides": jsonList(sides.map(text)),
      ]).utf8)
  }

  private func text(of side: Side) -> String {
    let settings = side.layout.study.encoded()
    let entries = ControlSheet.keys.map { key in
      "\(key.jsonText):\(settings[key]?.json ?? "null")"
    }
    return jsonObject([
      "settings": "{\(entries.joined(separator: ","))}", "seed": String(side.layout.seed),
      "problem": side.problem.map(\.jsonText) ?? "null",
    ])
  }

  /// The code of an app that has the layout.
  func program(of side: Int) throws -> Answer {
    let layout = sides[side].layout
    guard let program = layout.study.program(seed: layout.seed) else {
      throw ParameterError("there is no Swift program for this engine")
    }
    let text = jsonObject(["type": "\"swift\"", "text": program.jsonText])
    return Answer(text: Data(text.utf8), kind: "swift")
  }
}
