/// The cells of a tree or branch in depth-first order. Only one thread at a time may change them.
final class Cells: @unchecked Sendable {
  /// The part of a cell that a walk reads first.
  struct Cell: Sendable {
    /// The centroid, and the squared radius in the last lane.
    var centroid = SIMD4<Double>()
    var first: Int32
    var count: Int32
    /// The cell after this one's subtree.
    var next: Int32 = 0
    /// Σ q² if the nodes coincide.
    var squaredCharge: Float = 0

    init(_ range: Range<Int>) {
      first = Int32(range.lowerBound)
      count = Int32(range.count)
    }

    var nodes: Range<Int> { Int(first)..<Int(first + count) }
  }

  let cells = Buffer<Cell>()
  let boxes = Buffer<Box>()
  let pseudoParticles = Buffer<PseudoParticles>()

  var count: Int { cells.count }
  var bytes: Int { cells.bytes + boxes.bytes + pseudoParticles.bytes }

  func removeAll() {
    cells.resize(0)
    boxes.resize(0)
    pseudoParticles.resize(0)
  }

  /// Adds a cell with no summary yet.
  func append(_ range: Range<Int>) {
    cells.append(Cell(range))
    boxes.append(Box(lower: .zero, upper: .zero))
    pseudoParticles.append(PseudoParticles())
  }

  func append(_ branch: Cells) {
    let shift = Int32(count)
    for var cell in branch.cells.elements {
      cell.next += shift
      cells.append(cell)
    }
    for box in branch.boxes.elements { boxes.append(box) }
    for points in branch.pseudoParticles.elements { pseudoParticles.append(points) }
  }

  func setNext(of cell: Int, to next: Int) { cells.base[cell].next = Int32(next) }

  func set(_ cell: Int, _ whole: NodeGroup) {
    boxes[cell] = whole.box
    cells.base[cell].centroid = whole.moments.centroid
    cells.base[cell].centroid.w = whole.squaredRadius
    cells.base[cell].squaredCharge = Float(whole.squaredCharge)
    pseudoParticles[cell] = PseudoParticles(whole.moments)
  }
}

extension Array {
  var bytes: Int { count * MemoryLayout<Element>.stride }
}

/// The summary of a cell: the moments and the box of its nodes.
struct NodeGroup: Sendable {
  private(set) var moments: Moments
  private(set) var box: Box
  /// From the centroid to the farthest node or corner; doubled for nodes in a row and in space.
  private(set) var squaredRadius: Double
  /// Σ q² if the nodes coincide.
  var squaredCharge = 0.0

  /// The summary of `nodes`, at least one, with these `moments`.
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
    squaredCharge += other.squaredCharge
    let (above, below) = (box.upper - moments.centroid, moments.centroid - box.lower)
    let (x, y, z) = (max(above.x, below.x), max(above.y, below.y), max(above.z, below.z))
    squaredRadius = (x * x + y * y + z * z) * Self.factor(box, moments)
  }

  /// Nodes in a row have more of their charge far from their centroid than nodes in a square, so
  /// four points represent them only from farther away. In space more cells are near that limit.
  private static func factor(_ box: Box, _ moments: Moments) -> Double {
    if box.lower == box.upper { return 0 }
    return box.lower.z == box.upper.z ? 1 + moments.flatAnisotropy : 2
  }
}
