import ForceLabSettings
import Foundation

/// The meaning of the colors of a drawing, in lines below it.
struct DrawingLegend {
  private let entries: [(item: Item, x: Double, line: Int)]
  private var fontSize: Double { LayoutDrawing.fontSize }

  private typealias Item = (color: String?, shape: NodeShape?, text: String)

  /// The name, then a swatch for each color; none if the colors mean nothing.
  private static func items(_ colors: NodeColors) -> [Item] {
    guard let key = colors.key else { return [] }
    guard let words = key.texts else {
      let ends = [key.low, key.high].map { readable($0 ?? 0) }
      return [(nil, nil, "\(key.name.abbreviated(to: 40))  \(ends[0])")]
        + colors.colors.map { ($0, nil, "") }
        + [(nil, nil, " \(ends[1])")]
    }
    let groups: [Item] = words.indices.map { index in
      (colors.colors[index], colors.shapes[index], words[index].abbreviated(to: 40))
    }
    return [(nil, nil, key.name.abbreviated(to: 40))] + groups
  }

  /// As HTML; nil if the colors mean nothing.
  static func html(_ colors: NodeColors) -> String? {
    let items = items(colors)
    let spans = items.map { color, shape, text in
      let text = SVG.escaped(text)
      guard let color else { return "<span>\(text)</span>" }
      guard let shape else { return "<i style=\"background:\(color)\"></i>" }
      return "<span><svg viewBox=\"-2 -2 4 4\">\(shape.svg(x: 0, y: 0, radius: 1.25)) "
        + "fill=\"\(color)\"/></svg>\(text)</span>"
    }
    guard let first = spans.first, let last = spans.last else { return nil }
    if colors.key?.texts == nil {
      let ramp = spans.dropFirst().dropLast().joined()
      return "\(first)<span class=\"ramp\">\(ramp)</span>\(last)"
    }
    return spans.joined()
  }

  /// Nil if the colors mean nothing.
  init?(_ colors: NodeColors, width: Double) {
    let items = Self.items(colors)
    if items.isEmpty { return nil }
    let fontSize = LayoutDrawing.fontSize
    var (x, line) = (fontSize, 0)
    entries = items.map { item in
      var item = item
      let swatch = Self.swatch(item.color, item.text)
      while item.text.count > 1, swatch + item.text.estimatedWidth > width / fontSize - 2 {
        item.text = item.text.abbreviated(to: item.text.count - 1)
      }
      let space = fontSize * (swatch + item.text.estimatedWidth)
      if x + space > width && x > fontSize { (x, line) = (fontSize, line + 1) }
      defer { x += space + (item.text.isEmpty ? 0 : fontSize) }
      return (item, x, line)
    }
  }

  /// Relative to the font size. Swatches without a text touch each other.
  private static func swatch(_ color: String?, _ text: String) -> Double {
    color == nil ? 0 : text.isEmpty ? 0.5 : 1.2
  }

  var height: Double { fontSize * (1.6 * Double((entries.last?.line ?? 0) + 1) + 0.6) }

  func svg(below top: Double) -> String {
    entries.map { item, x, line in
      let y = top + fontSize * (1 + 1.6 * Double(line))
      let swatch = Self.swatch(item.color, item.text)
      var svg = ""
      if let color = item.color, let shape = item.shape {
        let (radius, middle) = (fontSize * 0.38, x + fontSize * 0.45)
        svg +=
          shape.svg(x: middle, y: y - fontSize * 0.32, radius: radius) + " fill=\"\(color)\"/>\n"
      } else if let color = item.color {
        // Swatches of a range overlap a little, so that no gap shows.
        let side = item.text.isEmpty ? swatch + 0.05 : 0.85
        svg += """
          <rect x="\(SVG.number(x))" y="\(SVG.number(y - fontSize * 0.75))" \
          width="\(SVG.number(fontSize * side))" height="\(SVG.number(fontSize * 0.85))" \
          fill="\(color)"/>

          """
      }
      if !item.text.isEmpty {
        svg += """
          <text x="\(SVG.number(x + fontSize * swatch))" y="\(SVG.number(y))" \
          fill="#222">\(SVG.escaped(item.text))</text>

          """
      }
      return svg
    }.joined()
  }
}

extension String {
  /// At most `limit` characters. Longer texts lose their middle, because many values differ only at the end.
  fileprivate func abbreviated(to limit: Int) -> String {
    count > limit ? prefix(limit / 2) + "…" + suffix((limit - 1) / 2) : self
  }
}
