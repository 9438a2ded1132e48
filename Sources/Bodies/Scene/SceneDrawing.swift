import ForceLabGraphs

/// A scene as a drawing: points that move with bodies, polygons of them, and lines between them.
package struct SceneDrawing {
  private struct Point {
    /// nil for the scene.
    var body: Int?
    var place: Vector
    var label = ""
  }

  /// The names of the entries of `bodies`, which have a color each. Points of the scene are not filled, so they share
  /// the first color.
  private let entries: [String]
  private var points: [Point] = []
  private var polygons: [[Int32]] = []
  private var sources: [Int32] = []
  private var targets: [Int32] = []
  private let size: Vector
  private let step: Double

  package init(_ scene: BodyScene) {
    (size, step, entries) = (scene.size, scene.step, scene.bodies.map(\.entryName))
    let corners = max(8, min(32, 12_000 / max(1, scene.bodies.count)))
    for number in scene.bodies.indices { add(scene.bodies[number], number, corners) }
    for line in scene.lines where line.isDrawn {
      for (start, end) in line.segments {
        // The side of a wall that faces the scene.
        let way = (end - start) * (line.radius / max(1, (end - start).length))
        let inwards = Vector(way.y, -way.x)
        connect(
          add(Point(place: start + way + inwards)), add(Point(place: end - way + inwards)))
      }
    }
    for connection in scene.connections { add(connection, in: scene) }
  }

  var pointCount: Int { points.count }

  /// What a page needs to draw it, besides coordinates.
  package var sketch: GraphSketch {
    var sketch = GraphSketch(
      nodes: points.count, sources: sources, targets: targets, polygons: polygons,
      labels: points.map(\.label),
      color: .words(name: "body", values: points.map { entries[$0.body ?? 0] }))
    sketch.frame = GraphSketch.Frame(x: 0, y: 0, width: size.x, height: size.y)
    sketch.secondsPerIteration = step
    return sketch
  }

  /// The coordinates of the points in `running`, one list per axis.
  package func layout(of running: RunningScene) -> [[Double]] {
    let places = points.map { point in
      point.body.map { running.motion(of: $0).scene(point.place) } ?? point.place
    }
    return [places.map(\.x), places.map(\.y)]
  }

  private mutating func add(_ body: SceneBody, _ number: Int, _ corners: Int) {
    let center = add(Point(body: number, place: .zero, label: body.name))
    for outline in body.outlines {
      let polygon = outline.corners(count: corners).map { add(Point(body: number, place: $0)) }
      polygons.append(polygon)
      // A spoke shows how a circle rotates.
      if case .circle = outline { connect(center, polygon[0]) }
    }
  }

  private mutating func add(_ connection: BodyScene.Connection, in scene: BodyScene) {
    func end(_ place: Vector, of body: Int?) -> Int32 {
      add(Point(body: body, place: body.map { scene.bodies[$0].start.local(place) } ?? place))
    }
    let start = end(connection.link.start, of: connection.body)
    connect(start, end(connection.link.end, of: connection.other))
  }

  private mutating func add(_ point: Point) -> Int32 {
    points.append(point)
    return Int32(points.count - 1)
  }

  private mutating func connect(_ start: Int32, _ end: Int32) {
    sources.append(start)
    targets.append(end)
  }
}
