import ForceLabPlugins
import ForceLabSettings

/// The line that a drawing has for an edge: straight pieces from its source to its target, many short ones for a curve.
public struct EdgeRoute: Sendable, Equatable {
  /// Two or more, of which two in a row differ, unless all are one place.
  public private(set) var points: [SIMD2<Double>]
  /// The directions in which the line leaves its first point, and its last.
  public private(set) var departure, arrival: SIMD2<Double>

  /// The line through `points`, of which there is at least one.
  public init(_ points: [SIMD2<Double>]) {
    let distinct = points.indices.filter { $0 == 0 || points[$0] != points[$0 - 1] }.map {
      points[$0]
    }
    self.points = distinct.count > 1 ? distinct : [points[0], points[0]]
    departure = self.points[1] - self.points[0]
    arrival = self.points[self.points.count - 2] - self.points[self.points.count - 1]
  }

  public var reversed: EdgeRoute {
    var route = EdgeRoute(points.reversed())
    (route.departure, route.arrival) = (arrival, departure)
    return route
  }

  public func scaled(by factor: Double) -> EdgeRoute {
    var route = EdgeRoute(points.map { $0 * factor })
    (route.departure, route.arrival) = (departure, arrival)
    return route
  }
}

// MARK: SVG paths

extension EdgeRoute {
  /// The name of the attribute of edges that has the path.
  public static let attribute = "path"

