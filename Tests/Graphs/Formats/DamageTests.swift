import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Foundation
import Testing

/// Samples of every format, damaged: reading gives a graph or an error with a place, never a trap.
@Suite struct DamageTests {
  /// Seeds of `make fuzz`.
  static let samples: [(any GraphFormat, [UInt8])] =
    ([
      (.edgeList, "edge-list/numbers.edges"), (.edgeList, "edge-list/names.csv"),
      (.matrixMarket, "matrix-market/real.mtx"), (.graphML, "graphml/plain.graphml"),
      (.gexf, "gexf/plain.gexf"), (.gml, "gml/plain.gml"), (.json, "json/plain.json"),
      (.dot, "dot/plain.dot"), (.metis, "metis/plain.graph"),
    ] as [(any GraphFormat, String)]).map { format, name in
      let file = checkout.appendingPathComponent("Tests/Fuzzing/Seeds/\(name)")
      return (format, Array((try? Data(contentsOf: file)) ?? Data()))
    }

  @Test(arguments: samples.indices)
  func samplesAreValid(index: Int) {
    let (format, bytes) = Self.samples[index]
    #expect(problem(format, bytes) == nil)
  }

  @Test(arguments: samples.indices, [nil, 0, 1])
  func survivesTruncation(index: Int, base: Int?) {
    let (format, bytes) = Self.samples[index]
    for length in bytes.indices { expectGraphOrPlace(format, Array(bytes[..<length]), base) }
  }

  @Test(arguments: samples.indices.dropFirst(2))
  func noticesTruncation(index: Int) {
    let (format, bytes) = Self.samples[index]
    let end = (bytes.lastIndex { $0 != 10 } ?? 0) + 1
    for length in 0..<end {
      #expect(problem(format, Array(bytes[..<length])) != nil, "\(length) bytes")
    }
  }

  @Test(arguments: samples.indices)
  func survivesMutations(index: Int) {
    let (format, sample) = Self.samples[index]
    var generator = SeededGenerator(seed: 1, stream: UInt64(index))
    let interesting = Array("0123456789-+.,;:\"'[]{}<>&/=\\ue \t\n\r#%\0é".utf8) + [0xFF, 0x80]
    for _ in 0..<1000 {
      var bytes = sample
      for _ in 0...generator.index(below: 4) where !bytes.isEmpty {
        let place = generator.index(below: bytes.count)
        let byte = interesting[generator.index(below: interesting.count)]
        switch generator.index(below: 4) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2: bytes.remove(at: place)
        default:
          let end = min(bytes.count, place + generator.index(below: 20))
          bytes.insert(contentsOf: bytes[place..<end], at: generator.index(below: bytes.count))
        }
      }
      expectGraphOrPlace(format, bytes, nil)
    }
  }

  @Test(arguments: GraphFormats.all, samples.indices)
  func survivesTheTextOfOtherFormats(format: any GraphFormat, index: Int) {
    expectGraphOrPlace(format, Self.samples[index].1, nil)
  }

  private func expectGraphOrPlace(_ format: any GraphFormat, _ bytes: [UInt8], _ base: Int?) {
    do {
      let graph = try format.read(bytes, file: "f", base: base)
      if graph.nodeCount == 0 || !isConsistent(graph) { Issue.record("inconsistent: \(bytes)") }
    } catch {
      let lines = bytes.filter { $0 == 10 || $0 == 13 }.count + 1
      let isPlaced =
        error.location.map {
          $0.file == "f" && (1...lines).contains($0.line) && $0.column > 0
        } ?? false
      if !isPlaced { Issue.record("no place: \(error)") }
    }
  }
}
