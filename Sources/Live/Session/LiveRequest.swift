import ForceLabSettings
import ForceLabYAML

/// What a page asks for: a JSON object with the key `do` and what that needs.
///
/// Nodes are named by their numbers in the graph of `revision`. A request that names nodes of an older
/// graph is refused, because numbers change when nodes are removed.
enum LiveRequest {
  case set(side: Int, path: String, value: SettingsNode, gesture: Int)
  case run(Bool)
  case step(Int)
  case rate(Double)
  case reheat
  case restart(newSeed: Bool)
  case grab(node: Int, revision: Int)
  case hold(node: Int, revision: Int, at: [Double])
  case drop(node: Int, revision: Int)
  case pin(node: Int, revision: Int, Bool)
  case addNode(at: [Double], label: String, neighbor: Int?, revision: Int)
  case addEdge(Int, Int, revision: Int)
  case removeNode(Int, revision: Int)
  case removeEdge(Int, Int, revision: Int)
  case undo
  case redo
  case compare(Bool)
  case save(name: String, side: Int, replays: Bool, overwrites: Bool)
  case swift(side: Int)

  private static let limits = YAMLDocument.Limits(
    bytes: WebSocketReader.messageLimit, depth: 40, nodes: 20_000)

  /// JSON is YAML. Throws a `Diagnostic` if the text is neither, or asks for nothing that is known.
  init(_ text: String) throws(Diagnostic) {
    let node = try YAMLDocument.parse(text, file: "request", limits: Self.limits)
    let fields = Fields(node)
    let revision = { () throws(Diagnostic) in try fields.whole("revision") }
    switch try fields.text("do") {
    case "set":
      guard let value = node["value"] else { throw fields.missing("value") }
      self = .set(
        side: try fields.whole("side"), path: try fields.text("path"), value: value,
        gesture: try fields.whole("gesture", default: 0))
    case "run": self = .run(try fields.flag("on"))
    case "step": self = .step(try fields.whole("count", default: 1, in: 1...1000))
    case "rate": self = .rate(try fields.number("rate"))
    case "reheat": self = .reheat
    case "restart": self = .restart(newSeed: try fields.flag("new-seed"))
    case "grab": self = .grab(node: try fields.whole("node"), revision: try revision())
    case "hold":
      self = .hold(
        node: try fields.whole("node"), revision: try revision(), at: try fields.numbers("at"))
    case "drop": self = .drop(node: try fields.whole("node"), revision: try revision())
    case "pin":
      self = .pin(
        node: try fields.whole("node"), revision: try revision(), try fields.flag("on"))
    case "add-node":
      self = .addNode(
        at: try fields.numbers("at"), label: try fields.text("label", default: ""),
        neighbor: node["neighbor"].map { $0.isNull } == false ? try fields.whole("neighbor") : nil,
        revision: try revision())
    case "add-edge":
      self = .addEdge(
        try fields.whole("from"), try fields.whole("to"), revision: try revision())
    case "remove-node": self = .removeNode(try fields.whole("node"), revision: try revision())
    case "remove-edge":
      self = .removeEdge(
        try fields.whole("from"), try fields.whole("to"), revision: try revision())
    case "undo": self = .undo
    case "redo": self = .redo
    case "compare": self = .compare(try fields.flag("on"))
    case "save":
      self = .save(
        name: try fields.text("name"), side: try fields.whole("side"),
        replays: try fields.flag("replays"), overwrites: try fields.flag("overwrites"))
    case "swift": self = .swift(side: try fields.whole("side"))
    case let other: throw Diagnostic("unknown request '\(other.excerpt)'", at: nil)
    }
  }

  private struct Fields {
    let node: SettingsNode

    init(_ node: SettingsNode) { self.node = node }

    func missing(_ name: String) -> Diagnostic {
      Diagnostic("the request has no valid '\(name)'", at: nil)
    }

    func text(_ name: String, default standard: String? = nil) throws(Diagnostic) -> String {
      if let scalar = node[name]?.scalar, case .string(let text) = scalar.value { return text }
      guard node[name] == nil, let standard else { throw missing(name) }
      return standard
    }

    func flag(_ name: String) throws(Diagnostic) -> Bool {
      switch node[name]?.scalar?.value {
      case nil: return false
      case .bool(let value): return value
      default: throw missing(name)
      }
    }

    func whole(
      _ name: String, default standard: Int? = nil, in range: ClosedRange<Int> = 0...Int(Int32.max)
    ) throws(Diagnostic) -> Int {
      if let scalar = node[name]?.scalar, case .int(let value) = scalar.value,
        range.contains(value)
      {
        return value
      }
      guard node[name] == nil, let standard else { throw missing(name) }
      return standard
    }

    func number(_ name: String) throws(Diagnostic) -> Double {
      guard let value = node[name]?.scalar?.number, value.isFinite else { throw missing(name) }
      return value
    }

    func numbers(_ name: String) throws(Diagnostic) -> [Double] {
      let values = (node[name]?.sequence ?? []).map { $0.scalar?.number ?? .nan }
      guard 2...3 ~= values.count, values.allSatisfy({ $0.isFinite && $0.magnitude < 1e12 }) else {
        throw missing(name)
      }
      return values
    }
  }
}
