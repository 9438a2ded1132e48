import ForceLabPlugins

/// Pushes overlapping nodes apart, as d3's `forceCollide` does. Each node is a circle or a sphere.
public struct Collide: PointForce {
  public var radius = 1.0
  public var strength = 1.0
  public var iterations = 1

  @Scratch private var search = OverlapSearch()

  public init() {}

  public static let manual = Manual<Self>(
    "collide",
    "Pushes overlapping nodes apart, each a circle (in 3D a sphere). With 'nodes: {size: …}' nodes are boxes, which move "
      + "apart along the axis in which they overlap less. A pass looks for a node where it was at the "
      + "start of the pass, as d3-force does: of pairs that meet during a pass, it misses some.",
    parameters: [
      Parameter("radius", \.radius, in: 0..., unit: "px", "Radius of a node that is no box."),
      Parameter(
        "strength", \.strength, in: 0...1, unit: "1/tick",
        "Fraction of the overlap removed per pass."),
      Parameter("iterations", \.iterations, within: Bounds(1...1000), "Passes per tick."),
    ],
    formula: """
      where ‖d‖ < R: s = strength·(R − ‖d‖)·d/‖d‖, d = (x + v) − (x′ + v′), R = r + r′
      v ← v + s·r′²/(r² + r′²), v′ ← v′ − s·r²/(r² + r′²)
      boxes with half sides w, h: s = strength·min(w + w′ − |dx|, h + h′ − |dy|), r² = w·h
      """,
    source: "d3-force, forceCollide: uses x + v; shares are by the squares of the radii",
    sections: potentialSection("none: it depends on velocities and on the order of the nodes"))

  mutating func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type) {
    for _ in 0..<iterations { separate(world, P.self) }
  }

  /// As below, for boxes.
  @inline(__always)
  private static func separateBoxes<P: Point>(
    _ world: World, _ node: Int, _ other: Int, _ place: P, _ strength: Double
  ) {
    let (velocity, boxes) = (world.particles.velocity, world.particles.boxes)
    let otherVelocity = P(velocity, other)
    let way = place - P(world.particles.position, other) - otherVelocity
    let reach = boxes[node] + boxes[other]
    let room = SIMD2(reach.x - way[0].magnitude, reach.y - way[1].magnitude)
    guard room.x > 0, room.y > 0 else { return }
    let axis = room.x < room.y ? 0 : 1
    let jiggle =
      way[axis] == 0 ? P(jiggle: Int32(other), Int32(node), seed: world.seed)[axis] : way[axis]
    let push = (jiggle < 0 ? -1 : 1) * room[axis] * strength
    let (own, others) = (boxes[node].x * boxes[node].y, boxes[other].x * boxes[other].y)
    let share = own + others > 0 ? others / (own + others) : 0.5
    velocity[axis][node] += push * share
    velocity[axis][other] -= push * (1 - share)
  }

  /// Each node in turn searches a tree of the predicted positions for later nodes that it overlaps. Velocities change
  /// meanwhile, but the tree does not: like d3-force, this misses a node that was pushed here from a distant cell.
  private mutating func separate<P: Point>(_ world: World, _: P.Type) {
    let (particles, strength) = (world.particles, strength)
    guard let radii = search.begin(particles, radius: radius) else { return }
    let areBoxes = particles.boxes.count == particles.count
    for node in 0..<particles.count {
      let place = P(particles.position, node) + P(particles.velocity, node)
      search.forEachOverlap(of: node, at: place, among: particles) { other in
        if areBoxes { return Self.separateBoxes(world, node, other, place, strength) }
        Self.separate(world, node, other, place, radii[node], radii[other], strength)
      }
    }
  }

  @inline(__always)
  private static func separate<P: Point>(
    _ world: World, _ node: Int, _ other: Int, _ place: P, _ own: Double, _ others: Double,
    _ strength: Double
  ) {
    let (position, velocity) = (world.particles.position, world.particles.velocity)
    let otherVelocity = P(velocity, other)
    var way = place - P(position, other) - otherVelocity
    let reach = own + others
    guard way.squaredLength < reach * reach else { return }
    if way.squaredLength == 0 { way = P(jiggle: Int32(other), Int32(node), seed: world.seed) }
    let distance = way.length
    way *= (reach - distance) / distance * strength
    let share = others * others / (own * own + others * others)
    (P(velocity, node) + way * share).store(velocity, node)
    (otherVelocity - way * (1 - share)).store(velocity, other)
  }
}
