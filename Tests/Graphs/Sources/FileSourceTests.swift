import ForceLabGraphFiles
import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabPlugins
import Testing
import ForceLabSettings

/// A graph file that `e.yaml` names in line 3.
func fileSource(_ path: String, member: String = "") -> FileSource {
  var source = FileSource { ($0.path, $0.member) = (FileReference(path), member) }
  source.path.location = Location(file: "e.yaml", line: 3, column: 9)
  return source
}

func problem(_ source: FileSource) -> String? { problem { _ = try source.graph() } }

@Suite struct FileSourceTests {
  @Test func readsTheFormatOfTheEnding() throws {
    let contents = [
      "a.edges": "1 2\n", "a.TXT": "1 2\n", "a.csv": "a,b\n", "a.tsv": "1\t2\n",
      "a.mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
      "a.gml": "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]",
      "a.graphml":
        "<graphml><graph><node id='1'/><node id='2'/><edge source='1' target='2'/></graph></graphml>",
      "a.json": "{\"nodes\": [{}, {}], \"links\": [{\"source\": 0, \"target\": 1}]}",
    ]
    try withFolder(contents) { folder in
      for name in contents.keys {
        let graph = try fileSource("\(folder)/\(name)").graph()
        #expect(graph.nodeCount == 2 && graph.edgeCount == 1, "\(name)")
      }
    }
  }

  @Test func statedFormatAndBaseOverrideTheDefaults() throws {
    try withFolder(["graph.mtx": "1 3\n"]) { folder in
      var file = fileSource(folder + "/graph.mtx")
      #expect(
        problem(file)?.hasPrefix("\(folder)/graph.mtx:1:1: error: not a Matrix Market file")
          ?? false)
      file.format = .edgeList
      let numbered = try file.graph()
      file.base = 0
      let based = try file.graph()
      #expect(numbered.nodeCount == 2 && based.nodeCount == 4)
    }
  }

  /// `LoadingTests` has the other mistakes of files.
  @Test func reportsUnreadableFilesWhereTheyAreNamed() {
    #expect(
      problem(fileSource("none.edges"))
        == "e.yaml:3:9: error: cannot read the file 'none.edges': no such file; check the path")
  }

  /// The files of /proc have a size of 0; some cannot be read, and some have no end.
  @Test(arguments: ["/dev/zero", "/proc/self/mem", "/proc/self/pagemap", "/proc/self/status"])
  func refusesFilesThatAreNotRegular(path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    var file = fileSource(path)
    file.format = .edgeList
    // A process with a small number has a shorter path than /proc/self.
    let message = try #require(problem(file))
    #expect(message.hasPrefix("e.yaml:3:9: error: cannot read the file '/"))
    #expect(message.hasSuffix("': not a regular file; copy its contents to a file"))
  }

  @Test func refusesAFileBeyondTheLimit() throws {
    try withFolder { folder in
      let path = folder + "/huge.edges"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      let handle = try #require(FileHandle(forWritingAtPath: path))
      // A sparse file: nothing is written.
      try handle.truncate(atOffset: 1 << 31)
      try handle.close()
      #expect(
        problem(fileSource(path))?.contains("larger than the limit of 1073741824 bytes") ?? false)
    }
  }

  @Test func readsAnEmptyFile() throws {
    try withFolder(["a.edges": ""]) { folder in
      #expect(problem(fileSource(folder + "/a.edges"))?.contains("no edges found") ?? false)
    }
  }

  @Test func checksItsParameters() {
    #expect(
      throws: ParameterError(
        "unknown file extension of 'a.graf'; set 'format' to one of edge-list (.edges, .txt, "
          + ".csv, .tsv), matrix-market (.mtx), graphml (.graphml), gexf (.gexf), gml (.gml), json (.json), "
          + "dot (.dot, .gv), metis (.graph, .metis)",
        parameter: "path")
    ) { try fileSource("a.graf").check() }
    #expect(throws: ParameterError.self) { try fileSource("folder.edges/none").check() }
    #expect(throws: ParameterError.self) { try FileSource().check() }
    var file = fileSource("a.gml")
    file.base = 1
    #expect(
      throws: ParameterError(
        "'base' applies to edge lists only, and this file is read as gml; remove it",
        parameter: "base")
    ) { try file.check() }
  }
}
