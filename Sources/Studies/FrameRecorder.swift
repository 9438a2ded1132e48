import ForceLabGraphs
import ForceLabWorkbench

/// Keeps evenly spaced frames of a run of unknown length, up to a maximum number.
struct FrameRecorder {
  private struct Snapshot {
    let iteration: Int
    /// The permanent numbers of the nodes.
    let nodes: [Int]
    /// Axis by axis, node by node.
    let coordinates: [Float]
  }

  private var snapshots: [Snapshot] = []
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
    snapshots.append(
      Snapshot(iteration: layout.iteration, nodes: layout.nodes, coordinates: coordinates))
  }

  /// The frames of the run of `layout`, which is over; and a sketch of all nodes and edges that there
  /// were, by `view`, if they changed.
  func frames(_ layout: RunningLayout) throws -> (frames: Frames, sketch: GraphSketch?) {
    let union = try history.union(layout)
    let nodes = union?.nodes ?? layout.nodes
    var frames = Frames(nodes: nodes.count, dimensions: layout.study.dimensions)
    for snapshot in snapshots {
      let coordinates = Self.spread(snapshot, over: nodes, layout.study.dimensions)
      frames.append(coordinates, at: snapshot.iteration)
    }
    guard let union else { return (frames, nil) }
    frames.spans = union.spans
    return (frames, try layout.study.view.sketch(of: union.graph))
  }

  /// The coordinates of `nodes`; not a number where a node did not exist.
  private static func spread(_ snapshot: Snapshot, over nodes: [Int], _ axes: Int) -> [Float] {
    var coordinates = [Float](repeating: .nan, count: nodes.count * axes)
    let count = snapshot.nodes.count
    var index = 0
    for (place, node) in nodes.enumerated() where index < count && snapshot.nodes[index] == node {
      for axis in 0..<axes {
        coordinates[axis * nodes.count + place] = snapshot.coordinates[axis * count + index]
      }
      index += 1
    }
    return coordinates
  }
}
