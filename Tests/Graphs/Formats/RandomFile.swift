import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins

/// A random graph and the text of a file that describes it, from a seed.
struct RandomFile {
  var names: [String] = []
  var links: [(source: Int, target: Int)] = []
  var weights: [Double]?
  /// The file.
  private(set) var bytes: [UInt8] = []
  private var generator: SeededGenerator

  init(_ format: any GraphFormat, seed: UInt64) {
    generator = SeededGenerator(seed: seed, stream: 7)
    makeGraph(areNumbers: format is MatrixMarketFormat)
    switch format.name {
    case "edge-list": bytes = Array(edgeList().utf8)
    case "matrix-market": bytes = Array(matrixMarket().utf8)
    case "graphml": bytes = graphML()
    case "gexf": bytes = gexf()
    case "gml": bytes = Array(gml().utf8)
    default: bytes = Array(json().utf8)
    }
  }

  private mutating func pick<Item>(_ items: [Item]) -> Item {
    items[generator.index(below: items.count)]
  }

  private mutating func isHeads() -> Bool { generator.index(below: 2) == 0 }

  /// Simple, connected and with at least one edge, so that every format can describe it.
  private mutating func makeGraph(areNumbers: Bool) {
    let count = 2 + generator.index(below: 20)
    // Each letter is a node name of its own; “é” occurs in both forms.
    let letters = [
      "a", "Z", "0", "é", "e\u{301}", "😀", "&", "<", "#", "'", "\\", "{", "]", "ß", ".",
    ]
    for node in 0..<count {
      let letter = pick(letters)
      names.append(areNumbers ? String(node) : "n\(letter)\(pick(letters))\(node)")
    }
    for node in 1..<count { links.append((node, generator.index(below: node))) }
    // networkx writes numbers as Python prints them: 7, 2.5 or 1e-07.
    weights = isHeads() ? nil : links.map { _ in pick([7, 2.5, -3, 1e-7, 0.1, 1e21, 0]) }
  }

  /// One or more blanks.
  private mutating func blank() -> String { pick([" ", "  ", "\t"]) }
  private mutating func lineEnd() -> String { pick(["\n", "\r\n", "\n\n"]) }

