import ForceLabGraphs
import ForceLabSettings

/// Reads DOT: `graph { a, b [size=2]; a -- b -- {c d} [weight=3]; subgraph s { node [color=red]; e } }`.
/// Ports and attributes of graphs are ignored.
struct DOTReader {
  private static let maxDepth = 100
  /// Subgraphs and lists of nodes may not stand for more than this, unless the file is larger.
  private static let maxCount = 1_000_000

  /// What a short file can have very many of, as an error names it, and what to do instead.
  private enum Multiple: String {
    case edges = "edges between subgraphs or lists; write them one by one"
    case nodes = "nodes in nested subgraphs; use fewer levels"
    case attributes = "attributes of nodes in lists; use 'node [...]'"
    case repeats = "attributes of repeated edges; remove 'strict'"
    case texts =
      "bytes of texts with escapes; use shorter names, or escapes such as '\\G' in fewer labels"
  }

  private var tokens: DOTTokens
  private var token: (kind: DOTTokens.Kind, offset: Int)
  private var isDirected = false
  private var isStrict = false
  private var name = ""
  private var counts: [Multiple: Int] = [:]
  private var nodes: [UTF8Key: Int] = [:]
  private var descriptions: [(id: String, values: AttributeValues, offset: Int)] = []
  private var edges: [(source: Int, target: Int, values: AttributeValues, offset: Int)] = []
  /// The edges of a strict graph by their ends, between which there is only one.
  private var strictEdges: [SIMD2<Int>: Int] = [:]

  static func graph(from text: GraphText, _ names: AttributeNames) throws(Diagnostic) -> Graph {
    var tokens = DOTTokens(text: text, next: text.start)
    let token = try tokens.advance()
    var reader = DOTReader(tokens: tokens, token: token)
    try reader.readGraph()
    var result = NamedGraph(text, names) { text.location(at: $0) }
    result.isDirected = reader.isDirected
    for node in reader.descriptions {
      let index = try result.addNode(.init(node.id), at: node.offset)
      let values = try reader.stated(node.values, ["N": node.id], at: node.offset)
      try result.describe(index, by: values)
    }
    let arrow = reader.isDirected ? "->" : "--"
    for var edge in reader.edges {
      let (tail, head) = (reader.descriptions[edge.source].id, reader.descriptions[edge.target].id)
      edge.values = try reader.stated(
        edge.values, ["T": tail, "H": head, "E": tail + arrow + head], at: edge.offset)
      if result.readsRoutes { edge.values.addPath() }
      try result.addEdge(from: .init(tail), to: .init(head), edge.values, at: edge.offset)
    }
    return try result.graph()
  }

  private mutating func advance() throws(Diagnostic) { token = try tokens.advance() }

  private func error(_ message: String) -> Diagnostic {
    tokens.text.error(message, at: token.offset)
  }

  private func isKeyword(_ words: String...) -> Bool {
    guard case .id(let word, isQuoted: false) = token.kind else { return false }
    return words.contains(word.lowercased())
  }

  private func isSymbol(_ symbol: Character) -> Bool { token.kind == .symbol(symbol) }

  private mutating func readGraph() throws(Diagnostic) {
    isStrict = isKeyword("strict")
    if isStrict { try advance() }
    guard isKeyword("graph", "digraph") else {
      throw error("no graph found; DOT begins with 'graph {' or 'digraph {'")
    }
    isDirected = isKeyword("digraph")
    try advance()
    if case .id(let id, _) = token.kind {
      name = id.resolvingEscapes()
      try advance()
    }
    guard isSymbol("{") else { throw error("expected '{' after 'graph'") }
    var scope = DOTScope()
    try readStatements(&scope, depth: 0)
    guard token.kind == .end else {
      throw error("unexpected text after the graph; move a second graph to another file")
    }
  }

  /// Labels name nodes and graphs, so that their texts may be longer than the file.
  private func limit(of what: Multiple) -> Int {
    (what == .texts ? 10 : 1) * max(Self.maxCount, tokens.text.bytes.count)
  }

