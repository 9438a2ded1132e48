import ForceLabGraphs
import ForceLabSettings

extension AttributeValues {
  mutating func replace(by values: [AttributeValue]) {
    for value in values { add(value, replaces: true) }
  }

  /// Adds the path of a spline, `pos` of an edge: `s,x,y` and `e,x,y`, the tips of arrows, and one point more than three
  /// for each cubic curve. Of several splines, the first counts.
  mutating func addPath() {
    guard let spline = first("pos") else { return }
    var points = spline.text.split(separator: ";").first?.split(separator: " ") ?? []
    func tip(_ prefix: String) -> Substring? {
      points.firstIndex { $0.hasPrefix(prefix) }.map { points.remove(at: $0).dropFirst(2) }
    }
    let (start, end) = (tip("s,"), tip("e,"))
    let isFinite = (points + [start, end].compactMap { $0 }).allSatisfy { point in
      let numbers = point.split(separator: ",")
      return numbers.count >= 2 && numbers.allSatisfy { Double(finite: String($0)) != nil }
    }
    guard points.count % 3 == 1, points.count > 1, isFinite else { return }
    func turned(_ point: Substring) -> String {
      AttributeValue.dotPlace(point.split(separator: ",").map(String.init)).joined(separator: ",")
    }
    let curves = points.map(turned)
    let path =
      "M \(start.map { "\(turned($0)) L " } ?? "")\(curves[0]) C "
      + curves.dropFirst().joined(separator: " ") + (end.map { " L \(turned($0))" } ?? "")
    add(AttributeValue(name: EdgeRoute.attribute, text: path, place: spline.place, kind: .text))
  }
}

extension AttributeValue {
  /// The coordinates `place` with the other sign of y, which points upwards in DOT and downwards here, as in SVG.
  static func dotPlace(_ place: [String]) -> [String] {
    let y = place[1].filter { !$0.isWhitespace }
    let isZero = Double(finite: y) == 0
    let turned = isZero ? y : y.hasPrefix("-") ? String(y.dropFirst()) : "-\(y.trimmingPrefix("+"))"
    return [place[0], turned] + place.dropFirst(2)
  }

  /// The attribute `name` of DOT; of a position, its two or three coordinates.
  static func dot(_ name: String, _ text: String, at place: Int, isQuoted: Bool) -> [Self] {
    if name == "pos" {
      let numbers = text.filter { $0 != "!" }.split { $0 == "," || $0 == " " }
      if (2...3).contains(numbers.count), numbers.allSatisfy({ Double(finite: String($0)) != nil })
      {
        return zip(["x", "y", "z"], dotPlace(numbers.map(String.init))).map {
          AttributeValue(name: $0, text: $1, place: place, kind: .number)
        }
      }
    }
    // Graphviz quotes numbers, too.
    let isText = isQuoted && Double(finite: text) == nil
    return [AttributeValue(name: name, text: text, place: place, kind: isText ? .text : nil)]
  }
}

extension String {
  /// With one backslash for two, and what `escapes` have for a letter after one. Ends soon after `limit` bytes.
  func resolvingEscapes(
    _ escapes: [Unicode.Scalar: String] = [:], limit: Int = .max
  ) -> String {
    guard utf8.contains(Byte.backslash) else { return self }
    var (resolved, bytes) = ([UInt8](), utf8.makeIterator())
    while resolved.count <= limit, let byte = bytes.next() {
      resolved.append(byte)
      guard byte == Byte.backslash, let letter = bytes.next(), letter != byte else { continue }
      if let text = escapes[Unicode.Scalar(letter)] {
        resolved.removeLast()
        resolved += text.utf8
      } else {
        resolved.append(letter)
      }
    }
    return String(decoding: resolved, as: UTF8.self)
  }
}
