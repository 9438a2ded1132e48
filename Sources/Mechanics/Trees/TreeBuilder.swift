/// Says how the nodes of a cell are split into smaller cells.
protocol CellSplitter: Sendable {
  /// Reads the nodes of `particles`, in an order of its own if that helps, and returns their box; nil
  /// if there are none, or one is nowhere finite.
  mutating func load(_ particles: Particles, into nodes: inout PackedNodes) -> Box?
  /// Splits the nodes `range`, which lie in `box`: opens their cell, splits the parts, closes it.
  func split(_ range: Range<Int>, in box: Box, _ builder: inout TreeBuilder)
}

extension CellSplitter {
  /// In their own order.
  mutating func load(_ particles: Particles, into nodes: inout PackedNodes) -> Box? {
    nodes.load(particles)
  }
}

/// Grows a tree of cells, from the whole to the leaves, and sums up the cells on the way back.
///
/// The top of a tree is grown first, without sums, down to branches that are left to be grown on
/// several threads.
struct TreeBuilder {
  /// The nodes, coordinates and number, which splitting sorts.
  let nodes: UnsafeMutablePointer<SIMD4<Double>>
  /// Where the sorted nodes of a leaf are written to.
  let spreader: NodeSpreader
  /// The cells, in depth-first order.
  var cells: Cells
  /// The branches that were left, each with the cell that stands for it.
  private(set) var branches: [(cell: Int, range: Range<Int>, box: Box)] = []
  /// Cells of at most so many nodes are left as branches; none if zero.
  private let branchSize: Int
  /// The parts of open cells.
  private var groups: [NodeGroup] = []
  /// How many groups there were when each open cell was opened.
  private var heights: [Int] = []

  init(spreader: NodeSpreader, branchSize: Int, reusing cells: Cells) {
    nodes = spreader.nodes
    self.spreader = spreader
    self.branchSize = branchSize
    self.cells = cells
    self.cells.removeAll()
  }

  /// Begins the cell of the nodes `range`, and returns it; nil if it is left for later.
  mutating func open(_ range: Range<Int>, in box: Box) -> Int? {
    cells.append(range)
    let cell = cells.count - 1
    if range.count <= branchSize {
      branches.append((cell, range, box))
      cells.setNext(of: cell, to: cell + 1)
      return nil
    }
    heights.append(groups.count)
    return cell
  }

  /// Ends the subtree of `cell`; without cells below it, it is a leaf.
  mutating func close(_ cell: Int) {
    cells.setNext(of: cell, to: cells.count)
    let height = heights.removeLast()
    guard branchSize == 0 else { return }
    var whole: NodeGroup
    if height == groups.count {
      whole = spreader.group(cells.cells[cell].nodes)
    } else {
      whole = groups[height]
      for part in groups[(height + 1)...] { whole.add(part) }
      groups.removeLast(groups.count - height)
    }
    groups.append(whole)
    cells.set(cell, whole)
  }

  /// What all cells together are, once all are closed.
  var whole: NodeGroup? { groups.last }

  /// The box of the nodes `range`, of which there must be one.
  func box(_ range: Range<Int>) -> Box { Box(of: nodes + range.lowerBound, count: range.count) }

  /// Moves the nodes of `range` that lie below `pivot` on `axis` (or at it, if `inclusive`) before
  /// the others, and returns where the others begin. Cost: one pass without branches.
  func partition(_ range: Range<Int>, axis: Int, below pivot: Double, inclusive: Bool = false)
    -> Int
  {
    switch axis {
    case 0: partition(range, pivot, inclusive) { $0.x }
    case 1: partition(range, pivot, inclusive) { $0.y }
    default: partition(range, pivot, inclusive) { $0.z }
    }
  }

  @inline(__always)
  private func partition(
    _ range: Range<Int>, _ pivot: Double, _ inclusive: Bool, _ coordinate: (SIMD4<Double>) -> Double
  ) -> Int {
    // Below the next greater number is at most this one.
    let limit = inclusive ? pivot.nextUp : pivot
    var end = range.lowerBound
    for index in range {
      let node = nodes[index]
      nodes[index] = nodes[end]
      nodes[end] = node
      end += coordinate(node) < limit ? 1 : 0
    }
    return end
  }
}
