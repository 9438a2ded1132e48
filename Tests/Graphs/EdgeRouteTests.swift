import ForceLabGraphs
import ForceLabPlugins
import Testing

/// SVG paths as lines of edges.
@Suite struct EdgeRouteTests {
  private func points(_ path: String) throws -> [[Double]]? {
    try EdgeRoute(path: path)?.points.map { [$0.x, $0.y] }
  }

  @Test(arguments: [
    "M0,0 L10,0 10,5", "m0 0 10 0 0 5", "M 0 0 H 10 V 5", "M0,0h10v5", "M0-0L10 0L1e1.5e1",
    "  M0,0L10,0,10,0 10,5  ", "M0,0 10,0 10,5",
  ])
  func straightPieces(path: String) throws {
    #expect(try points(path) == [[0, 0], [10, 0], [10, 5]])
  }

  @Test func aClosedPathReturnsToItsStart() throws {
    #expect(try points("M1,1 L2,1 2,2 Z") == [[1, 1], [2, 1], [2, 2], [1, 1]])
    #expect(try points("M1,1") == [[1, 1], [1, 1]])
    #expect(try points("M1,1 L1,1") == [[1, 1], [1, 1]])
  }

  /// The same curve as one cubic, a quadratic, and relative to its start.
  @Test(arguments: ["M0,0 Q6,12 12,0", "M0,0 C4,8 8,8 12,0", "m0,0 q6,12 12,0"])
  func curves(path: String) throws {
    let route = try #require(try EdgeRoute(path: path))
    #expect(route.points.count > 20 && route.points.count <= 129)
    // A parabola: y = x·(12 − x)/6.
    for point in route.points { #expect(abs(point.y - point.x * (12 - point.x) / 6) < 1e-12) }
    #expect(route.points.first == SIMD2(0, 0) && route.points.last == SIMD2(12, 0))
    #expect(route.departure.y == 2 * route.departure.x && route.departure.x > 0)
    #expect(route.arrival.y == -2 * route.arrival.x && route.arrival.x < 0)
    #expect(route.reversed.departure == route.arrival && route.reversed.reversed == route)
  }

  /// S and T continue a curve smoothly, and are straight, or symmetrical, after a line.
  @Test(arguments: [
    ("M0,0 C0,4 4,4 4,0 S8,-4 8,0", "M0,0 C0,4 4,4 4,0 C4,-4 8,-4 8,0"),
    ("M0,0 Q2,4 4,0 T8,0", "M0,0 Q2,4 4,0 Q6,-4 8,0"),
    ("M0,0 L4,0 S8,-4 8,0", "M0,0 L4,0 C4,0 8,-4 8,0"),
    ("M0,0 L4,0 T8,0", "M0,0 L4,0 Q4,0 8,0"),
  ])
  func smoothCurves(short: String, long: String) throws {
    #expect(try EdgeRoute(path: short) == EdgeRoute(path: long))
  }

  @Test(arguments: [
    "", "/usr/lib", "motorway", "M", "1,2", "L0,0 1,1", "M x", "M 0,0 ß 1,1", "M 25 4 lanes",
  ])
  func otherTextIsNoPath(text: String) throws {
    #expect(try EdgeRoute(path: text) == nil)
  }

  @Test(arguments: [
    ("M0,0 L1", "expected 2 finite numbers after 'L' in the path 'M0,0 L1'"),
    ("M0,0 H", "expected 1 finite number after 'H' in the path 'M0,0 H'"),
    (
      "M0,0 C1,1 2,2 3,1e999",
      "expected 6 finite numbers after 'C' in the path 'M0,0 C1,1 2,2 3,1e999'"
    ),
    (
      "M0,0 A1 1 0 0 1 2 2", "the path 'M0,0 A1 1 0 0 1 2 2' has an arc; write it as curves, with C"
    ),
    ("M0,0 M1,1", "the path 'M0,0 M1,1' has more than one line; an edge has one"),
    ("M0,0 L1,1 Z 2,2", "the path 'M0,0 L1,1 Z 2,2' has more than one line; an edge has one"),
    ("M0,0 e5", "the path 'M0,0 e5' has 'e' without a number before it; remove it"),
    (
      "M1e308,0 l1e308,0",
      "the path 'M1e308,0 l1e308,0' has no finite coordinates; use smaller ones"
    ),
  ])
  func malformedPaths(text: String, message: String) {
    let error = #expect(throws: ParameterError.self) { try EdgeRoute(path: text) }
    #expect(error?.message == message)
  }
}
