/// A walk through a tree of cells that gathers what acts on the nodes of a leaf.
struct CellWalk {
  let cells: UnsafeBufferPointer<CellTree.Cell>
  let nodes: Lanes
  let ids: UnsafePointer<Int32>
  let standIns: Lanes
  let axes: Int
  let squaredTheta: Double

  /// Fills `list` with the sources for `targets`, which lie in `box`.
  func gather(for targets: Range<Int>, in box: Box, into list: inout SourceList.View) {
    list.count = 0
    var index = 0
    while index < cells.count {
      let cell = cells[index]
      let isLeaf = Int(cell.next) == index + 1
      let holdsTargets = cell.nodes.overlaps(targets)
      // A cell without extent may stand for its nodes at any distance.
      if !holdsTargets,
        cell.centroid.w == 0
          || cell.centroid.w < squaredTheta * box.squaredDistance(to: cell.centroid)
      {
        take(cell, index, into: &list)
        index = Int(cell.next)
      } else if isLeaf {
        list.append(nodes, cell.nodes, ids: ids, lanes: axes + 1)
        index += 1
      } else {
        index += 1
      }
    }
  }

  private func take(_ cell: CellTree.Cell, _ index: Int, into list: inout SourceList.View) {
    if cell.count <= 4 {
      list.append(nodes, cell.nodes, ids: ids, lanes: axes + 1)
    } else {
      list.append(
        standIns, 4 * index..<4 * index + 4, standingFor: ids[Int(cell.first)], lanes: axes + 1)
    }
  }
}
