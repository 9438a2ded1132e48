import ForceLabTestSupport
import ForceLabWorkbench
import Foundation
import Testing

@Suite struct WatchedFilesTests {
  /// Reading a pipe would block until another program writes to it.
  @Test(.timeLimit(.minutes(30)))
  func aPipeIsNotReadUntilAFileReplacesIt() throws {
    try withFolder { folder in
      let path = folder + "/e.yaml"
      #expect(mkfifo(path, 0o600) == 0)
      var files = WatchedFiles([path])
      let change1 = files.haveChanged()
      #expect(!change1)
      try FileManager.default.removeItem(atPath: path)
      try Data("a".utf8).write(to: URL(fileURLWithPath: path))
      let change2 = files.haveChanged()
      #expect(change2)
      try FileManager.default.removeItem(atPath: path)
      #expect(mkfifo(path, 0o600) == 0)
      let change3 = files.haveChanged()
      #expect(!change3)
    }
  }

  @Test func aFileIsWatchedThroughALink() throws {
    try withFolder(["a.yaml": "1"]) { folder in
      let link = folder + "/link.yaml"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.yaml")
      var files = WatchedFiles([link])
      try Data("22".utf8).write(to: URL(fileURLWithPath: folder + "/a.yaml"))
      let change4 = files.haveChanged()
      #expect(change4)
      let change5 = files.haveChanged()
      #expect(!change5)
    }
  }

  /// As by `git stash; git stash pop`.
  @Test func aFileThatComesBackHasNotChanged() throws {
    try withFolder(["e.yaml": "1"]) { folder in
      let path = folder + "/e.yaml"
      var files = WatchedFiles([path])
      try FileManager.default.removeItem(atPath: path)
      let isMissingAChange = files.haveChanged()
      try Data("1".utf8).write(to: URL(fileURLWithPath: path))
      let isReturnAChange = files.haveChanged()
      #expect(!isMissingAChange && !isReturnAChange)
    }
  }

  @Test func aFileIsHashedOncePerVersion() throws {
    try withFolder { folder in
      let path = folder + "/a"
      let hashes = try [("1", 1e9), ("2", 1e9), ("2", 2e9)].map { text, time in
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
        return try ContentHash.ofFile(path)
      }
      #expect(hashes[0] == hashes[1] && hashes[1] != hashes[2])
    }
  }

  /// Whatever its size was when it was opened: the system states 0 for `/proc/version`.
  @Test func aFileIsHashedToItsEnd() throws {
    try withFolder(["a": String(repeating: "abcdefg", count: 30_000)]) { folder in
      for path in [folder + "/a", "/proc/version"] {
        guard let bytes = try FileHandle(forReadingAtPath: path)?.readToEnd() else { continue }
        let hash = try ContentHash.ofFile(path)
        #expect(hash == ContentHash.long(bytes), "\(path)")
      }
    }
  }
}
