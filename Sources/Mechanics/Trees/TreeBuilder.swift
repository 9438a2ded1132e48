/// A rule that splits the nodes of a cell into smaller cells.
protocol CellSplitter: Sendable {
  /// Reads the nodes, in any order, and returns their box; nil if there are none or one is not finite.
  mutating func load(_ particles: Particles, into nodes: inout SortedNodes) -> Box?
  /// Splits the nodes `range`, which lie in `box`: opens their cell, splits the parts, closes it.
  func split(_ range: Range<Int>, in box: Box, _ builder: inout TreeBuilder)
}

extension CellSplitter {
  mutating func load(_ particles: Particles, into nodes: inout SortedNodes) -> Box? {
    nodes.load(particles)
  }
}

/// Builds a tree of cells from the root to the leaves, and summarizes the cells on the way back. With a `branchSize` it
/// builds only the top of a tree, without summaries. Other builders then build the branches on several threads.
struct TreeBuilder {
  let nodes: UnsafeMutablePointer<SIMD4<Double>>
  let leafWriter: LeafWriter
  let cells: Cells
  /// The branches, each with its placeholder cell.
  private(set) var branches: [(cell: Int, range: Range<Int>, box: Box)] = []
  /// The maximum number of nodes in a branch; zero for no branches.
  private let branchSize: Int
  /// Summaries of the parts of open cells.
  private var groups: [NodeGroup] = []
  /// How many groups there were when each open cell was opened.
  private var heights: [Int] = []

  /// A builder that replaces what is in `cells`.
  init(leafWriter: LeafWriter, branchSize: Int, in cells: Cells) {
    nodes = leafWriter.nodes
    (self.leafWriter, self.branchSize, self.cells) = (leafWriter, branchSize, cells)
    cells.removeAll()
  }

  /// Begins the cell of the nodes `range`; nil if it is a branch.
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

  mutating func close(_ cell: Int) {
    cells.setNext(of: cell, to: cells.count)
    let height = heights.removeLast()
    guard branchSize == 0 else { return }
    var whole: NodeGroup
    if height == groups.count {
      whole = leafWriter.group(cells.cells[cell].nodes)
    } else {
      whole = groups[height]
      for part in groups[(height + 1)...] { whole.add(part) }
      groups.removeLast(groups.count - height)
    }
    groups.append(whole)
    cells.set(cell, whole)
  }

  /// The summary of the root, once all cells are closed.
  var whole: NodeGroup? { groups.last }
  func box(_ range: Range<Int>) -> Box { Box(of: nodes + range.lowerBound, count: range.count) }

  /// Moves the nodes below `pivot` (or at it, if `inclusive`) first; returns where the others begin.
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
