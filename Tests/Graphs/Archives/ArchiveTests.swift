@testable import ForceLabGraphFiles
@testable import ForceLabGraphs
import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabTestSupport
import Foundation
import Testing

@Suite struct ArchiveTests {
  private func unpack(_ bytes: [UInt8], limit: Int = 1 << 20) throws(Diagnostic) -> [UInt8] {
    try Compression.decompressed(bytes, file: "a.gz", limit: limit)
  }

  @Test func readsCompressedFiles() throws {
    #expect(try unpack(PackedFiles.fixed) == Array(PackedFiles.ring.utf8))
    #expect(try unpack(PackedFiles.named) == Array(PackedFiles.ring.utf8))
    // Members follow each other, and zeros may follow the last.
    let two = PackedFiles.fixed + PackedFiles.named + [0, 0, 0]
    #expect(try unpack(two) == Array((PackedFiles.ring + PackedFiles.ring).utf8))
  }

  @Test func everyTruncationIsAnError() {
    let packed = PackedFiles.named
    for count in 2..<packed.count {
      #expect(throws: Diagnostic.self) { try unpack(Array(packed.prefix(count))) }
    }
  }

  /// A change of a byte is found by its code or the checksum. Bits that no code uses have no meaning.
  @Test func damageIsDetectedOrHarmless() throws {
    let packed = PackedFiles.fixed
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

  @Test func limitsTheContent() {
    let found = problem { _ = try unpack(PackedFiles.fixed, limit: 100) }
    #expect(
      found
        == "a.gz: error: the compressed file expands to more than 100 bytes; decompress it first")
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
        let graph = try fileSource("\(folder)/\(name)").graph()
        #expect(graph.nodeCount == 5 && degrees(of: graph) == [2: 5], "\(name)")
      }
      let rome = try fileSource("\(folder)/rome.tgz", member: "rome/grafo10.3.graphml").graph()
      #expect(edges(of: rome) == [[0, 1], [1, 2]] && rome.id(of: 2) == "n2")
      let members = Archive.graphs(in: FileReference("\(folder)/rome.tgz")).compactMap { $0 }
      #expect(members.count == 3 && members[0] == "rome/grafo2.3.graphml")
      #expect(GraphNames.names(of: members) == ["grafo2.3", "grafo10.3", "deep"])
      let deep = try fileSource("\(folder)/rome.tgz", member: members[2]).graph()
      #expect(deep.edgeCount == 3 && members[2].count > 100)
    }
  }

  @Test(arguments: PackedFiles.others.keys.sorted())
  func readsOtherFormats(name: String) throws {
    let bytes = try #require(PackedFiles.others[name])
    try withFiles([name: bytes, "cut.\(name)": Array(bytes.dropLast(bytes.count / 3))]) { folder in
      let members = Archive.graphs(in: FileReference("\(folder)/\(name)"))
      #expect(members == ["data/a.graphml", "data/é.gml"])
      let first = try fileSource("\(folder)/\(name)", member: "data/a.graphml").graph()
      let second = try fileSource("\(folder)/\(name)", member: "data/é.gml").graph()
      #expect(first.edgeCount == 1 && second.nodeCount == 3)
      #expect(throws: Diagnostic.self) {
        _ = try fileSource("\(folder)/cut.\(name)", member: "data/a.graphml").graph()
      }
    }
  }

  @Test func readsManyMembersInLinearTime() throws {
    let count = 3000
    let archive = try archive(of: (0..<count).map { "\($0).mtx" })
    try withFiles(["many.tar": archive]) { folder in
      let file = FileReference("\(folder)/many.tar")
      #expect(Archive.graphs(in: file).count == count)
      for index in stride(from: 0, to: count, by: 3) {
        #expect(try fileSource(file.path, member: "\(index).mtx").graph().nodeCount == 5)
      }
      // A changed file is read again.
      try Data(archive.prefix(2048)).write(to: URL(fileURLWithPath: file.path))
      #expect(Archive.graphs(in: file).count == 2)
    }
  }

  /// As `tar -r` adds a new version of a file.
  @Test func ofMembersOfOneNameTheLastCounts() throws {
    let ring = try archive(of: ["a.mtx"])
    let old = ring.prefix(512) + [UInt8](repeating: 120, count: 512)
    try withFiles(["twice.tar": Array(old + ring)]) { folder in
      for member in ["", "a.mtx"] {
        let graph = try fileSource("\(folder)/twice.tar", member: member).graph()
        #expect(graph.nodeCount == 5)
      }
    }
  }

  /// An ending may be in upper case and be followed by that of a compressed file.
  @Test func allEdgeListsOfAnArchiveAreGraphs() throws {
    let names: Set<String?> = ["a.edges", "b.EDGES", "c.edges.gz"]
    let archive = try archive(of: names.compactMap { $0 } + ["notes.txt"])
    try withFiles(["lists.tar": archive]) { folder in
      #expect(Set(Archive.graphs(in: FileReference("\(folder)/lists.tar"))) == names)
    }
  }

  /// A tar of short files with these names.
  private func archive(of names: [String]) throws -> [UInt8] {
    let member = try unpack(PackedFiles.suitesparse).prefix(1024)
    return names.flatMap { name -> [UInt8] in
      var header = Array(member.prefix(512))
      header.replaceSubrange(
        0..<100, with: Array(name.utf8) + Array(repeating: 0, count: 100 - name.utf8.count))
      return withChecksum(header) + member[512...]
    }
  }

  /// A large archive is read once, and its members from a file without a name.
  @Test func bytesBeyondTheMemoryLimitAreInAFile() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
    for limit in [bytes.count, 1000, 0] {
      let file = SpillFile(memoryLimit: limit)
      for start in stride(from: 0, to: bytes.count, by: 700_000) {
        try file.append(bytes[start..<min(start + 700_000, bytes.count)])
      }
      #expect(file.count == bytes.count && file.sizeInMemory <= limit)
      for range in [0..<1, 999..<1002, 0..<bytes.count, 650_000..<2_900_000, 7..<7] {
        #expect(try file.bytes(in: range) == Array(bytes[range]))
      }
    }
  }

  @Test func archivesAreReadOnceInAnyOrder() throws {
    try withFiles(["a.tgz": PackedFiles.rome, "b.tgz": PackedFiles.rome]) { folder in
      let files = ["a", "b"].map { FileReference("\(folder)/\($0).tgz") }
      let archives = try (files + files).map { try Archive.read($0).identity }
      #expect(archives[0] == archives[2] && archives[1] == archives[3])
      #expect(archives[0] != archives[1])
    }
  }

  /// Of short files, libarchive may not know the place.
  @Test func anUnknownPlaceOfDamageIsLeftOut() {
    let message = Compression.damaged(at: -1, "", "a.xz").message
    #expect(message == "the compressed file is damaged; download it again")
  }

  /// Data that expands 100 times is refused only beyond 64 MB.
  @Test func refusesBombs() throws {
    let zeros = [UInt8](repeating: 48, count: 1 << 16)
    #expect(Compression.maxSize(of: 10, limit: 1 << 30) == 1 << 26)
    #expect(Compression.maxSize(of: 1 << 20, limit: 1 << 30) == 100 << 20)
    let packed = try #require(PackedFiles.others["two.zip"])
    #expect(throws: Diagnostic.self) { try Archive(packed, file: "two.zip", limit: 100) }
    #expect(try Compression.decompressed(zeros, file: "a.txt") == zeros)
  }

  @Test func errorsNameTheFileAndItsMembers() throws {
    let files = [
      "rome.tgz": PackedFiles.rome, "cut.tar.gz": Array(PackedFiles.rome.dropLast(40)),
      "text.tar": Array("no archive".utf8), "zeros.tar": [UInt8](repeating: 0, count: 1024),
      "short.tar": Array(try unpack(PackedFiles.suitesparse).prefix(600)),
      "bad.mtx.gz": try unpack(PackedFiles.fixed).map { $0 } + Array("x".utf8),
      "secret.zip": PackedFiles.encrypted, "deflate64.zip": PackedFiles.deflate64,
      "empty.zip": [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18),
    ]
    try withFiles(files) { folder in
      func failure(_ name: String, member: String = "") -> String {
        problem(fileSource("\(folder)/\(name)", member: member)) ?? ""
      }
      #expect(
        failure("rome.tgz").hasPrefix(
          "e.yaml:3:9: error: the archive has several graphs; set 'member' to one of 'rome/grafo10")
      )
      #expect(
        failure("rome.tgz", member: "x.gml").hasPrefix(
          "e.yaml:3:9: error: the archive has no file 'x.gml'; it has 'rome/grafo10.3.graphml', "))
      #expect(
        failure("cut.tar.gz").hasSuffix("the compressed file is truncated; download it again"))
      for name in ["text.tar", "short.tar"] {
        #expect(failure(name).contains("archive") && failure(name).contains("download it again"))
      }
      #expect(failure("secret.zip").hasSuffix("the archive is encrypted; extract the graph"))
      #expect(failure("deflate64.zip").contains("a compression that ForceLab cannot read (Unsup"))
      #expect(failure("empty.zip").contains("not an archive, or an empty one; download it again"))
      #expect(failure("zeros.tar").contains("the archive has no graph file"))
      // Not compressed in spite of its name, and read as it is.
      #expect(failure("bad.mtx.gz").hasPrefix("\(folder)/bad.mtx.gz:12:1: error:"))
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
    #expect(throws: Diagnostic.self) { try Archive(withChecksum(huge), file: "a.tar") }
  }

  /// A header of tar, and what follows it, with the right checksum.
  private func withChecksum(_ archive: [UInt8]) -> [UInt8] {
    var archive = archive
    archive.replaceSubrange(148..<156, with: Array("        ".utf8))
    let sum = archive.prefix(512).reduce(0) { $0 + Int($1) }
    archive.replaceSubrange(
      148..<156, with: Array((String(sum, radix: 8) + "\0       ").utf8.prefix(8)))
    return archive
  }

  @Test func aMemberNeedsAnArchive() {
    #expect(throws: ParameterError.self) { try fileSource("a.gml", member: "b.gml").checkAll() }
    #expect(throws: ParameterError.self) { try fileSource("a.tar", member: "b.bin").checkAll() }
    #expect(throws: Never.self) { try fileSource("a.tar").checkAll() }
  }

  @Test func namesAreShortAndUnique() {
    #expect(
      GraphNames.names(of: [
        "a/x.mtx", "b/x.mtx", "c/y.tar.gz", "z.gml", "z.mtx", "1138_bus.mtx.gz",
      ])
        == ["a-x", "b-x", "y", "z.gml", "z.mtx", "1138_bus"])
    #expect(
      GraphNames.names(of: ["grafo10.3.graphml", "ü x.gml", "東京.edges"]) == [
        "grafo10.3", "ü-x", "東京",
      ])
    #expect(GraphNames.names(of: []) == [])
  }
}
