import ForceLabSettings

/// Builds the tree of nodes from events, with a stack of its own: no depth of nesting in the input
/// can exhaust the call stack.
struct NodeBuilder {
  /// The finished document; nil until then.
  private(set) var root: SettingsNode?

  private let file: String
  private let limits: YAMLDocument.Limits
  private var open: [OpenCollection] = []
  private var anchors: [String: Anchor] = [:]
  /// The nodes so far, aliases expanded.
  private var total = 0

  private enum Anchor {
    /// Its list or mapping is not finished.
    case open(Location)
    case complete(Subtree)
  }

  init(file: String, limits: YAMLDocument.Limits) {
    self.file = file
    self.limits = limits
  }

  /// Takes the next event of the document; throws if it breaks a rule or a limit.
  mutating func add(_ event: Event) throws(Diagnostic) {
    switch event.kind {
    case .documentStart: break
    case .alias(let name): try addAlias(name, at: event.location)
    case .scalar(let written, let anchor, let tag):
      let scalar = try Tag.apply(tag, to: written, at: event.location)
      // Large texts weigh more, lest a short file of aliases grows without limit when written.
      let size = 1 + scalar.text.utf8.count / 256
      try count(size, at: event.location)
      let node = SettingsNode(.scalar(scalar), at: event.location)
      let subtree = Subtree(node: node, size: size, height: 0)
      if let anchor { anchors[anchor] = .complete(subtree) }
      try place(subtree, at: event.location)
    case .sequenceStart(let anchor, let tag):
      try Tag.check(tag, is: .seq, at: event.location)
      try begin(.sequence, anchor: anchor, at: event.location)
    case .mappingStart(let anchor, let tag):
      try Tag.check(tag, is: .map, at: event.location)
      try begin(.mapping, anchor: anchor, at: event.location)
    case .collectionEnd: try end()
    }
  }

  private mutating func begin(
    _ kind: OpenCollection.Kind, anchor: String?, at location: Location
  ) throws(Diagnostic) {
    try checkDepth(adding: 1, at: location)
    try count(1, at: location)
    if let last = open.last { try last.checkMayHoldCollection(kind, at: location) }
    if let anchor { anchors[anchor] = .open(location) }
    open.append(OpenCollection(kind, anchor: anchor, location: location))
  }

  private mutating func end() throws(Diagnostic) {
    guard let collection = open.popLast() else { return }
    let subtree = collection.finished()
    // The name may have been given anew inside the collection; then that one holds.
    if let anchor = collection.anchor, case .open(let location)? = anchors[anchor],
      location == collection.location
    {
      anchors[anchor] = .complete(subtree)
    }
    try place(subtree, at: collection.location)
  }

  private mutating func addAlias(_ name: String, at location: Location) throws(Diagnostic) {
    switch anchors[name] {
    case .complete(let subtree)?:
      try checkDepth(adding: subtree.height, at: location)
      try count(subtree.size, at: location)
      try place(subtree, at: location)
    case .open(let start)?:
      throw Diagnostic(
        "'*\(name)' stands inside its own anchor '&\(name)' of line \(start.line); "
          + "a value cannot hold itself, so write the inner value out",
        at: location)
    case nil:
      throw Diagnostic(
        "unknown anchor '\(name)'; define it with '&\(name)' before this line, "
          + "or put '*\(name)' in quotes if it is text",
        at: location)
    }
  }

  private mutating func place(_ subtree: Subtree, at location: Location) throws(Diagnostic) {
    guard !open.isEmpty else {
      root = subtree.node
      return
    }
    try open[open.count - 1].add(subtree, at: location)
  }

  private func checkDepth(adding height: Int, at location: Location) throws(Diagnostic) {
    guard open.count + height > limits.depth else { return }
    throw Diagnostic(
      "lists and mappings are nested deeper than the limit of \(limits.depth) levels here; "
        + "flatten them",
      at: location)
  }

  private mutating func count(_ size: Int, at location: Location) throws(Diagnostic) {
    guard size <= limits.nodes - total else {
      throw Diagnostic(
        "the document holds more than the limit of \(limits.nodes) values, aliases expanded; "
          + "use fewer aliases, or split the file",
        at: location)
    }
    total += size
  }
}

/// A finished value with what the limits need to know of it, so that an alias costs nothing to
/// check.
struct Subtree {
  var node: SettingsNode
  /// The nodes in it, itself and expanded aliases included.
  var size: Int
  /// The levels of lists and mappings in it; 0 for a scalar.
  var height: Int
}