  private mutating func edgeList() -> String {
    let separator = pick([" ", ",", ";", "\t"])
    let isPython = isHeads()
    var text = isHeads() ? "# comment, {'weight': 1}\n" : ""
    for (edge, link) in links.enumerated() {
      text += names[link.source] + separator + names[link.target]
      if isPython {
        let quote = pick(["'", "\""])
        let other = pick(["", "\(quote)color\(quote): 'a, b'"])
        let weight = weights.map { "\(quote)weight\(quote):\(blank())\($0[edge])" }
        text +=
          separator + "{" + [other, weight ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        text += "}"
      } else if let weights {
        text += separator + "\(weights[edge])"
      }
      text += lineEnd()
    }
    return text
  }

  private mutating func matrixMarket() -> String {
    let kind = weights == nil ? "pattern" : "real"
    var text = "%%MatrixMarket matrix coordinate \(kind) symmetric\n% comment\n"
    text += "\(names.count) \(names.count) \(links.count)\n"
    for (edge, link) in links.enumerated() {
      text += "\(link.source + 1)\(blank())\(link.target + 1)"
      text += (weights.map { " \($0[edge])" } ?? "") + "\n"
    }
    return text
  }

  private mutating func xml(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": result += pick(["&amp;", "&#38;", "&#x26;"])
      case "<": result += "&lt;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }

  private mutating func graphML() -> [UInt8] {
    let prefix = pick(["", "g:"])
    let namespace = "http://graphml.graphdrawing.org/xmlns"
    let isUTF16 = isHeads()
    var text = "<?xml version='1.0' encoding='\(isUTF16 ? "UTF-16" : "UTF-8")'?>\(lineEnd())"
    text += "<\(prefix)graphml xmlns\(prefix.isEmpty ? "" : ":g")='\(namespace)'>\(lineEnd())"
    text += "<\(prefix)key id='w' for='edge' attr.name='weight' attr.type='double'/>"
    text += "<\(prefix)key id='v' for='edge' attr.name='value' attr.type='string'/>"
    text += "<\(prefix)graph edgedefault='undirected'>\(lineEnd())"
    for name in names { text += "<\(prefix)node id='\(xml(name))'/>\(pick(["", "<!-- & -->"]))\n" }
    for (edge, link) in links.enumerated() {
      text += "<\(prefix)edge source='\(xml(names[link.source]))' "
      text += "target='\(xml(names[link.target]))'>"
      text += weights.map { "<\(prefix)data key='w'>\($0[edge])</\(prefix)data>" } ?? ""
      text += "<\(prefix)data key='v'>\(xml("a<b"))</\(prefix)data></\(prefix)edge>"
    }
    text += "</\(prefix)graph></\(prefix)graphml>"
    return isUTF16
      ? [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } : Array(text.utf8)
  }

  private mutating func gexf() -> [UInt8] {
    let version = pick(["http://www.gexf.net/1.2draft", "http://gexf.net/1.3"])
    let prefix = pick(["", "g:"])
    let isUTF16 = isHeads()
    var text = "<?xml version='1.0' encoding='\(isUTF16 ? "UTF-16" : "UTF-8")'?>\(lineEnd())"
    text += "<\(prefix)gexf xmlns\(prefix.isEmpty ? "" : ":g")='\(version)' "
    text += "xmlns:viz='\(version)/viz'><\(prefix)graph>\(lineEnd())"
    text += "<\(prefix)attributes class='edge'><\(prefix)attribute id='0' title='value' "
    text += "type='string'><\(prefix)default>\(xml("a<b"))</\(prefix)default>"
    text += "</\(prefix)attribute></\(prefix)attributes><\(prefix)nodes>\(lineEnd())"
    for name in names {
      text += "<\(prefix)node id='\(xml(name))'\(isHeads() ? " label='\(xml(name))'" : "")>"
      text += "<viz:position x='1' y='2.5' z='0'/></\(prefix)node>\(pick(["", "<!-- & -->"]))\n"
    }
    text += "</\(prefix)nodes><\(prefix)edges>"
    for (edge, link) in links.enumerated() {
      text += "<\(prefix)edge source='\(xml(names[link.source]))' "
      text += "target='\(xml(names[link.target]))'"
      text += weights.map { " weight='\($0[edge])'" } ?? ""
      text += isHeads() ? "/>\n" : "></\(prefix)edge>\n"
    }
    text += "</\(prefix)edges></\(prefix)graph></\(prefix)gexf>"
    return isUTF16
      ? [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } : Array(text.utf8)
  }

  private mutating func key(_ name: String) -> String { isHeads() ? name : name.capitalized }

  private mutating func id(_ node: Int) -> String {
    pick(["", "+", "0", "+00"]) + String(node + 1)
  }

  private mutating func gml() -> String {
    var text = "Creator \"networkx\"\n\(key("graph")) [ directed 0 # comment ]\n"
    for (node, name) in names.enumerated() {
      var label = ""
      for character in name.unicodeScalars {
        let isPlain = isHeads() && character != "&"
        label +=
          isPlain ? String(character) : character == "é" ? "&eacute;" : "&#\(character.value);"
      }
      text += "\(key("node")) [\(lineEnd())\(key("id")) \(id(node)) \(key("label")) \"\(label)\" ]"
    }
    for (edge, link) in links.enumerated() {
      text += "\(key("edge")) [ \(key("source")) \(id(link.source)) "
      text += "\(key("target"))\(blank())\(id(link.target)) "
      text += weights.map { "\(key("weight")) \($0[edge])" } ?? "value \"text\""
      text += " ]\(lineEnd())"
    }
    return text + "]"
  }

  private mutating func json(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
      let character = Unicode.Scalar(unit)
      if let character, !"\"\\".unicodeScalars.contains(character), isHeads() {
        result.unicodeScalars.append(character)
      } else {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result + "\""
  }

  private mutating func gap() -> String { pick(["", " ", "\n", "\t", "\r\n"]) }

  private mutating func json() -> String {
    let nodes = names.map { "{\(gap())\(json("id"))\(gap()):\(gap())\(json($0))\(gap())}" }
    var edges: [String] = []
    for (edge, link) in links.enumerated() {
      let other = weights.map { "\(json("weight"))\(gap()): \($0[edge])" } ?? "\"value\": \"text\""
      edges.append(
        "{\"source\"\(gap()):\(json(names[link.source])),\(gap())\"target\": "
          + "\(json(names[link.target])), \(other)}")
    }
    let lists = "\"nodes\"\(gap()):[\(nodes.joined(separator: ","))]"
    return
      "{\(lists),\(gap())\(pick(["\"links\"", "\"edges\""])):[\(edges.joined(separator: ","))]}"
  }
}
