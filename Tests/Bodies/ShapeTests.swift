@testable import ForceLabBodies
import Testing

@Suite struct ShapeTests {
  @Test func aSquareOf100PointsHasTheMass1() throws {
    let body = try scene("{bodies: [{rectangle: {}}]}").scene.bodies[0]
    #expect(abs(body.mass - 1) < 1e-15 && abs(body.moment - 20_000 / 12.0) < 1e-9)
    #expect(body.start.place == [0, 0] && body.origin == [0, 0])
  }

  /// m = ρ·πab, I = m·(a² + b²)/4 but for the corners of the polygon.
  @Test func anEllipseHasItsArea() throws {
    let running = try scene(
      "{bodies: [{ellipse: {width: 60, height: 20}}, {ellipse: {width: 40, height: 40}, density: 2}]}"
    )
    let (flat, round) = (running.scene.bodies[0], running.scene.bodies[1])
    #expect(abs(flat.mass - Double.pi * 300 / 10_000) < 1e-15)
    #expect(abs(flat.moment / (flat.mass * 1000 / 4) - 1) < 0.001)
    #expect(abs(round.mass - 2 * Double.pi * 400 / 10_000) < 1e-15)
    #expect(abs(round.moment - round.mass * 200) < 1e-12)
  }

  /// A right triangle: a third of the way to the corner, and I = m·(w² + h²)/18.
  @Test func aPathTurnsAboutItsCenterOfMass() throws {
    let body = try scene("{bodies: [{path: [[0, 0], [0, 30], [60, 30]], at: [5, 7]}]}")
      .scene.bodies[0]
    #expect(abs(body.mass - 900 / 10_000.0) < 1e-15)
    #expect(abs(body.start.place.x - 25) < 1e-12 && abs(body.start.place.y - 27) < 1e-12)
    #expect(abs(body.origin.x + 20) < 1e-12 && abs(body.origin.y + 20) < 1e-12)
    #expect(abs(body.moment / (body.mass * (3600 + 900) / 18) - 1) < 1e-12)
  }

  /// Two squares beside each other are a rectangle, wherever they are placed and turned.
  @Test func aGroupIsTheSumOfItsShapes() throws {
    let square = "rectangle: {width: 20, height: 20, at: "
    let running = try scene(
      """
      bodies:
        - {name: pair, group: [{\(square)[30, 0]}}, {\(square)[50, 0]}}], at: [0, 10], angle: 0.5}
        - {name: whole, rectangle: {width: 40, height: 20}, at: [40, 10], angle: 0.5}
      """)
    let (pair, whole) = (running.scene.bodies[0], running.scene.bodies[1])
    #expect(abs(pair.mass - whole.mass) < 1e-15)
    #expect(abs(pair.moment / whole.moment - 1) < 1e-12)
    let center = Vector(angle: 0.5) * 40 + [0, 10]
    #expect(abs(pair.start.place.x - center.x) < 1e-12)
    #expect(abs(pair.start.place.y - center.y) < 1e-12)
  }

  @Test func formations() throws {
    let running = try scene(
      """
      bodies:
        - {name: box, rectangle: {width: 20, height: 10}, at: [100, 50], formation: {pyramid: {rows: 3, gap: 2}}}
        - {name: drop, ellipse: {width: 4, height: 4}, formation: {random: {count: 50, width: 10, height: 30}}}
        - {name: heap, rectangle: {width: 10, height: 10}, formation: {pile: {count: 7, columns: 3, gap: 2, jitter: 0}}}
      """)
    let scene = running.scene
    #expect(scene.numbers(of: "box").count == 6 && scene.numbers(of: "drop").count == 50)
    let places = scene.numbers(of: "box").map { scene.bodies[$0].start.place }
    #expect(
      places == [[78, 45], [100, 45], [122, 45], [89, 35], [111, 35], [100, 25]])
    #expect(scene.numbers(of: "box-6") == [5])
    for number in scene.numbers(of: "drop") {
      let place = scene.bodies[number].start.place
      #expect(abs(place.x) <= 5 && abs(place.y) <= 15)
    }
    let heap = scene.numbers(of: "heap").map { scene.bodies[$0].start.place }
    #expect(heap[0] == [-12, -6] && heap[4] == [0, -18] && heap[6] == [-12, -30])
  }
}
