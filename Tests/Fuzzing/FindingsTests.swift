import Foundation
import Testing

/// Reads the seeds and findings of fuzzing without a fuzzer.
@Suite struct FindingsTests {
  @Test(arguments: FuzzTarget.all) func seedsAreRead(target: FuzzTarget) throws {
    let seeds = try Self.inputs("Seeds", target)
    #expect(seeds.count > 2)
    for (name, bytes) in seeds { #expect(target.ending(of: bytes) == .read, "\(name)") }
  }

  @Test(arguments: FuzzTarget.all) func findingsAreReadOrRejected(target: FuzzTarget) throws {
    for (name, bytes) in try Self.inputs("Findings", target) {
      #expect([.read, .rejected].contains(target.ending(of: bytes)), "\(name)")
    }
  }

  @Test func expensiveInputsAreSkipped() throws {
    for yaml in [
      "graph: {mesh: {rows: 1000, columns: 1000}}", "graph: {tree: {depth: 5}}",
      "sweep: {grid: {graph: [{ring: 30000}]}}",
      "sweep: {grid: {threads: {from: 1, to: 2, count: 50000}}}",
    ] {
      let bytes = Array("name: a\n\(yaml)".utf8)
      #expect(FuzzTarget.experiment.ending(of: bytes) == .skipped, "\(yaml)")
    }
    let matrix = "%%MatrixMarket matrix coordinate pattern general\n1000000 1000000 0\n"
    let target = try #require(FuzzTarget.all.first { $0.name == "matrix-market" })
    #expect(target.ending(of: Array(matrix.utf8)) == .skipped)
  }

  /// The inputs in `folder` for `target`, by name; none if there is no such folder.
  private static func inputs(_ folder: String, _ target: FuzzTarget) throws -> [(String, [UInt8])] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent(folder).appendingPathComponent(target.name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return try names.sorted().map { name in
      (name, Array(try Data(contentsOf: folder.appendingPathComponent(name))))
    }
  }
}
