/// Splits the nodes as another tree does, in whose order they are.
struct KeptCells: CellSplitter {
  let cells: Cells

  func split(_ range: Range<Int>, in box: Box, _ builder: inout TreeBuilder) {
    var cell = 0
    while cells.cells[cell].nodes != range {
      cell += 1
      while cells.cells[cell].nodes.upperBound <= range.lowerBound {
        cell = Int(cells.cells[cell].next)
      }
    }
    split(cell, &builder)
  }

  private func split(_ cell: Int, _ builder: inout TreeBuilder) {
    let old = cells.cells[cell]
    guard let new = builder.open(old.nodes, in: cells.boxes[cell]) else { return }
    var part = cell + 1
    while part < Int(old.next) {
      split(part, &builder)
      part = Int(cells.cells[part].next)
    }
    builder.close(new)
  }
}
