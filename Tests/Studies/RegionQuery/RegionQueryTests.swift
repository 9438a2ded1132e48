@testable import ForceLabStudies
import Testing

/// An index that loses the item with the greatest number.
struct Forgetful: RegionIndex {
  static let manual = Manual<Self>("forgetful", "Loses the last item.")

  private var all = LinearIndex()
  private var last: Int32 = -1

  mutating func build(_ items: [ItemRectangle]) {
    all.build(items)
    last = Int32(items.count) - 1
  }

  func find(_ region: ItemRectangle, into found: inout [Int32]) {
    all.find(region, into: &found)
    found.removeAll { $0 == last }
  }
}

/// `study: region-query`, from the file to `trials.csv`.
@Suite struct RegionQueryTests {
  @Test func allIndexesFindTheSameNumberOfItems() throws {
    let run = try run(
      """
      study: region-query
      repeat: 2
      items: {waterfall: {count: 300}}
      query: {viewport: {steps: 10}}
      steps: 3
      sweep: {grid: {index: [linear, binary-search, kd-tree, grid]}}
      """)
    #expect(Set(try run.trials.column("status")) == ["ok"])
    #expect(Set(try run.trials.column("item_count")) == ["300"])
    #expect(Set(try run.trials.column("queries")) == ["10"])
    // Starts are paired: a repeat has the same items for every index.
    for repetition in ["1", "2"] {
      let rows = run.trials.rows.filter { $0["repeat"] == repetition }
      #expect(Set(rows.map { $0["found"] }).count == 1)
      #expect(rows.compactMap { $0["found"].flatMap(Int.init) }.allSatisfy { $0 > 30 })
    }
    #expect(try run.trials.numbers("query_ns").allSatisfy { $0 > 0 })
    #expect(try run.trials.numbers("build_seconds").allSatisfy { $0 >= 0 })
  }

  @Test func theSameSeedGivesTheSameItems() throws {
    let yaml = "study: region-query\nitems: {waterfall: 50}\nsteps: 1\nrepeat: 2\n"
    let once = try run(yaml).trials.withoutTimes
    #expect(try run(yaml).trials.withoutTimes == once)
    #expect(try run(yaml + "seed: 3\n").trials.withoutTimes != once)
  }

  @Test func theLastQueryFindsOneItem() throws {
    let row = try run(
      "study: region-query\nitems: sorted\nquery: last\nindex: binary-search\nsteps: 2"
    ).only()
    #expect(row["found"] == "1" && row["queries"] == "1" && row["item_count"] == "10000")
  }

  @Test func anIndexThatLosesAnItemFails() throws {
    let catalog = Catalog.standard + Catalog([Forgetful.self])
    let yaml = "study: region-query\nitems: {sorted: 5}\nindex: forgetful\nsteps: 1\nquery: "
    let row = try run(yaml + "last", catalog: catalog).only()
    #expect(row["status"] == "failed")
    #expect(
      row["message"]
        == "in query 0, 'forgetful' finds 0 items and a filter 1; they differ in item 4")
    let other = try run(yaml + "{viewport: {height: 50, steps: 1}}", catalog: catalog).only()
    #expect(other["status"] == "ok")
  }

  @Test func aTimeoutEndsTheSteps() throws {
    let row = try run("study: region-query\nsteps: 1000000\ntimeout: 0.01").only()
    #expect(row["status"] == "timed-out" && row["stop_reason"] == "timeout")
    #expect(row["message"]?.hasSuffix("of 1000000 steps") == true)
  }

  @Test func queriesAFinishedLayout() throws {
    let file = "id,x,y\n0,0,0\n1,100,0\n2,5,3\n"
    let row = try run(
      "study: region-query\nitems: {layout: {path: l.csv}}\nindex: kd-tree\nquery: last\nsteps: 1",
      files: ["l.csv": file]
    ).only()
    #expect(row["item_count"] == "3" && row["found"] == "2")
  }
}

/// Where items and regions are.
@Suite struct ArrangementTests {
  @Test func aWaterfallFillsItsColumns() throws {
    var waterfall = Waterfall()
    (waterfall.count, waterfall.columns) = (200, 4)
    (waterfall.width, waterfall.heights) = (400, [10, 30])
    var generator = SeededGenerator(seed: 8)
    let items = waterfall.items(using: &generator)
    #expect(items.count == 200)
    var bottoms = [Double](repeating: 0, count: 4)
    for item in items {
      // Each goes to the shortest column, the first of equals, and begins where that ends.
      let column = try #require(bottoms.indices.min { bottoms[$0] < bottoms[$1] })
      #expect(item.left == Double(column) * 100 && item.right == item.left + 100)
      #expect(item.top == bottoms[column])
      #expect((10...30).contains(item.bottom - item.top))
      bottoms[column] = item.bottom
    }
    let isSorted = { (edges: [Double]) in zip(edges, edges.dropFirst()).allSatisfy { $0 <= $1 } }
    #expect(isSorted(items.map(\.top)) && !isSorted(items.map(\.bottom)))
  }

  @Test func aViewportScrollsFromTopToBottom() {
    var query = ViewportQuery()
    (query.height, query.steps) = (100, 3)
    let items = [
      ItemRectangle(left: 10, top: -50, right: 30, bottom: 0),
      ItemRectangle(left: 20, top: 0, right: 60, bottom: 350),
    ]
    #expect(
      query.regions(over: items)
        == [-50, 100, 250].map { ItemRectangle(left: 10, top: $0, right: 60, bottom: $0 + 100) })
    (query.width, query.steps) = (5, 1)
    #expect(
      query.regions(over: items) == [ItemRectangle(left: 10, top: -50, right: 15, bottom: 50)])
    // A page that is shorter than the window is not scrolled.
    (query.height, query.steps) = (1000, 2)
    #expect(query.regions(over: items).map(\.top) == [-50, -50])
  }
}
