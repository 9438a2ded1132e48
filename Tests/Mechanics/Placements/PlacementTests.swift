import ForceLabGraphFiles
import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import Testing
import ForceLabSettings

/// Where nodes start.
struct PlacementTests {
  private func coordinates(_ placement: any Placement, _ count: Int, dimensions: Int = 2) throws
    -> [[Double]]
  {
    var generator = SeededGenerator(seed: 3)
    return try placement.coordinates(
      of: cells(count), dimensions: dimensions, using: &generator)
  }

  @Test func phyllotaxisIsThatOfD3() throws {
    let spiral = try coordinates(Phyllotaxis(), 3)
    // 10·√(i + ½) at angles of i·π·(3 − √5), by mpmath.
    let expected = [
      [7.0710678118654752, -9.03088751750192, 1.38232208098236],
      [0, 8.27303273571597, -15.7508471411676],
    ]
    #expect(maxDifference(spiral, expected) < 1e-12)
  }

  @Test func phyllotaxisInThreeDimensionsIsOnGrowingSpheres() throws {
    let spiral = try coordinates(Phyllotaxis(), 50, dimensions: 3)
    for node in 0..<50 {
      let square = spiral.reduce(0) { $0 + $1[node] * $1[node] }
      #expect(abs(square.squareRoot() - 10 * cbrt(Double(node) + 0.5)) < 1e-9)
    }
  }

  @Test(arguments: [2, 3])
  func uniformFillsItsBox(dimensions: Int) throws {
    let box = Uniform { ($0.width, $0.height, $0.depth) = (10, 20, 40) }
    let places = try coordinates(box, 2000, dimensions: dimensions)
    for (axis, extent) in zip(places, [10.0, 20, 40]) {
      #expect(axis.allSatisfy { (0..<extent).contains($0) })
      #expect(abs(axis.reduce(0, +) / 2000 - extent / 2) < extent * 0.03)
    }
    #expect(try coordinates(box, 2000, dimensions: dimensions) == places)
  }

  @Test(arguments: [2, 3])
  func clustersAreGaussian(dimensions: Int) throws {
    let clusters = Clusters { ($0.count, $0.deviation, $0.width) = (2, 3, 1e4) }
    let places = try coordinates(clusters, 4000, dimensions: dimensions)
    for cluster in 0..<2 {
      var squares = [Double](repeating: 0, count: 2000)
      for axis in places {
        let own = stride(from: cluster, to: 4000, by: 2).map { axis[$0] }
        let mean = own.reduce(0, +) / 2000
        for (index, value) in own.enumerated() { squares[index] += (value - mean) * (value - mean) }
      }
      let variance = squares.reduce(0, +) / 2000 / Double(dimensions)
      #expect(abs(variance - 9) < 0.6)
      // The median of χ² with 2 and with 3 degrees of freedom.
      let median = dimensions == 2 ? 1.386 : 2.366
      #expect(abs(Double(squares.count { $0 < 9 * median }) / 2000 - 0.5) < 0.04)
    }
    #expect(abs(places[0][0] - places[0][1]) > 100)
    #expect(try coordinates(clusters, 1, dimensions: dimensions)[1].count == 1)
    #expect(try coordinates(clusters, 0, dimensions: dimensions) == places.map { _ in [] })
  }

  @Test func circleIsEven() throws {
    let circle = try coordinates(CirclePlacement { $0.radius = 2 }, 4)
    #expect(maxDifference(circle, [[2, 0, -2, 0], [0, 2, 0, -2]]) < 1e-12)
    #expect(try coordinates(CirclePlacement(), 4, dimensions: 3)[2] == [0, 0, 0, 0])
  }

  @Test func placementsInOneDimensionAreErrors() {
    let placements: [any Placement] = [
      StressPlacement(), PivotMDS(), Multilevel(), BackbonePlacement(),
    ]
    for placement in placements {
      #expect(throws: ParameterError.self) { try coordinates(placement, 9, dimensions: 1) }
    }
  }

  @Test(arguments: [
    ("id,x,y\n1,3,4\n0,1,2\n", nil, ""),
    ("id,x\n0,1\n", 1, "no column 'y'"),
    ("id,x,y\n0,1,2\n0,3,4\n", 3, "duplicate row"),
    ("id,x,y\n0,1,2\n2,3,4\n", 3, "unknown node"),
    ("id,x,y\n0,1,2\n1,3,inf\n", 3, "finite number"),
    ("id,x,y\n0,1,2\n1,3\n", 3, "finite number"),
    ("id,x,y\n0,1,2\n", 0, "no row for node 1"),
  ])
  func filesAreReadOrRefusedWithTheirLine(_ text: String, _ line: Int?, _ message: String) throws {
    let path = NSTemporaryDirectory() + "placement-\(UUID().uuidString).csv"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let placement = FilePlacement { $0.path = FileReference(path) }
    guard let line else {
      #expect(try coordinates(placement, 2) == [[1, 3], [2, 4]])
      return
    }
    let error = #expect(throws: Diagnostic.self) { try coordinates(placement, 2) }
    #expect(error?.location?.line == line)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  /// A file with much more than a row for each node belongs to another graph, or is no table.
  @Test func aFileTooLargeForTheGraphIsRefused() throws {
    try withFolder { folder in
      let path = folder + "/start.csv"
      let rows = "id,x,y\n0,1,2\n1,3,4\n"
      let comment = "#" + String(repeating: " ", count: 1 << 20) + "\n"
      try Data((comment + rows).utf8).write(to: URL(fileURLWithPath: path))
      let placement = FilePlacement { $0.path = FileReference(path) }
      let error = #expect(throws: Diagnostic.self) { try coordinates(placement, 2) }
      #expect(
        error?.message == "cannot read the file '\(path.excerpt)': "
          + "larger than the limit of 67584 bytes for 2 nodes; use a smaller file")
      // A sparse file, of which nothing is read.
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: 1 << 40)
      try handle.close()
      #expect(throws: Diagnostic.self) { try coordinates(placement, 2) }
    }
  }

  /// In quadratic time, it would take hours.
  @Test(.timeLimit(.minutes(30)))
  func aLargeFileIsReadInLinearTime() throws {
    let count = 500_000
    try withFolder { folder in
      let rows = (0..<count).map { "\($0),\($0).25,1e-3\n" }
      try Data(("id,x,y\n" + rows.joined()).utf8).write(
        to: URL(fileURLWithPath: folder + "/start.csv"))
      let placement = FilePlacement { $0.path = FileReference(folder + "/start.csv") }
      #expect(try coordinates(placement, count)[0][count - 1] == Double(count - 1) + 0.25)
    }
  }

  @Test func aMissingFileIsReportedWithItsPath() throws {
    let placement = FilePlacement { $0.path = FileReference("/nowhere.csv") }
    let error = #expect(throws: Diagnostic.self) { try coordinates(placement, 2) }
    #expect(error?.message.contains("/nowhere.csv") == true)
  }
}
