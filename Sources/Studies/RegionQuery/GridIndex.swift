import ForceLabPlugins

struct GridIndex: RegionIndex {
  var cell: Double?

  @Scratch private var items: [ItemRectangle] = []
  /// The numbers of the items of each square, square by square.
  @Scratch private var numbers: [Int32] = []
  /// The start of each square in `numbers`, and the end of the last.
  @Scratch private var starts: [Int32] = []
  @Scratch private var squares = Squares()

  static let manual = Manual<Self>(
    "grid",
    "A grid of squares, each with the items that overlap it; O(squares in the region + items found), "
      + "O(n) to build.",
    parameters: [
      Parameter(
        "cell", \.cell, within: Bounds(above: 0), unit: "px",
        "Side of a square; doubled until squares and their entries number at most 16 per item plus "
          + "1024.", defaultDescription: "about eight items per square")
    ], source: "Bentley and Friedman 1979, “Data structures for range searching”")

  mutating func build(_ items: [ItemRectangle]) {
    self.items = items
    let most = 1024 + 16 * items.count
    let page = items.bounds
    let area = (page.right - page.left) * (page.bottom - page.top)
    var side = cell ?? (8 * area / Double(items.count)).squareRoot()
    // Without a finite area, use one square.
    if !(side > 0 && side.isFinite) { side = max(page.right - page.left, page.bottom - page.top) }
    squares = Squares(page, side: side, most: most)
    while squares.count > 1, entries(upTo: most) > most {
      side *= 2
      squares = Squares(page, side: side, most: most)
    }
    fill()
  }

  /// The number of entries of all squares, counted until it exceeds `most`.
  private func entries(upTo most: Int) -> Int {
    var count = 0
    for item in items where count <= most { count += squares.span(of: item).count }
    return count
  }

  private mutating func fill() {
    starts = Array(repeating: 0, count: squares.count + 1)
    for item in items { squares.span(of: item).forEach(in: squares) { starts[$0 + 1] += 1 } }
    for square in 0..<squares.count { starts[square + 1] += starts[square] }
    numbers = Array(repeating: 0, count: Int(starts[squares.count]))
    var next = starts
    for item in items.indices {
      squares.span(of: items[item]).forEach(in: squares) { square in
        numbers[Int(next[square])] = Int32(item)
        next[square] += 1
      }
    }
  }

  func find(_ region: ItemRectangle, into found: inout [Int32]) {
    let span = squares.span(of: region)
    for row in span.rows {
      for column in span.columns {
        let square = row * squares.columns + column
        for place in Int(starts[square])..<Int(starts[square + 1]) {
          let number = numbers[place]
          let item = items[Int(number)]
          // An item in several squares of the region is found in the first of them.
          guard item.overlaps(region), max(squares.row(item.top), span.rows.lowerBound) == row,
            max(squares.column(item.left), span.columns.lowerBound) == column
          else { continue }
          found.append(number)
        }
      }
    }
  }
}

/// The squares of a page. What lies outside the page belongs to the squares at its edge.
private struct Squares: Sendable {
  private(set) var columns = 1
  private(set) var rows = 1
  private var left = 0.0
  private var top = 0.0
  private var scale = 0.0

  init() {}

  /// At most `most` squares of `side`, which is doubled until they are few enough.
  init(_ page: ItemRectangle, side: Double, most: Int) {
    (left, top) = (page.left, page.top)
    let (width, height) = (page.right - page.left, page.bottom - page.top)
    guard width.isFinite, height.isFinite, side > 0 else { return }
    var side = side
    while (width / side + 1) * (height / side + 1) > Double(most) { side *= 2 }
    (columns, rows) = (Int(clamping: width / side) + 1, Int(clamping: height / side) + 1)
    scale = 1 / side
  }

  var count: Int { columns * rows }

  struct Span {
    let columns: ClosedRange<Int>
    let rows: ClosedRange<Int>

    var count: Int { columns.count * rows.count }

    func forEach(in squares: Squares, _ body: (Int) -> Void) {
      for row in rows { for column in columns { body(row * squares.columns + column) } }
    }
  }

  @inline(__always)
  func span(of item: ItemRectangle) -> Span {
    let (first, above) = (column(item.left), row(item.top))
    return Span(
      columns: first...max(first, column(item.right)), rows: above...max(above, row(item.bottom)))
  }

  @inline(__always)
  func column(_ x: Double) -> Int { Self.place((x - left) * scale, below: columns) }

  @inline(__always)
  func row(_ y: Double) -> Int { Self.place((y - top) * scale, below: rows) }

  /// The whole part of `place`, clamped to 0 ..< `count`; 0 for NaN.
  @inline(__always)
  private static func place(_ place: Double, below count: Int) -> Int {
    place > 0 ? (place < Double(count) ? Int(clamping: place) : count - 1) : 0
  }
}
