/// An SVG file of gnuplot in a page: it takes the text color of the page instead of black, fills
/// the width, its ids are unique on the page, and series and points have tooltips.
struct InlineSVG {
  let text: String

  /// Nil if `svg` is not an SVG file of gnuplot. `id` becomes the prefix of all ids.
  init?(_ svg: String, id: String, title: String, tooltips: ChartTooltips? = nil) {
    let bytes = Array(svg.utf8)
    let opening = Array("<g id=\"gnuplot_canvas\">".utf8)
    guard let box = bytes.firstRange(of: Array("viewBox=\"".utf8)),
      let canvas = bytes.firstRange(of: opening), box.upperBound < canvas.lowerBound,
      let end = bytes.lastIndex(of: UInt8(ascii: "<")), canvas.upperBound < end
    else { return nil }
    let viewBox = bytes[box.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
    var cleaner = SVGCleaner(prefix: id + "-", tooltips: tooltips)
    cleaner.read(bytes[canvas.lowerBound..<end])
    text =
      "<svg class=\"chart\" viewBox=\"\(String(decoding: viewBox, as: UTF8.self))\" width=\"100%\" "
      + "role=\"img\" aria-label=\"\(SVG.escaped(title))\" xmlns=\"http://www.w3.org/2000/svg\" "
      + "xmlns:xlink=\"http://www.w3.org/1999/xlink\">"
      + String(decoding: cleaner.output, as: UTF8.self) + "</svg>"
  }
}

/// Copies SVG without titles of parts, empty groups, default attributes and invisible digits.
private struct SVGCleaner {
  private(set) var output: [UInt8] = []
  private let prefix: [UInt8]
  /// Where the open groups begin in the output.
  private var groups: [Int] = []
  /// Whether each open `tspan` was copied.
  private var spans: [Bool] = []
  private let tooltips: ChartTooltips?
  /// The open group of a plot: how many groups are open in it, its tooltips, and where the signs and
  /// cells of its points end in the output, with their names.
  private var plot: (depth: Int, texts: ChartTooltips.Plot, signs: [(end: Int, name: [UInt8])])?

  init(prefix: String, tooltips: ChartTooltips?) {
    self.prefix = Array(prefix.utf8)
    self.tooltips = tooltips
  }

  mutating func read(_ bytes: ArraySlice<UInt8>) {
    output.reserveCapacity(bytes.count)
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "<")),
      let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
    {
      copyText(rest[..<start])
      let tag = rest[start...end]
      rest = rest[(end + 1)...]
      let name = tag.dropFirst().prefix { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
      switch String(decoding: name, as: UTF8.self) {
      case "title":
        rest = rest.drop { $0 != UInt8(ascii: "<") }.drop { $0 != UInt8(ascii: ">") }.dropFirst()
      case "g":
        groups.append(output.count)
        copyTag(tag, name)
        openPlot(tag)
      case "/g": closeGroup(tag)
      case "use", "polygon", "rect":
        copyTag(tag, name)
        plot?.signs.append((output.count, Array(name)))
      case "tspan": openSpan(tag, name)
      case "/tspan": if spans.popLast() ?? true { output += tag }
      default: copyTag(tag, name)
      }
    }
  }

