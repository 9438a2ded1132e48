import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import Foundation

/// What runs the trials of a configuration.
public enum TrialProgram: String, Choice {
  /// The other build of a `BaseProgram`.
  case base
  case this

  /// The path of the axis, and its column in CSV files.
  public static let path = "program"
}

/// Another build of the program that runs the same trials in the same blocks, to compare times in pairs: `--against`.
public struct BaseProgram: Sendable {
  let path: String
  public let version: String
  let hash: String

  /// What a worker prints when it is asked what it speaks.
  private struct Greeting: Codable {
    let `protocol`: Int
    let version: String
  }

  /// The answer of this program, of version `version`, to `worker --protocol`.
  public static func greeting(version: String) -> String {
    Greeting(protocol: WorkerMessage.version, version: version).plainJSON
  }

  /// Starts the program at `path` with `arguments`, which print its greeting. Throws if it cannot run trials for this.
  public init(_ path: String, _ arguments: [String]) throws(Diagnostic) {
    let place = Location(file: path)
    let process = try describing(
      "cannot start the program", advice: "name another build of it", at: place
    ) { () throws(SystemError) in try ChildProcess(path, arguments, piped: [.output]) }
    defer { process.kill() }
    var lines = LineBuffer()
    var event = pollfd(fd: process[.output], events: Int16(POLLIN), revents: 0)
    // Without an answer, or with an unreadable one, it is no program for this one.
    if poll(&event, 1, 30_000) > 0 { lines.append((try? readSome(from: process[.output])) ?? []) }
    guard let (line, _) = lines.next(),
      let greeting = Greeting(json: Data(line))
    else {
      throw Diagnostic(
        "the program is not ForceLab, or a version that cannot run trials for another one; name a "
          + "build of the same version or a later one", at: place)
    }
    guard greeting.protocol == WorkerMessage.version else {
      throw Diagnostic(
        "the program, version \(greeting.version), speaks version \(greeting.protocol) of the protocol "
          + "of workers, and this one version \(WorkerMessage.version); compare builds of one version",
        at: place)
    }
    (self.path, version, hash) = (path, greeting.version, try ContentHash.ofFile(path))
  }

  /// For `environment.json`, which has no absolute path.
  public var description: String { "\(version), build \(hash.prefix(16))" }
}

extension Plan {
  /// Throws if a program is missing that runs trials.
  package func checkPrograms() throws(Diagnostic) {
    guard base == nil, configurations.contains(where: { $0.program == .base }) else { return }
    throw Diagnostic(
      "another build of the program, 'base', runs a part of the trials; name it with --against PROGRAM",
      at: document["sweep"]?.location)
  }
}

extension SettingsNode {
  /// The experiment with an axis of both programs in each of its sweeps, which varies fastest.
  func comparingPrograms() -> SettingsNode {
    let programs = [TrialProgram.base, .this].map { SettingsNode.scalar($0.rawValue) }
    func compared(_ sweep: SettingsNode) -> SettingsNode {
      var grid = sweep["grid"] ?? .mapping([:], at: sweep.location)
      guard sweep.isNull || sweep.mapping != nil, grid.mapping != nil else { return sweep }
      if grid[TrialProgram.path] == nil { grid[TrialProgram.path] = .sequence(programs) }
      return sweep.setting("grid", to: grid)
    }
    let sweep = self["sweep"] ?? .mapping([:])
    let all = sweep.sequence.map { SettingsNode.sequence($0.map(compared), at: sweep.location) }
    return setting("sweep", to: all ?? compared(sweep))
  }
}
