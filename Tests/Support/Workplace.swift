import ForceLabFiles
import Foundation
import Synchronization
import Testing

/// A temporary folder in which the real program runs; removed with its last owner.
package final class Workplace: Sendable {
  package let folder: URL
  /// Contains nothing but `folder`, because programs may look into the parent folder.
  private let parent: URL
  private let hasOwnHome: Bool

  /// With `hasOwnHome`, the home of the program is the folder, so that its settings are not those of the user.
  package init(hasOwnHome: Bool = false) throws {
    self.hasOwnHome = hasOwnHome
    parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("forcelab-tests-\(UUID().uuidString)")
    folder = parent.appendingPathComponent("work")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: parent) }

  package func write(_ text: String, to name: String) throws {
    try write(Data(text.utf8), to: name)
  }

  package func write(_ data: Data, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  package func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  package func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  /// The names in the folder called `name`, sorted.
  package func names(in name: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: folder.appendingPathComponent(name).path
    ).sorted()
  }
}

/// The result of running the program.
package struct Ending {
  package var status: Int32
  package var isTrap: Bool
  package var output: String
  package var error: String

  package var outputLines: [Substring] {
    output.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

package struct NoBinary: Error {}
package struct OutOfTime: Error {
  package var arguments: [String]
}

extension Workplace {
  /// Runs `forcelab` with `arguments` in the folder, for at most `limit` seconds.
  package func forcelab(_ arguments: String..., columns: Int? = nil, limit: Double = 300) throws
    -> Ending
  {
    try forcelab(arguments, columns: columns, limit: limit)
  }

  package func forcelab(_ arguments: [String], columns: Int? = nil, limit: Double = 300) throws
    -> Ending
  {
    try run(Self.binary(), arguments, columns: columns, limit: limit)
  }

  /// Runs `script` in a shell, in which `$FORCELAB` is the binary.
  package func shell(_ script: String, limit: Double = 300) throws -> Ending {
    try run(URL(fileURLWithPath: "/bin/sh"), ["-c", script], columns: nil, limit: limit)
  }

  private func run(_ program: URL, _ arguments: [String], columns: Int?, limit: Double) throws
    -> Ending
  {
    let process = try ChildProcess(
      program.path, arguments, in: folder.path, piped: [.output, .error],
      environment: try environment(columns))
    let (output, error) = (Drain(process, .output), Drain(process, .error))
    let deadline = ContinuousClock.now.advanced(by: .seconds(limit))
    while process.isRunning {
      guard ContinuousClock.now < deadline else {
        process.kill()
        throw OutOfTime(arguments: arguments)
      }
      usleep(1000)
    }
    let ending = process.wait()
    let status: CInt =
      switch ending {
      case .exited(let code), .signaled(let code): code
      }
    return Ending(
      status: status, isTrap: ending == .signaled(status) || status >= 128, output: output.text,
      error: error.text)
  }

  private func environment(_ columns: Int?) throws -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    if hasOwnHome { environment["HOME"] = folder.path }
    environment["COLUMNS"] = columns.map { String($0) }
    environment["FORCELAB"] = try Self.binary().path
    return environment
  }

  private static func binary() throws -> URL { URL(fileURLWithPath: try program("forcelab")) }

  /// The path of a program that is built into the same folder as the tests.
  package static func program(_ name: String) throws -> String {
    let tests =
      [URL(fileURLWithPath: CommandLine.arguments[0])] + Bundle.allBundles.map(\.bundleURL)
    let candidates = tests.map {
      $0.deletingLastPathComponent().appendingPathComponent(name)
    }
    guard
      let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { throw NoBinary() }
    return found.path
  }
}

/// Reads a pipe on a thread of its own, so that the process never waits for a full pipe.
private final class Drain: Sendable {
  private let data = Mutex(Data())
  private let ended = DispatchSemaphore(value: 0)

  init(_ process: ChildProcess, _ stream: ChildProcess.Stream) {
    Thread {
      let read = (try? process.readToEnd(stream)) ?? Data()
      self.data.withLock { $0 = read }
      self.ended.signal()
    }.start()
  }

  var text: String {
    ended.wait()
    return String(decoding: data.withLock { $0 }, as: UTF8.self)
  }
}

/// Expects exit code 2 and an error that contains each of `parts`.
package func expectRefusal(
  _ ending: Ending, _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(ending.status == 2, sourceLocation: sourceLocation)
  #expect(!ending.isTrap, sourceLocation: sourceLocation)
  for part in parts {
    #expect(ending.error.contains(part), sourceLocation: sourceLocation)
  }
}