  /// The line that the SVG path data `text` draws, such as `M 0,0 L 10,0 C 15,0 20,5 20,10`; nil if it does not begin
  /// with `M` and a number, or has letters that no path has, and so is other text. Curves are within 1/10 000 of their length of the pieces. Throws
  /// if the text is no path from there on, or has arcs or a second `M`. Cost: linear; up to 128 pieces for a curve.
  /// Source: SVG 2, W3C 2018, chapter 9; the number of pieces: Wang et al. 1985.
  public init?(path text: String) throws(ParameterError) {
    let letters = Set("MLHVCSQTAZEmlhvcsqtaze".utf8)
    guard text.utf8.allSatisfy({ $0 < UInt8(ascii: "A") || letters.contains($0) }) else {
      return nil
    }
    var scanner = PathScanner(text)
    guard let first = scanner.command(), first == "M" || first == "m", let start = scanner.point()
    else { return nil }
    var pen = Pen(at: start)
    var (command, isRelative) = (Character("L"), first == "m")
    while !scanner.isAtEnd {
      if let next = scanner.command() {
        command = Character(next.uppercased())
        isRelative = next.isLowercase
        if command == "Z" {
          pen.line(to: start)
          continue
        }
      }
      guard let count = Pen.numberCounts[command], pen.points.count < Pen.maxCount else {
        let problem =
          switch command {
          case "A": "has an arc; write it as curves, with C"
          case "M", "Z": "has more than one line; an edge has one"
          case "E": "has 'e' without a number before it; remove it"
          default: "is too long; draw the edge with fewer curves"
          }
        throw ParameterError("the path '\(text.excerpt)' \(problem)")
      }
      let numbers = (0..<count).compactMap { _ in scanner.number() }
      guard numbers.count == count else {
        throw ParameterError(
          "expected \(count) finite number\(count == 1 ? "" : "s") after '\(command)' in the path '\(text.excerpt)'"
        )
      }
      pen.draw(command, numbers, isRelative: isRelative)
    }
    guard pen.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      throw ParameterError("the path '\(text.excerpt)' has no finite coordinates; use smaller ones")
    }
    self.init(pen.points)
    if let tangent = pen.firstTangent { departure = tangent }
    if let tangent = pen.lastTangent { arrival = tangent }
  }

  private struct Pen {
    static let maxCount = 1 << 20
    /// How many numbers follow a command.
    static let numberCounts: [Character: Int] = [
      "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2,
    ]

    var points: [SIMD2<Double>]
    /// The directions of the curve at its ends; nil where the line begins or ends straight.
    var firstTangent, lastTangent: SIMD2<Double>?
    /// The last control point, and the command that it belongs to.
    private var control: (point: SIMD2<Double>, of: Character)?

    init(at start: SIMD2<Double>) { points = [start] }

    mutating func line(to end: SIMD2<Double>) {
      if points.last != end { lastTangent = nil }
      points.append(end)
      control = nil
    }

    mutating func draw(_ command: Character, _ numbers: [Double], isRelative: Bool) {
      let start = points[points.count - 1]
      let origin = isRelative ? start : .zero
      switch command {
      case "H": return line(to: SIMD2(origin.x + numbers[0], start.y))
      case "V": return line(to: SIMD2(start.x, origin.y + numbers[0]))
      default: break
      }
      let given = stride(from: 0, to: numbers.count, by: 2).map {
        origin + SIMD2(numbers[$0], numbers[$0 + 1])
      }
      let end = given[given.count - 1]
      func reflection(after commands: String) -> SIMD2<Double> {
        control.flatMap { commands.contains($0.of) ? 2 * start - $0.point : nil } ?? start
      }
      switch command {
      case "C": curve(given[0], given[1], to: end)
      case "S": curve(reflection(after: "CS"), given[0], to: end)
      case "Q", "T":
        let middle = command == "Q" ? given[0] : reflection(after: "QT")
        curve((start + 2 * middle) / 3, (end + 2 * middle) / 3, to: end)
        control = (middle, command)
        return
      default: return line(to: end)
      }
      control = (given[given.count - 2], command)
    }

    /// A cubic Bézier curve.
    private mutating func curve(_ a: SIMD2<Double>, _ b: SIMD2<Double>, to end: SIMD2<Double>) {
      let start = points[points.count - 1]
      func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }
      let whole = length(a - start) + length(b - a) + length(end - b)
      guard whole > 0, whole.isFinite else { return line(to: end) }
      let bend = max(length(start - 2 * a + b), length(a - 2 * b + end))
      let count = max(1, min(128, (0.75 * bend / (whole / 10_000)).squareRoot().rounded(.up)))
      let tangents = [a, b, end].map { $0 - start }
      if points.allSatisfy({ $0 == points[0] }) { firstTangent = tangents.first { $0 != .zero } }
      for index in 1..<Int(count) {
        let t = Double(index) / count
        let s = 1 - t
        let (p, q) = (s * s * s * start + 3 * s * s * t * a, 3 * s * t * t * b + t * t * t * end)
        points.append(p + q)
      }
      points.append(end)
      lastTangent = [b, a, start].map { $0 - end }.first { $0 != .zero }
    }
  }

  private struct PathScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    private mutating func skipBlanks() {
      rest = rest.drop { $0 == UInt8(ascii: ",") || $0 <= UInt8(ascii: " ") }
    }

    var isAtEnd: Bool { rest.allSatisfy { $0 == UInt8(ascii: ",") || $0 <= UInt8(ascii: " ") } }

    /// The next letter; nil if a number follows.
    mutating func command() -> Character? {
      skipBlanks()
      guard let byte = rest.first, byte >= UInt8(ascii: "A") else { return nil }
      rest = rest.dropFirst()
      return Character(Unicode.Scalar(byte))
    }

    mutating func point() -> SIMD2<Double>? {
      guard let x = number(), let y = number() else { return nil }
      return SIMD2(x, y)
    }

    /// As in `1`, `-.5e3` and twice in `1-2` and `.5.5`.
    mutating func number() -> Double? {
      skipBlanks()
      var (hasDot, hasExponent, last) = (false, false, UInt8(0))
      let text = rest.prefix { byte in
        defer { last = byte }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return true
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
          return last == 0 || last | 0x20 == UInt8(ascii: "e")
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
          defer { hasExponent = true }
          return !hasExponent && last != 0
        case UInt8(ascii: "."):
          defer { hasDot = true }
          return !hasDot && !hasExponent
        default: return false
        }
      }
      guard let value = Double(String(Substring(text))), value.isFinite else { return nil }
      rest = rest[text.endIndex...]
      return value
    }
  }
}
