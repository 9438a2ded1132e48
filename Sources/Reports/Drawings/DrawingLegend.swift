import Foundation

/// What the colors of a drawing mean, in lines below it.
struct DrawingLegend {
  /// A swatch of a color, or a text, or both; `x` is where it begins.
  private struct Entry {
    let color: String?
    let text: String
    let x: Double
    let line: Int
  }

  private let entries: [Entry]
  private let fontSize: Double

  /// Nil if the colors mean nothing.
  init?(_ colors: NodeColors, width: Double, fontSize: Double) {
    let items: [(color: String?, text: String)]
    switch colors.meaning {
    case .none: return nil
    case .words(let name, let words):
      let groups = zip(colors.colors, words).sorted {
        $0.1.compare($1.1, options: .numeric) == .orderedAscending
      }
      items = [(nil, name)] + groups.map { ($0, $1) }
    case .range(let name, let low, let high):
      items =
        [(nil, "\(name)  \(readable(low))")] + colors.colors.map { ($0, "") }
        + [(nil, " \(readable(high))")]
    }
    self.fontSize = fontSize
    var (x, line) = (fontSize, 0)
    var entries: [Entry] = []
    for (color, text) in items {
      let space = fontSize * (Self.swatch(color, text) + 0.55 * Double(text.count))
      if x + space > width && x > fontSize { (x, line) = (fontSize, line + 1) }
      entries.append(Entry(color: color, text: text, x: x, line: line))
      x += space + (text.isEmpty ? 0 : fontSize)
    }
    self.entries = entries
  }

  /// The width of a swatch before a text, in sizes of letters; those without a text touch each other.
  private static func swatch(_ color: String?, _ text: String) -> Double {
    color == nil ? 0 : text.isEmpty ? 0.5 : 1.2
  }

  /// How much room it takes.
  var height: Double { fontSize * (1.6 * Double((entries.last?.line ?? 0) + 1) + 0.6) }

  /// The legend, from `top` on.
  func svg(below top: Double) -> String {
    entries.map { entry in
      let y = top + fontSize * (1 + 1.6 * Double(entry.line))
      let swatch = Self.swatch(entry.color, entry.text)
      var text = ""
      if let color = entry.color {
        // A little wider than its part, so that no gap shows in a ramp.
        let side = entry.text.isEmpty ? swatch + 0.05 : 0.85
        text += """
          <rect x="\(SVG.number(entry.x))" y="\(SVG.number(y - fontSize * 0.75))" \
          width="\(SVG.number(fontSize * side))" height="\(SVG.number(fontSize * 0.85))" \
          fill="\(color)"/>

          """
      }
      if !entry.text.isEmpty {
        text += """
          <text x="\(SVG.number(entry.x + fontSize * swatch))" y="\(SVG.number(y))" \
          fill="#222">\(SVG.escaped(entry.text))</text>

          """
      }
      return text
    }.joined()
  }
}
