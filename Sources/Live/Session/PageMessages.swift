import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies
import ForceLabYAML
import Foundation

/// What a page asks for, as JSON. Changes of the layout are events of an experiment.
///
/// Nodes are named as in events, for the graph of `revision`. A request for an older graph is refused,
/// because names can change when nodes are added or removed.
struct PageRequest: Record {
  enum Command: String, Choice {
    case event, run, step, rate, restart, undo, redo, compare, save, swift, drag
    case dragStart = "drag-start"
    case dragEnd = "drag-end"
    case repeats = "repeat"
  }

  var command: Command?
  var event = Event()
  var view: Int?
  var revision: Int?
  var gesture = 0
  var isOn = false
  var count = 1
  var rate = 0.0
  var node = ""
  var at: [Double] = []
  var name = ""
  var replays = false
  var overwrites = false

  init() {}
  init(_ command: Command) { self.command = command }

  static let manual = Manual<Self>(
    "request", "What a page asks for.",
    parameters: [
      Parameter("do", \.command, "The command."),
      Parameter("event", \.event, "The actions of `event`."),
      Parameter(
        "view", \.view, within: Bounds(0...1), "The layout that the command is for; all if none."),
      Parameter("revision", \.revision, "The number of the graph that nodes are named in."),
      Parameter("gesture", \.gesture, "Changes of the same gesture are undone together."),
      Parameter(
        "on", \.isOn,
        "For `run`, `repeat` and `compare`, for a new seed of `restart`, and if a scene starts again "
          + "after an `event`."
      ),
      Parameter("count", \.count, within: Bounds(1...1000), "The ticks of `step`."),
      Parameter("rate", \.rate, "Ticks per second; 0 for as many as possible."),
      Parameter("node", \.node, "The node that is dragged."),
      Parameter("at", \.at, "Where it is."),
      Parameter("name", \.name, "The file of `save`."),
      Parameter("replays", \.replays, "Whether it has the changes as events."),
      Parameter("overwrites", \.overwrites, "Whether it may replace a file."),
    ])

  private static let limits = YAMLDocument.Limits(
    bytes: WebSocketReader.maxMessageBytes, depth: 40, nodes: 20_000)

  func check() throws(ParameterError) {
    guard command != nil else { throw ParameterError("the request has no 'do'") }
  }

  /// JSON is YAML. Throws a `Diagnostic` if the text is neither, or asks for nothing that is known.
  init(_ text: String, catalog: Catalog) throws(Diagnostic) {
    let node = try YAMLDocument.parse(text, file: "request", limits: Self.limits)
    var decoder = ParameterDecoder(catalog: catalog)
    let request = decoder.decode(Self.self, from: node)
    guard let request, decoder.diagnostics.isEmpty else {
      throw decoder.diagnostics.first ?? Diagnostic("the request is malformed", at: nil)
    }
    self = request
  }
}

extension SetValues {
  /// The path and the value of a page, which sets one at a time. Throws if either names one of `readers`, plugins that
  /// read files.
  func value(
    without readers: Set<String>
  ) throws(ParameterError) -> (path: String, value: SettingsNode) {
    guard values.all.count == 1 else { throw ParameterError("a page sets one value at a time") }
    let (path, value) = (values.all[0].key, values.all[0].value)
    var names = path.split(separator: ".").map(String.init)
    var nodes = [value.node]
    while let node = nodes.popLast() {
      switch node.content {
      case .scalar(let scalar): names.append(scalar.text)
      case .sequence(let items): nodes += items
      case .mapping(let mapping):
        names += mapping.entries.map(\.key)
        nodes += mapping.entries.map(\.value)
      }
    }
    if let name = names.first(where: readers.contains) {
      throw ParameterError("a page cannot choose '\(name)', which reads a file")
    }
    return (path, value.node)
  }
}

/// A message to a page: a JSON object with its type. A newer one replaces one of the same type that waits.
struct PageMessage: Sendable {
  let type: String
  let text: Data

  /// The values of `fields` are JSON already.
  init(_ type: String, _ fields: KeyValuePairs<String, String>) {
    (self.type, text) = (type, Data(jsonObject(["type": type.jsonText], fields).utf8))
  }

  static func error(_ error: any Error) -> Self {
    Self("error", ["message": errorText(error).jsonText])
  }
}

/// An object of JSON whose values are JSON already.
func jsonObject(
  _ entries: KeyValuePairs<String, String>, _ more: KeyValuePairs<String, String> = [:]
) -> String {
  let all = (Array(entries) + Array(more)).map { "\($0.key.jsonText):\($0.value)" }
  return "{\(all.joined(separator: ","))}"
}

func jsonList(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

func errorText(_ error: any Error) -> String {
  ((error as? Diagnostic)?.message ?? "\(error)").printable
}
