import ForceLabGraphs

extension AttributeValues {
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
      DOTReader.place(point.split(separator: ",").map(String.init)).joined(separator: ",")
    }
    let curves = points.map(turned)
    let path =
      "M \(start.map { "\(turned($0)) L " } ?? "")\(curves[0]) C "
      + curves.dropFirst().joined(separator: " ") + (end.map { " L \(turned($0))" } ?? "")
    add(AttributeValue(name: EdgeRoute.attribute, text: path, place: spline.place, kind: .text))
  }
}
