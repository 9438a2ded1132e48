import ForceLabPlugins

/// The stress of all pairs of a part, whose nodes are in another order there.
final class ReorderedAllPairs {
  let stress: AllPairsStress
  private let pins: [(place: Int, position: [Float])]
  /// The place of each node in the order of the part.
  private let places: [Int]

  init(_ task: PartwiseLayout.Task, _ part: ConnectedPart, using generator: inout SeededGenerator) {
    let own: ConnectedPart
    (own, stress) = task.allPairs(using: &generator)
    pins = task.pins(in: own)
    let places = Dictionary(
      uniqueKeysWithValues: part.nodes.enumerated().map { ($0.element, $0.offset) })
    self.places = own.nodes.map { places[$0] ?? 0 }
  }

  func hold() { stress.mobility = stress.positions.hold(pins) }

  func load(_ positions: NumberStorage<Float>) {
    stress.positions.copy(positions, from: places)
    hold()
  }

  func save(_ positions: NumberStorage<Float>) {
    for axis in 0..<positions.laneCount {
      for (place, other) in places.enumerated() {
        positions.lanes[axis][other] = stress.positions.lanes[axis][place]
      }
    }
  }
}
