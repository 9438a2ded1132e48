import Foundation

/// The SVG of gnuplot made fit to stand inside a page: it takes the page's text color instead of
/// black, fills the width it is given, and shares no id with another.
struct InlineSVG {
  /// The text of the element.
  let text: String

  /// What gnuplot wrote as `svg`, as the element of class `chart` and `kind`, which tells of `title`;
  /// nil if that is no SVG.
  init?(_ svg: String, id: String, kind: String, title: String) {
    guard let open = svg.range(of: "<svg"), let end = svg.range(of: "</svg>"),
      let box = svg.range(of: "viewBox=\""),
      let canvas = svg.range(of: "<g id=\"gnuplot_canvas\">")
    else { return nil }
    let viewBox = svg[box.upperBound...].prefix { $0 != "\"" }
    guard open.lowerBound < canvas.lowerBound, canvas.upperBound < end.lowerBound else {
      return nil
    }
    var body = String(svg[canvas.upperBound..<end.lowerBound])
    for (old, new) in Self.replacements(id) { body = body.replacingOccurrences(of: old, with: new) }
    for (pattern, template) in Self.patterns {
      body = body.replacingOccurrences(of: pattern, with: template, options: .regularExpression)
    }
    text =
      "<svg class=\"chart \(kind)\" viewBox=\"\(viewBox)\" width=\"100%\" role=\"img\" "
      + "aria-label=\"\(SVG.escaped(title))\" xmlns=\"http://www.w3.org/2000/svg\" "
      + "xmlns:xlink=\"http://www.w3.org/1999/xlink\"><g>\(body)</svg>"
  }

  /// A wide and a narrow picture as one text, of which the style shows that which fits the screen.
  static func pair(wide: InlineSVG, narrow: InlineSVG) -> String {
    "<style>.chart-narrow{display:none}@media (max-width:600px){.chart-wide{display:none}"
      + ".chart-narrow{display:inline}}</style>\n\(wide.text)\n\(narrow.text)"
  }

  private static func replacements(_ id: String) -> [(String, String)] {
    [
      ("gpDot", "\(id)-dot"), ("gpPt", "\(id)-"), ("textbox", "\(id)-textbox"),
      ("greybox", "\(id)-greybox"), (" color=\"black\"", ""),
      ("stroke='black'", "stroke='currentColor'"), ("fill=\"black\"", "fill=\"currentColor\""),
      ("rgb(  0,   0,   0)", "currentColor"), ("rgb(0,0,0)", "currentColor"),
      (" font-family=\"sans-serif\"", ""),
    ]
  }

  /// What is left out: names of parts, which would show as tips, what is empty, and the second digit
  /// after the point, which nobody sees.
  private static let patterns = [
    ("<title>[^<]*</title>", ""), ("<g id=\"[^\"]*\" ", "<g "),
    ("(\\d\\.\\d)\\d+(?=[ ,'\")])", "$1"), ("<tspan ?>([^<]*)</tspan>", "$1"),
    ("<g [^>]*>\\s*</g>\\s*", ""), ("[\\t ]*\\n\\s*", "\n"),
  ]
}
