/// The cells of a tree, or of a branch of one, in depth-first order.
struct Cells: Sendable {
  /// What a walk looks at.
  struct Cell: Sendable {
    /// The centroid; in the last place the square of the radius.
    var centroid = SIMD4<Double>()
    /// The first of its nodes.
    var first: Int32
    /// How many nodes it has.
    var count: Int32
    /// The cell after this one's subtree.
    var next: Int32 = 0

    init(_ range: Range<Int>) {
      first = Int32(range.lowerBound)
      count = Int32(range.count)
    }

    var nodes: Range<Int> { Int(first)..<Int(first + count) }
  }

  private(set) var cells: [Cell] = []
  private(set) var boxes: [Box] = []
  private(set) var standIns: [StandIns] = []

  init() {}

  var count: Int { cells.count }

  /// How many bytes the cells take.
  var bytes: Int { cells.bytes + boxes.bytes + standIns.bytes }

  mutating func removeAll() {
    cells.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    standIns.removeAll(keepingCapacity: true)
  }

  /// Adds a cell of which nothing is known but its nodes.
  mutating func append(_ range: Range<Int>) {
    cells.append(Cell(range))
    boxes.append(Box(lower: .zero, upper: .zero))
    standIns.append(StandIns())
  }

  /// Adds the cells of a branch, whose first comes to stand at the end of this one.
  mutating func append(_ branch: Cells) {
    let shift = Int32(count)
    for var cell in branch.cells {
      cell.next += shift
      cells.append(cell)
    }
    boxes += branch.boxes
    standIns += branch.standIns
  }

  mutating func setNext(of cell: Int, to next: Int) { cells[cell].next = Int32(next) }

  /// Sets what the nodes of `cell` amount to.
  mutating func set(_ cell: Int, _ whole: NodeGroup) {
    boxes[cell] = whole.box
    cells[cell].centroid = whole.moments.centroid
    cells[cell].centroid.w = whole.squaredRadius
    standIns[cell] = StandIns(whole.moments)
  }

  /// A view of the cells for loops.
  struct View {
    let cells: UnsafePointer<Cell>
    let boxes: UnsafePointer<Box>
    let standIns: UnsafePointer<StandIns>
    let count: Int
  }

  /// Calls `body` with a view; there must be a cell.
  func withView<Result>(_ body: (View) -> Result) -> Result? {
    cells.withUnsafeBufferPointer { cells in
      boxes.withUnsafeBufferPointer { boxes in
        standIns.withUnsafeBufferPointer { standIns in
          guard let cell = cells.baseAddress, let box = boxes.baseAddress,
            let standIn = standIns.baseAddress
          else { return nil }
          return body(View(cells: cell, boxes: box, standIns: standIn, count: cells.count))
        }
      }
    }
  }
}

extension Array {
  /// How many bytes the elements take; what room there is for more is the allocator's choice.
  var bytes: Int { count * MemoryLayout<Element>.stride }
}

/// What a cell is made of: the moments and the box of its nodes.
struct NodeGroup: Sendable {
  private(set) var moments: Moments
  private(set) var box: Box
  /// The square of the radius: how far from the centroid the farthest node is, or the farthest corner
  /// of the box; √2 times as far if nodes stand in a row, and in space.
  private(set) var squaredRadius: Double

  /// That of `nodes`, which have such `moments`; there must be at least one.
  init(_ nodes: UnsafePointer<SIMD4<Double>>, count: Int, in box: Box, _ moments: Moments) {
    (self.moments, self.box) = (moments, box)
    var farthest = 0.0
    for index in 0..<count {
      let way = nodes[index] - moments.centroid
      let square = way.x * way.x + way.y * way.y + way.z * way.z
      farthest = square > farthest ? square : farthest
    }
    squaredRadius = farthest * Self.factor(box, moments)
  }

  mutating func add(_ other: NodeGroup) {
    moments.add(other.moments)
    box.include(other.box)
    let (above, below) = (box.upper - moments.centroid, moments.centroid - box.lower)
    let (x, y, z) = (max(above.x, below.x), max(above.y, below.y), max(above.z, below.z))
    squaredRadius = (x * x + y * y + z * z) * Self.factor(box, moments)
  }

  /// Nodes in a row have more of their charge far from their centroid than those of a square, where few
  /// stand in the corners: four points stand for them from farther away. So they do in space, where
  /// there is more of everything at the edge of what is near.
  private static func factor(_ box: Box, _ moments: Moments) -> Double {
    if box.lower == box.upper { return 0 }
    return box.lower.z == box.upper.z ? 1 + moments.flatAnisotropy : 2
  }
}
