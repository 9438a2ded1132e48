import ForceLabGraphs
import ForceLabPlugins

public struct NodeUniformity: PlaneMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "node-uniformity",
    "How evenly nodes fill their bounding box: it is cut into about as many equal cells as there are nodes, and the "
      + "numbers of nodes in them are compared with their mean; from 0, all nodes in one cell, to 1; 2D only.",
    formula:
      "1 − Σ |n_c − n/k|/(2·n·(k − 1)/k) over k cells, ⌊√n⌋ rows of ⌈n/⌊√n⌋⌉; on a line, k = n",
    source: "Mooney et al. 2024, after the concentration of Taylor and Rodgers 2005")

  public var columns: [Column] { [.measure("node_uniformity", better: .higher)] }

  /// Nil in 3D and without nodes; 0 if two nodes or more are in one place. It changes when the layout is rotated.
  public func value(of layout: FinishedLayout) -> Double? {
    let count = layout.graph.nodeCount
    guard layout.dimensions == 2, count > 0 else { return nil }
    let page = layout.normalized
    let (extent, low) = (page.extents, page.coordinates.map { $0.min() ?? 0 })
    guard extent[0] > 0 || extent[1] > 0 else { return count == 1 ? 1 : 0 }
    var rows = max(1, Int(clamping: Double(count).squareRoot().rounded(.down)))
    var columns = (count + rows - 1) / rows
    if extent[0] == 0 { (rows, columns) = (count, 1) }
    if extent[1] == 0 { (rows, columns) = (1, count) }
    func cell(_ node: Int, _ axis: Int, of cells: Int) -> Int {
      guard extent[axis] > 0 else { return 0 }
      let size = extent[axis] / Double(cells)
      let cell = ((page.coordinates[axis][node] - low[axis]) / size).rounded(.down)
      return min(cells - 1, Int(clamping: cell))
    }
    var counts = Array(repeating: 0, count: rows * columns)
    for node in 0..<count {
      counts[cell(node, 1, of: rows) * columns + cell(node, 0, of: columns)] += 1
    }
    let cells = Double(counts.count)
    let deviation = counts.reduce(0) { $0 + abs(Double($1) - Double(count) / cells) }
    let most = 2 * Double(count) * (cells - 1) / cells
    return most > 0 ? 1 - deviation / most : 1
  }
}
