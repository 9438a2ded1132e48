import ForceLabSettings

/// Builds a settings tree from events. It has its own stack, so that deep nesting in the input cannot
/// exhaust the call stack.
struct NodeBuilder {
  private(set) var root: SettingsNode?

  private let limits: YAMLDocument.Limits
  private var open: [OpenCollection] = []
  private var anchors: [String: Anchor] = [:]
  private var total = 0

  private enum Anchor {
    case open(Location)
    case complete(Subtree)
  }

  init(limits: YAMLDocument.Limits) { self.limits = limits }

  mutating func add(
    _ written: Scalar, anchor: String?, tag: String?, at location: Location
  ) throws(Diagnostic) {
    let scalar = try Tag.apply(tag, to: written, at: location)
    // Long texts count more, so that a short file of aliases cannot expand without limit.
    let size = 1 + scalar.text.utf8.count / 256
    try count(size, at: location)
    let subtree = Subtree(node: SettingsNode(.scalar(scalar), at: location), size: size, height: 0)
    if let anchor { anchors[anchor] = .complete(subtree) }
    try place(subtree, at: location)
  }

  mutating func begin(
    _ kind: OpenCollection.Kind, anchor: String?, tag: String?, at location: Location
  ) throws(Diagnostic) {
    try Tag.check(tag, is: kind == .sequence ? .seq : .map, at: location)
    try checkDepth(adding: 1, at: location)
    try count(1, at: location)
    if let last = open.last { try last.checkMayHoldCollection(kind, at: location) }
    if let anchor { anchors[anchor] = .open(location) }
    open.append(OpenCollection(kind, anchor: anchor, location: location))
  }

  /// Ends the innermost list or mapping.
  mutating func end() throws(Diagnostic) {
    guard let collection = open.popLast() else { return }
    let subtree = collection.finished()
    // The name may have been redefined inside the collection; that definition is kept.
    if let anchor = collection.anchor, case .open(let location)? = anchors[anchor],
      location == collection.location
    {
      anchors[anchor] = .complete(subtree)
    }
    try place(subtree, at: collection.location)
  }

  mutating func addAlias(_ name: String, at location: Location) throws(Diagnostic) {
    switch anchors[name] {
    case .complete(let subtree)?:
      try checkDepth(adding: subtree.height, at: location)
      try count(subtree.size, at: location)
      try place(subtree, at: location)
    case .open(let start)?:
      throw Diagnostic(
        "'*\(name)' is inside its own anchor '&\(name)' of line \(start.line); "
          + "a value cannot contain itself, so write out the inner value", at: location)
    case nil:
      throw Diagnostic(
        "unknown anchor '\(name)'; define it with '&\(name)' before this line, "
          + "or quote '*\(name)' if it is text", at: location)
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
      "lists and mappings exceed the limit of \(limits.depth) levels; flatten them", at: location)
  }

  private mutating func count(_ size: Int, at location: Location) throws(Diagnostic) {
    guard size <= limits.nodes - total else {
      throw Diagnostic(
        "the document exceeds the limit of \(limits.nodes) values after expansion of aliases; "
          + "use fewer aliases, or split the file", at: location)
    }
    total += size
  }
}

/// A complete node with its size and height, so that aliases are checked in constant time.
struct Subtree {
  var node: SettingsNode
  /// Including itself and expanded aliases.
  var size: Int
  var height: Int
}