  /// Throws if there are too many.
  private mutating func count(_ more: Int, _ what: Multiple, at offset: Int) throws(Diagnostic) {
    let (count, limit) = (counts[what, default: 0] + more, limit(of: what))
    guard count <= limit else {
      throw tokens.text.error("more than \(limit) \(what.rawValue)", at: offset)
    }
    counts[what] = count
  }

  /// `values` without those that take a default back: empty ones, and the label `\N`, which is the id. In labels, an
  /// escape such as `\N` becomes its text in `names`.
  private mutating func stated(
    _ values: AttributeValues, _ names: @autoclosure () -> [Unicode.Scalar: String],
    at offset: Int
  ) throws(Diagnostic) -> AttributeValues {
    func hasEscapes(_ value: AttributeValue) -> Bool { value.text.utf8.contains(Byte.backslash) }
    guard values.all.contains(where: { $0.text.isEmpty || hasEscapes($0) }) else { return values }
    var stated = AttributeValues()
    for var value in values.all where value.text != (value.name == "label" ? "\\N" : "") {
      if hasEscapes(value) {
        let length = value.text.utf8.count
        let escapes =
          value.name.hasSuffix("label")
          ? names().merging(["G": name, "n": "\n", "l": "\n", "r": "\n"]) { $1 } : [:]
        value.text = value.text.resolvingEscapes(escapes, limit: length + limit(of: .texts))
        try count(max(0, value.text.utf8.count - length), .texts, at: offset)
      }
      stated.add(value)
    }
    return stated
  }

  /// From `{` to after `}`.
  private mutating func readStatements(_ scope: inout DOTScope, depth: Int) throws(Diagnostic) {
    let open = token.offset
    guard depth < Self.maxDepth else {
      throw error("subgraphs are nested deeper than \(Self.maxDepth); use fewer levels")
    }
    try advance()
    while !isSymbol("}") {
      switch token.kind {
      case .end:
        let line = tokens.text.location(at: open).line
        throw error("the '{' in line \(line) is not closed; the file may be truncated")
      case .symbol(";"): try advance()
      case .id where isKeyword("graph", "node", "edge"):
        let (isNode, isEdge) = (isKeyword("node"), isKeyword("edge"))
        try advance()
        for var value in try readAttributes() where isNode || isEdge {
          value.isDefault = true
          isNode ? scope.nodes.add(value, replaces: true) : scope.edges.add(value, replaces: true)
        }
      default: try readStatement(&scope, depth)
      }
    }
    try advance()
  }

  /// Nodes, a subgraph, a chain of edges or an attribute of the graph.
  private mutating func readStatement(_ scope: inout DOTScope, _ depth: Int) throws(Diagnostic) {
    let start = token.offset
    var (ends, isNodes): ([Int], Bool) = ([], false)
    if case .id(let name, _) = token.kind, !isKeyword("subgraph") {
      try advance()
      if isSymbol("=") {
        try advance()
        guard case .id = token.kind else { throw error("expected a value after '='") }
        return try advance()
      }
      (ends, isNodes) = (try readNodes(name, &scope, at: start), true)
    } else {
      ends = try readEnd(&scope, depth)
    }
    var pairs: [(source: Int, target: Int)] = []
    while token.kind == .edge {
      try advance()
      let targets = try readEnd(&scope, depth)
      try count(ends.count * targets.count, .edges, at: start)
      for source in targets.isEmpty ? [] : ends { pairs += targets.map { (source, $0) } }
      (ends, isNodes) = (targets, false)
    }
    let own = try readAttributes()
    if isNodes {
      if ends.count > 1, !own.isEmpty {
        let copies = ends.reduce(0) { $0 + own.count + descriptions[$1].values.all.count }
        try count(copies, .attributes, at: start)
      }
      for node in ends { descriptions[node].values.replace(by: own) }
      return
    }
    var values = scope.edges
    values.replace(by: own)
    for (source, target) in pairs {
      let isTurned = !isDirected && source > target
      let pair = isTurned ? SIMD2(target, source) : SIMD2(source, target)
      if isStrict, let known = strictEdges[pair] {
        // The edge keeps its other attributes.
        if !own.isEmpty {
          try count(own.count + edges[known].values.all.count, .repeats, at: start)
        }
        edges[known].values.replace(by: own)
      } else {
        if isStrict { strictEdges[pair] = edges.count }
        edges.append((source, target, values, start))
      }
    }
  }

