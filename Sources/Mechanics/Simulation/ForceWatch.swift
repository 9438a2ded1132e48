/// What each force did in one step: how far it moved one node, and whether it left any node nowhere.
public struct ForceWatch {
  /// How far each force changed the velocity or the place of the node that is watched: the greatest
  /// change, where the integrator asks for the forces several times.
  public private(set) var changes: [Double]
  /// The first force after which a velocity or place was not finite, and the first such node; nil if
  /// no force did that, but the integrator.
  public private(set) var lost: (force: Int, node: Int)?

  private let node: Int
  private let particles: Particles
  private var last: [Double] = []
  private var isOver = false

  init(_ node: Int, of world: World, forces: Int) {
    self.node = node
    particles = world.particles
    changes = Array(repeating: 0, count: forces)
  }

  /// The forces are about to act.
  mutating func begin() {
    last = state
    isOver = isOver || particles.firstLost != nil
  }

  /// The force at `index` has acted. Cost: linear in the nodes.
  mutating func note(_ index: Int) {
    // What acts on numbers that are no more finite cannot be told from what made them so.
    guard !isOver else { return }
    if let node = particles.firstLost {
      lost = (index, node)
      isOver = true
    }
    let now = state
    let change = Self.length(zip(now, last).map { $0 - $1 })
    changes[index] = change.isFinite ? max(changes[index], change) : .infinity
    last = now
  }

  private var state: [Double] {
    (0..<particles.dimensions).flatMap {
      [particles.velocity[$0][node], particles.position[$0][node]]
    }
  }

  /// √Σx², without an overflow on the way.
  private static func length(_ way: [Double]) -> Double {
    let greatest = way.reduce(0) { max($0, $1.magnitude) }
    guard greatest > 0, greatest.isFinite else { return way.reduce(0, +) }
    return greatest * way.reduce(0) { $0 + ($1 / greatest) * ($1 / greatest) }.squareRoot()
  }
}

extension Particles {
  /// The first node whose place is not finite, else the first whose velocity is not.
  public var firstLost: Int? {
    firstNonFinite
      ?? (0..<count).first { node in (0..<dimensions).contains { !velocity[$0][node].isFinite } }
  }
}
