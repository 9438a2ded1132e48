import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Random files of every format: valid ones are read as the graph that was written, and damaged ones
/// give a graph or an error with a place, in time.
@Suite struct RandomFilesTests {
  #if DEBUG
    static let seeds: Range<UInt64> = 0..<100
  #else
    static let seeds: Range<UInt64> = 0..<1000
  #endif

  @Test(.timeLimit(.minutes(2)), arguments: GraphFormats.all)
  func validFilesGiveTheirGraph(format: any GraphFormat) throws {
    for seed in Self.seeds {
      let file = RandomFile(format, seed: seed)
      do {
        let graph = try format.read(file.bytes, file: "f")
        expect(graph, is: file, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error): \(String(decoding: file.bytes, as: UTF8.self))")
      }
    }
  }

  private func expect(_ graph: Graph, is file: RandomFile, _ comment: Comment) {
    let labels = graph.labels ?? (0..<graph.nodeCount).map(String.init)
    #expect(labels.map(Self.hex).sorted() == file.names.map(Self.hex).sorted(), comment)
    let found = (0..<graph.edgeCount).map { edge in
      let ends = [labels[Int(graph.sources[edge])], labels[Int(graph.targets[edge])]]
      return ends.map(Self.hex).sorted()
    }
    let expected = file.links.map {
      [$0.source, $0.target].map { Self.hex(file.names[$0]) }.sorted()
    }
    #expect(found == expected, comment)
    #expect(graph.weights == file.weights, comment)
    #expect(graph.note == nil, comment)
  }

  /// The bytes of `name`, because texts of different bytes may be equal.
  private static func hex(_ name: String) -> String {
    name.utf8.map { String($0, radix: 16) }.joined(separator: " ")
  }

  @Test(.timeLimit(.minutes(2)), arguments: GraphFormats.all)
  func damagedFilesGiveAGraphOrAnErrorWithAPlace(format: any GraphFormat) {
    let names = AttributeNames(nodes: ["label"], edges: ["color", "weight"])
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed, stream: 8)
      var bytes = RandomFile(format, seed: seed).bytes
      for _ in 0...generator.index(below: 3) { Self.damage(&bytes, &generator) }
      do {
        let graph = try format.read(bytes, file: "f", names)
        if graph.nodeCount == 0 || !isConsistent(graph) { Issue.record("seed \(seed)") }
      } catch {
        // A matrix may claim more nodes than fit.
        let place = error.location
        let isPlaced = place?.file == "f" && place?.line != 0 && place?.column != 0
        if !isPlaced || error.message.isEmpty { Issue.record("seed \(seed): \(error)") }
      }
    }
  }

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = generator.index(below: bytes.count)
    let end = min(bytes.count, place + 1 + generator.index(below: 40))
    let part = Array(bytes[place..<end])
    switch generator.index(below: 5) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
    case 2: bytes.insert(contentsOf: part, at: generator.index(below: bytes.count))
    // Finds what takes more than linear time.
    case 3: bytes.insert(contentsOf: [[UInt8]](repeating: part, count: 3000).joined(), at: place)
    default: bytes.removeSubrange(end...)
    }
  }
}
