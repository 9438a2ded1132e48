@testable import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import ForceLabTestSupport
import Foundation
import Testing

@Suite struct ArchiveTests {
  private func unpack(_ bytes: [UInt8], limit: Int = 1 << 20) throws(Diagnostic) -> [UInt8] {
    try Gzip.decompressed(bytes, file: "a.gz", limit: limit)
  }

  @Test func readsAllKindsOfBlocks() throws {
    for packed in [PackedFiles.stored, PackedFiles.fixed, PackedFiles.named] {
      #expect(try unpack(packed) == Array(PackedFiles.ring.utf8))
    }
    let lines = (0..<400).map { "\($0) \($0 * $0 % 997)\n" }.joined()
    #expect(try unpack(PackedFiles.dynamic) == Array(lines.utf8))
    // Members follow each other, and zeros may follow the last.
    let two = PackedFiles.fixed + PackedFiles.dynamic + [0, 0, 0]
    #expect(try unpack(two) == Array((PackedFiles.ring + lines).utf8))
  }

  @Test func everyTruncationIsAnError() {
    for packed in [PackedFiles.stored, PackedFiles.named, PackedFiles.dynamic] {
      for count in 0..<packed.count {
        #expect(throws: Diagnostic.self) { try unpack(Array(packed.prefix(count))) }
      }
    }
  }

  /// A change of a byte is found by its code or the checksum. Bits that no code uses have no meaning.
  @Test func damageIsDetectedOrHarmless() throws {
    for packed in [PackedFiles.fixed, PackedFiles.dynamic] {
      let whole = try unpack(packed)
      for index in 10..<packed.count - 4 {
        for change: UInt8 in [1, 0x80, 0xFF] {
          var damaged = packed
          damaged[index] ^= change
          let content = try? unpack(damaged)
          #expect(content == nil || content == whole)
        }
      }
    }
  }

  @Test func limitsTheContent() {
    #expect(throws: Diagnostic.self) { try unpack(PackedFiles.dynamic, limit: 1000) }
    do throws(Diagnostic) {
      _ = try unpack(PackedFiles.fixed, limit: 100)
      Issue.record("no error")
    } catch {
      #expect(
        error.description
          == "a.gz: error: the compressed file expands to more than 100 bytes; decompress it with gunzip"
      )
    }
  }

  private func source(_ path: String, member: String = "") -> FileSource {
    var source = FileSource { ($0.path, $0.member) = (FileReference(path), member) }
    source.path.location = Location(file: "e.yaml", line: 3, column: 9)
    return source
  }

  private func withFiles(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
    try withFolder { folder in
      for (name, bytes) in files {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      try body(folder)
    }
  }

  @Test func readsGraphsAsDownloaded() throws {
    let files = [
      "ring_5.mtx.gz": PackedFiles.fixed, "ring_5.tar.gz": PackedFiles.suitesparse,
      "ring_5.tar": try unpack(PackedFiles.suitesparse), "rome.tgz": PackedFiles.rome,
    ]
    try withFiles(files) { folder in
      for name in ["ring_5.mtx.gz", "ring_5.tar.gz", "ring_5.tar"] {
        let graph = try source("\(folder)/\(name)").graph()
        #expect(graph.nodeCount == 5 && degrees(of: graph) == [2: 5], "\(name)")
      }
      let rome = try source("\(folder)/rome.tgz", member: "rome/grafo10.3.graphml").graph()
      #expect(edges(of: rome) == [[0, 1], [1, 2]] && rome.id(of: 2) == "n2")
      let members = Archive.graphs(in: FileReference("\(folder)/rome.tgz")).compactMap { $0 }
      #expect(members.count == 3 && members[0] == "rome/grafo2.3.graphml")
      #expect(GraphNames.names(of: members) == ["grafo2.3", "grafo10.3", "deep"])
      let deep = try source("\(folder)/rome.tgz", member: members[2]).graph()
      #expect(deep.edgeCount == 3 && members[2].count > 100)
    }
  }

  @Test func errorsNameTheFileAndItsMembers() throws {
    let files = [
      "rome.tgz": PackedFiles.rome, "cut.tar.gz": Array(PackedFiles.rome.dropLast(40)),
      "text.tar": Array("no archive".utf8), "zeros.tar": [UInt8](repeating: 0, count: 1024),
      "short.tar": Array(try unpack(PackedFiles.suitesparse).prefix(600)),
      "bad.mtx.gz": try unpack(PackedFiles.stored).map { $0 } + Array("x".utf8),
    ]
    try withFiles(files) { folder in
      func problem(_ name: String, member: String = "") -> String {
        do {
          _ = try source("\(folder)/\(name)", member: member).graph()
          return ""
        } catch { return "\(error)" }
      }
      #expect(
        problem("rome.tgz").hasPrefix(
          "e.yaml:3:9: error: the archive has several graphs; set 'member' to one of 'rome/grafo10")
      )
      #expect(
        problem("rome.tgz", member: "x.gml").hasPrefix(
          "e.yaml:3:9: error: the archive has no file 'x.gml'; it has 'rome/grafo10.3.graphml', "))
      #expect(
        problem("cut.tar.gz").hasSuffix("the compressed file is truncated; download it again"))
      for name in ["text.tar", "short.tar"] {
        #expect(problem(name).contains("archive") && problem(name).contains("download it again"))
      }
      #expect(problem("zeros.tar").contains("the archive has no graph file"))
      // Not compressed in spite of its name, and read as it is.
      #expect(problem("bad.mtx.gz").hasPrefix("\(folder)/bad.mtx.gz:12:1: error:"))
    }
  }

  @Test func damagedHeadersOfArchivesAreErrors() throws {
    let archive = try unpack(PackedFiles.suitesparse)
    // The name, the size, and the checksum.
    for index in [0, 124, 130, 150] {
      var damaged = archive
      damaged[index] ^= 0x55
      #expect(throws: Diagnostic.self) { try Archive(damaged, file: "a.tar") }
    }
    // A size beyond the end, with a right checksum.
    var huge = Array(archive.prefix(1024))
    huge.replaceSubrange(124..<136, with: [0x80, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    huge.replaceSubrange(148..<156, with: Array("        ".utf8))
    let sum = huge.prefix(512).reduce(0) { $0 + Int($1) }
    huge.replaceSubrange(
      148..<156, with: Array((String(sum, radix: 8) + "\0       ").utf8.prefix(8)))
    #expect(throws: Diagnostic.self) { try Archive(huge, file: "a.tar") }
  }

  @Test func aMemberNeedsAnArchive() {
    #expect(throws: ParameterError.self) { try source("a.gml", member: "b.gml").checkAll() }
    #expect(throws: ParameterError.self) { try source("a.tar", member: "b.bin").checkAll() }
    #expect(throws: Never.self) { try source("a.tar").checkAll() }
  }

  @Test func namesAreShortAndUnique() {
    #expect(
      GraphNames.names(of: [
        "a/x.mtx", "b/x.mtx", "c/y.tar.gz", "z.gml", "z.mtx", "1138_bus.mtx.gz",
      ])
        == ["a-x", "b-x", "y", "z.gml", "z.mtx", "1138_bus"])
    #expect(GraphNames.names(of: ["grafo10.3.graphml", "ü x.gml"]) == ["grafo10.3", "---x"])
    #expect(GraphNames.names(of: []) == [])
  }
}
