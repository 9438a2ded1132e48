import ForceLabTestSupport
import Foundation
import Testing
import ForceLabSettings
import ForceLabYAML

@Suite struct LoadingTests {
  private func problem(
    loading path: String, limits: YAMLDocument.Limits = .standard
  ) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try YAMLDocument.load(path, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  /// Calls `body` with the path of a file that holds `bytes`, and removes it.
  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "yaml-\(UUID()).yaml")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path)
  }

  @Test func readsAFileAndNamesItInPlaces() throws {
    try withFile(Array("a: [1]\n".utf8)) { path in
      let root = try YAMLDocument.load(path)
      #expect(root["a"]?.location == Location(file: path, line: 1, column: 4))
    }
  }

  @Test func readsAFileOfManyChunks() throws {
    let count = 50_000
    try withFile(Array(String(repeating: "- ab\n", count: count).utf8)) { path in
      let root = try YAMLDocument.load(path)
      #expect(root.sequence?.count == count)
    }
  }

  @Test func sizeLimitIsExact() throws {
    for size in [3, 65_536, 65_537, 131_072] {
      try withFile([UInt8](repeating: UInt8(ascii: "a"), count: size)) { path in
        #expect(problem(loading: path, limits: .init(bytes: size)) == nil)
        let tooLarge = problem(loading: path, limits: .init(bytes: size - 1))
        #expect(tooLarge?.message.contains("larger than the limit of \(size - 1) bytes") == true)
        #expect(tooLarge?.location == Location(file: path))
      }
    }
  }

  @Test func endlessDeviceIsRefused() {
    #expect(problem(loading: "/dev/zero")?.message.contains("not a regular file; ") == true)
  }

  /// A pipe with a name would block until another program writes to it.
  @Test(.timeLimit(.minutes(30)))
  func namedPipeIsRefused() throws {
    try withFolder { folder in
      #expect(mkfifo(folder + "/pipe.yaml", 0o600) == 0)
      let problem = problem(loading: folder + "/pipe.yaml")
      #expect(problem?.message == "not a regular file; copy its contents to a file")
      #expect(problem?.location == Location(file: folder + "/pipe.yaml"))
    }
  }

  /// Shells give such a path for `<(command)`.
  @Test func inheritedPipeIsRead() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("a: 1".utf8))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    #expect(try YAMLDocument.load(path)["a"]?.scalar?.text == "1")
  }

  @Test func emptyFileIsNull() throws {
    try withFile([]) { path in
      let root = try YAMLDocument.load(path)
      #expect(root.isNull)
    }
  }

  @Test(arguments: [
    ("/no/such/file.yaml", "no such file; check the path"),
    ("/", "it is a directory; use a file"),
    ("/dev/null/file.yaml", "not a directory; "),
    ("", "the path is empty; "),
    ("a\u{0}b", "contains a NUL; "),
    (String(repeating: "x", count: 5000), "the path is too long; "),
  ])
  func errorsSayWhatToDo(path: String, gist: String) {
    let problem = problem(loading: path)
    #expect(problem?.message.contains(gist) == true, "\(String(describing: problem))")
    #expect(problem?.description.isOneLine == true)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read every file"))
  func unreadableFile() throws {
    try withFile([]) { path in
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      #expect(problem(loading: path)?.message.contains("permission denied; ") == true)
    }
  }
}