  private mutating func openPlot(_ tag: ArraySlice<UInt8>) {
    guard let tooltips, let start = tag.firstRange(of: Array("id=\"".utf8)) else { return }
    let id = tag[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
    guard let texts = tooltips[group: String(decoding: id, as: UTF8.self)] else { return }
    plot = (groups.count, texts, [])
    output += Self.title(texts.series)
  }

  /// Adds the tooltips of points if each has a sign or a cell: gnuplot leaves out points beyond the
  /// axes.
  private mutating func closePlot() {
    guard let plot, plot.depth == groups.count else { return }
    self.plot = nil
    guard plot.signs.count == plot.texts.points.count else { return }
    for (sign, text) in zip(plot.signs, plot.texts.points).reversed() {
      // The title goes between `>` and a closing tag, instead of `/>`.
      guard output[..<sign.end].suffix(2).elementsEqual("/>".utf8) else { continue }
      output.replaceSubrange(
        sign.end - 2..<sign.end,
        with: Array(">".utf8) + Self.title(text) + Array("</".utf8) + sign.name + Array(">".utf8))
    }
  }

  private static func title(_ text: String) -> [UInt8] {
    let lines = text.split(separator: "\n").map { SVG.escaped(String($0)) }
    return lines.isEmpty ? [] : Array("<title>\(lines.joined(separator: "\n"))</title>".utf8)
  }

  private mutating func closeGroup(_ tag: ArraySlice<UInt8>) {
    closePlot()
    let start = groups.popLast() ?? output.count
    let close = UInt8(ascii: ">")
    let content = output[start...].drop { $0 != close }.dropFirst()
    if content.allSatisfy({ $0 <= UInt8(ascii: " ") }) {
      output.removeSubrange(start...)
    } else {
      output += tag
    }
  }

  private mutating func openSpan(_ tag: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) {
    let start = output.count
    copyTag(tag, name)
    let isBare = output.count - start == name.count + 2
    if isBare { output.removeSubrange(start...) }
    spans.append(!isBare)
  }

  /// A line break with the space around it becomes one line break.
  private mutating func copyText(_ text: ArraySlice<UInt8>) {
    let isSpace = text.allSatisfy { $0 <= UInt8(ascii: " ") }
    if !isSpace {
      output += text
    } else if text.contains(UInt8(ascii: "\n")), output.last != UInt8(ascii: "\n") {
      output.append(UInt8(ascii: "\n"))
    }
  }

  private mutating func copyTag(_ tag: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) {
    output.append(UInt8(ascii: "<"))
    output += name
    var rest = tag[name.endIndex...]
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")),
      let start = rest[equals...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
      let end = rest[(start + 1)...].firstIndex(of: rest[start])
    {
      let attribute = rest[..<equals].split { $0 <= UInt8(ascii: " ") }.last ?? []
      copyAttribute(String(decoding: attribute, as: UTF8.self), rest[(start + 1)..<end], of: name)
      rest = rest[(end + 1)...]
    }
    output += rest.drop { $0 <= UInt8(ascii: " ") }
  }

  private mutating func copyAttribute(
    _ attribute: String, _ value: ArraySlice<UInt8>, of element: ArraySlice<UInt8>
  ) {
    let text = value.count < 40 ? String(decoding: value, as: UTF8.self) : ""
    switch (attribute, text) {
    case ("color", "black"), ("font-family", "sans-serif"), ("class", "gridline"): return
    case ("id", _) where element.elementsEqual("g".utf8): return
    default: break
    }
    output += " \(attribute)='".utf8
    switch text {
    case "black", "rgb(0,0,0)", "rgb(  0,   0,   0)": output += "currentColor".utf8
    case _ where attribute == "id": output += prefix + value
    case _ where text.hasPrefix("#") && attribute == "xlink:href":
      output += "#".utf8 + prefix + value.dropFirst()
    case _ where text.hasPrefix("url(#"): output += "url(#".utf8 + prefix + value.dropFirst(5)
    default: copyShortened(value)
    }
    output.append(UInt8(ascii: "'"))
  }

  /// Copies a value with one digit after each decimal point, and without double spaces.
  private mutating func copyShortened(_ value: ArraySlice<UInt8>) {
    var digits = -1
    for byte in value {
      if byte <= UInt8(ascii: " ") {
        if let last = output.last, last > UInt8(ascii: " ") { output.append(UInt8(ascii: " ")) }
        digits = -1
        continue
      }
      let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      digits = byte == UInt8(ascii: ".") ? 0 : isDigit && digits >= 0 ? digits + 1 : -1
      if digits < 2 { output.append(byte) }
    }
  }
}
