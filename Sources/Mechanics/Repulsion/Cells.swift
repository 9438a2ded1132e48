/// The cells of a tree, or of a branch of one, in depth-first order.
struct Cells: Sendable {
  /// What a walk looks at.
  struct Cell: Sendable {
    /// The centroid; in the last place the square of the extent.
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
    cells[cell].centroid.w = whole.squaredExtent
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
  var moments: Moments
  var box: Box

  mutating func add(_ other: NodeGroup) {
    moments.add(other.moments)
    box.include(other.box)
  }

  /// Half the squared diagonal of the box, widened so that the centroid is its middle: of a square,
  /// the square of its side. A box's own sides would let a cell be taken whose centroid is far off,
  /// but whose near edge touches the targets.
  var squaredExtent: Double {
    let (above, below) = (box.upper - moments.centroid, moments.centroid - box.lower)
    let (x, y, z) = (max(above.x, below.x), max(above.y, below.y), max(above.z, below.z))
    return box.lower == box.upper ? 0 : 2 * (x * x + y * y + z * z)
  }
}
