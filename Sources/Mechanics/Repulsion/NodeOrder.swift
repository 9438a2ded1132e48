/// The nodes of a world sorted so that those of a cell stand together, and a list to gather sources.
struct NodeOrder: Sendable {
  /// A node and its place.
  struct Entry: Sendable {
    var point: SIMD4<Double>
    var charge: Double
    var id: Int32
  }

  /// The nodes; strategies sort them.
  var entries: [Entry] = []
  private var ids: [Int32] = []
  private var sortedPoints: LaneStorage?
  private var gathered: LaneStorage?
  private var gatheredIDs: [Int32] = []

  init() {}

  /// Reads the nodes of `particles` in their own order.
  mutating func load(_ particles: Particles) {
    entries.removeAll(keepingCapacity: true)
    for node in 0..<particles.count {
      var point = SIMD4<Double>()
      for axis in 0..<particles.dimensions { point[axis] = particles.position[axis][node] }
      entries.append(Entry(point: point, charge: particles.charge[node], id: Int32(node)))
    }
  }

  /// Calls `body` once per group of targets, with the sources that `gather` adds to the list.
  mutating func visit(
    _ world: World, groups: some Sequence<Cell>, _ body: (Interactions) -> Void,
    gather: (_ group: Cell, _ list: inout SourceList) -> Void
  ) {
    let (count, axes) = (entries.count, world.dimensions)
    let targets = LaneStorage.ensure(&sortedPoints, count: count, lanes: axes)
    // A group has at most all nodes as sources, or fewer where cells stand for several.
    let sources = LaneStorage.ensure(&gathered, count: count, lanes: axes + 1)
    ids = entries.map(\.id)
    gatheredIDs = ids
    for (index, entry) in entries.enumerated() {
      for axis in 0..<axes { targets[axis][index] = entry.point[axis] }
    }
    ids.withUnsafeBufferPointer { ids in
      gatheredIDs.withUnsafeMutableBufferPointer { sourceIDs in
        guard let targetIDs = ids.baseAddress, let sourceIDs = sourceIDs.baseAddress else { return }
        var list = SourceList(lanes: sources, ids: sourceIDs, axes: axes)
        for group in groups {
          list.count = 0
          gather(group, &list)
          body(
            Interactions(
              dimensions: axes, targets: targets, targetRange: group.nodes, targetIDs: targetIDs,
              sources: sources, sourceCount: list.count, weights: UnsafePointer(sources[axes]),
              sourceIDs: UnsafePointer(sourceIDs), includesTargets: true, seed: world.seed))
        }
      }
    }
  }
}

/// A list of sources under construction: its points, then its charges, one lane each.
struct SourceList {
  let lanes: Lanes
  let ids: UnsafeMutablePointer<Int32>
  let axes: Int
  var count = 0

  /// Adds the nodes `range` of `entries`, one by one.
  mutating func add(_ entries: [NodeOrder.Entry], _ range: Range<Int>) {
    for index in range { add(entries[index].point, entries[index].charge, entries[index].id) }
  }

  /// Adds the nodes of `cell` as one.
  mutating func addCentroid(of cell: Cell, _ entries: [NodeOrder.Entry]) {
    add(cell.centroid, cell.charge, -1 - entries[cell.nodes.lowerBound].id)
  }

  /// Adds the four points that stand in for the nodes of `cell`, or its nodes where they are as few.
  mutating func addStandIns(of cell: Cell, _ entries: [NodeOrder.Entry]) {
    if cell.extent == 0 { return addCentroid(of: cell, entries) }
    if cell.nodes.count <= 4 { return add(entries, cell.nodes) }
    for point in cell.standIns(axes: axes) {
      add(point, cell.charge / 4, -1 - entries[cell.nodes.lowerBound].id)
    }
  }

  private mutating func add(_ point: SIMD4<Double>, _ charge: Double, _ id: Int32) {
    for axis in 0..<axes { lanes[axis][count] = point[axis] }
    lanes[axes][count] = charge
    ids[count] = id
    count += 1
  }
}
