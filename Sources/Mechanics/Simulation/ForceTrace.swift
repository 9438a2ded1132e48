/// The effect of each force on one node in one tick, and the first force that made a number not finite.
public struct ForceTrace {
  /// The largest change by each force of the node's velocity or position in the tick.
  public private(set) var changes: [Double]
  /// The first force after which a number was not finite, and its node; nil if no force was the cause.
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

  /// Called before the forces act.
  mutating func begin() {
    last = state
    isOver = isOver || particles.firstNonFiniteState != nil
  }

  /// Called after the force at `index` has acted. Cost: linear in the nodes.
  mutating func note(_ index: Int) {
    // After the first number that is not finite, later forces cannot be judged.
    guard !isOver else { return }
    if let node = particles.firstNonFiniteState {
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

  /// √Σx² without intermediate overflow.
  private static func length(_ vector: [Double]) -> Double {
    let maximum = vector.reduce(0) { max($0, $1.magnitude) }
    guard maximum > 0, maximum.isFinite else { return vector.reduce(0, +) }
    return maximum * vector.reduce(0) { $0 + ($1 / maximum) * ($1 / maximum) }.squareRoot()
  }
}

extension Particles {
  /// The first node whose position is not finite, else the first whose velocity is not.
  public var firstNonFiniteState: Int? {
    firstNonFinite
      ?? (0..<count).first { node in (0..<dimensions).contains { !velocity[$0][node].isFinite } }
  }
}
