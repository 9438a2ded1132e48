import ForceLabGraphs
import ForceLabWorkbench

/// Keeps evenly spaced frames of a run of unknown length, up to a maximum number.
struct FrameRecorder {
  /// With the permanent numbers of the nodes, and their coordinates axis by axis, node by node.
  private var snapshots: [(iteration: Int, nodes: [Int], coordinates: [Float])] = []
  /// Told of each event, which may change the graph.
  var history: GraphHistory
  private let limit: Int
  /// Iterations between frames; doubled when there are too many frames.
  private var spacing = 1

  init(of layout: RunningLayout, limit: Int) {
    history = GraphHistory(layout)
    self.limit = limit
    append(layout)
  }

  /// Keeps the present positions if a frame is due or the run `isOver`.
  mutating func take(_ layout: RunningLayout, isOver: Bool) {
    let iteration = layout.iteration
    guard isOver || iteration % spacing == 0 else { return }
    if snapshots.count >= limit {
      snapshots = stride(from: 0, to: snapshots.count, by: 2).map { snapshots[$0] }
      spacing *= 2
      guard isOver || iteration % spacing == 0 else { return }
    }
    append(layout)
  }

  /// Adds a frame, unless a position is not a finite 32-bit float.
  private mutating func append(_ layout: RunningLayout) {
    let coordinates = layout.positions.joined().map { Float($0) }
    guard coordinates.allSatisfy(\.isFinite) else { return }
    snapshots.append((layout.iteration, layout.nodes, coordinates))
  }

  /// The frames of the run of `layout`, which is over; and a sketch of all nodes and edges that there
  /// were, by `view`, if they changed.
  func frames(_ layout: RunningLayout) throws -> (frames: Frames, sketch: GraphSketch?) {
    let union = try history.union(layout)
    let nodes = union?.nodes ?? layout.nodes
    var frames = Frames(nodes: nodes.count, dimensions: layout.study.dimensions)
    for snapshot in snapshots {
      let coordinates = Self.spread(
        snapshot.coordinates, of: snapshot.nodes, over: nodes, layout.study.dimensions)
      frames.append(coordinates, at: snapshot.iteration)
    }
    guard let union else { return (frames, nil) }
    frames.spans = union.spans
    return (frames, try layout.study.view.sketch(of: union.graph))
  }

  /// The `coordinates` of nodes that are `there`, of all `nodes`; not a number where a node did not exist.
  private static func spread(
    _ coordinates: [Float], of there: [Int], over nodes: [Int], _ axes: Int
  ) -> [Float] {
    var spread = [Float](repeating: .nan, count: nodes.count * axes)
    var index = 0
    for (place, node) in nodes.enumerated() where index < there.count && there[index] == node {
      for axis in 0..<axes {
        spread[axis * nodes.count + place] = coordinates[axis * there.count + index]
      }
      index += 1
    }
    return spread
  }
}