  /// Nodes or a subgraph as an end of edges.
  private mutating func readEnd(_ scope: inout DOTScope, _ depth: Int) throws(Diagnostic) -> [Int] {
    var name: UTF8Key?
    if isKeyword("subgraph") {
      try advance()
      if case .id(let id, _) = token.kind {
        name = UTF8Key(id)
        try advance()
      }
      guard isSymbol("{") else { throw error("expected '{' after 'subgraph'") }
    }
    let offset = token.offset
    if isSymbol("{") {
      // One of the same name is the same subgraph.
      var inner = name.flatMap { scope.subgraphs.removeValue(forKey: $0) } ?? DOTScope(in: scope)
      let first = inner.found.count
      try readStatements(&inner, depth: depth + 1)
      try count(inner.found.count - first, .nodes, at: offset)
      for node in inner.found[first...] { scope.add(node) }
      if let name { scope.subgraphs[name] = inner }
      return inner.found
    }
    guard case .id(let id, _) = token.kind else {
      throw error("expected a node, found \(tokens.excerpt(token.offset))")
    }
    try advance()
    return try readNodes(id, &scope, at: offset)
  }

  /// The node `id`, and those that follow after commas.
  private mutating func readNodes(_ id: String, _ scope: inout DOTScope, at offset: Int)
    throws(Diagnostic) -> [Int]
  {
    var found = [try readNode(id, &scope, at: offset)]
    while isSymbol(",") {
      try advance()
      guard case .id(let id, _) = token.kind else {
        throw error(
          "expected a node after ',', found \(tokens.excerpt(token.offset)); remove the ','")
      }
      let offset = token.offset
      try advance()
      found.append(try readNode(id, &scope, at: offset))
    }
    return found
  }

  /// The node `id`, after which ports may follow.
  private mutating func readNode(_ id: String, _ scope: inout DOTScope, at offset: Int)
    throws(Diagnostic) -> Int
  {
    while isSymbol(":") {
      try advance()
      guard case .id = token.kind else { throw error("expected a port after ':'") }
      try advance()
    }
    let (id, next) = (id.resolvingEscapes(), descriptions.count)
    let node = nodes[UTF8Key(id), default: next]
    if node == next {
      nodes[UTF8Key(id)] = node
      descriptions.append((id, scope.nodes, offset))
    }
    scope.add(node)
    return node
  }

  /// The attributes in any number of `[…]`.
  private mutating func readAttributes() throws(Diagnostic) -> [AttributeValue] {
    var found: [AttributeValue] = []
    while isSymbol("[") {
      try advance()
      while !isSymbol("]") {
        guard case .id(let name, _) = token.kind else {
          throw error("expected an attribute or ']', found \(tokens.excerpt(token.offset))")
        }
        try advance()
        var (text, place, isQuoted) = ("true", token.offset, false)
        if isSymbol("=") {
          try advance()
          guard case .id(let value, let quotes) = token.kind else {
            throw error("expected a value after '\(name.excerpt)='")
          }
          (text, place, isQuoted) = (value, token.offset, quotes)
          try advance()
        }
        if isSymbol(",") || isSymbol(";") { try advance() }
        found += AttributeValue.dot(name.resolvingEscapes(), text, at: place, isQuoted: isQuoted)
      }
      try advance()
    }
    return found
  }
}
