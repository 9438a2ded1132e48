/// The cells of a grid that hold nodes, row by row.
struct GridCells: Sendable {
  var nodes = PackedNodes()
  private var keys: [UInt64] = []
  private var starts: [Int] = []
  private var places: [SIMD4<Int32>] = []
  private var centroidIDs: [Int32] = []
  private var storage: LaneStorage?

  /// Finer grids would gain nothing, and their places would not fit a key.
  static let greatestCountPerAxis = 1_048_576

  init() {}

  /// How many cells hold nodes.
  var count: Int { places.count }

  /// The nodes of `cell`, as entries of the sorted nodes.
  func nodes(of cell: Int) -> Range<Int> { starts[cell]..<starts[cell + 1] }

  /// Sorts the nodes, which lie in `box`, into cells of `side`.
  mutating func sort(in box: Box, side: Double) {
    // A layout at the ends of the numbers has no sides; its nodes are all in one place then.
    func steps(_ way: SIMD4<Double>) -> SIMD4<Double> {
      let steps = (way / side).rounded(.down)
      let isPlace = (steps .>= 0) .& (steps .<= Double(Self.greatestCountPerAxis))
      return SIMD4<Double>().replacing(with: steps, where: isPlace)
    }
    func place(_ node: SIMD4<Double>) -> SIMD4<Double> { steps(node - box.lower) }
    let counts = steps(box.sides) + 1
    keys = nodes.packed.map { node in
      let place = place(node)
      return UInt64(place.x + counts.x * (place.y + counts.y * place.z))
    }
    nodes.sort(by: &keys)
    starts.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    for index in keys.indices where index == 0 || keys[index] != keys[index - 1] {
      starts.append(index)
      let place = place(nodes.packed[index])
      places.append(SIMD4(Int32(place.x), Int32(place.y), Int32(place.z), 0))
    }
    starts.append(keys.count)
  }

  /// The centroids and charges of the cells, in lanes.
  mutating func measure(_ points: Lanes, axes: Int) -> Lanes {
    let lanes = LaneStorage.ensure(&storage, count: count, lanes: axes + 1)
    centroidIDs = (0..<count).map { -1 - nodes.ids[starts[$0]] }
    for cell in 0..<count {
      let moments = Moments(points, nodes(of: cell), axes: axes)
      for axis in 0..<axes { lanes[axis][cell] = moments.centroid[axis] }
      lanes[axes][cell] = moments.charge
    }
    return lanes
  }

  /// Fills `list` with the nodes of `cell` and of those that touch it, and the centroids of all
  /// others.
  func gather(
    for cell: Int, _ points: Lanes, _ ids: UnsafePointer<Int32>, _ centroids: Lanes, axes: Int,
    into list: inout SourceList.View
  ) {
    list.count = 0
    var done = 0
    centroidIDs.withUnsafeBufferPointer { centroidIDs in
      guard let centroidIDs = centroidIDs.baseAddress else { return }
      for other in 0..<count {
        let steps = places[other] &- places[cell]
        if any((steps .> 1) .| (steps .< -1)) { continue }
        list.append(centroids, done..<other, ids: centroidIDs, lanes: axes + 1)
        list.append(points, nodes(of: other), ids: ids, lanes: axes + 1)
        done = other + 1
      }
      list.append(centroids, done..<count, ids: centroidIDs, lanes: axes + 1)
    }
  }
}
