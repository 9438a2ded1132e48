import ForceLabFiles
import ForceLabSettings
import ForceLabWorkbench
import Foundation

public struct RunStatus: Sendable {
  public enum State: String, Sendable, Encodable {
    case finished
    /// It was interrupted before all trials had ended.
    case interrupted
    /// A process is writing to its folder.
    case running
    /// Its tasks wait or run on a cluster.
    case onCluster = "on the cluster"
    /// Its files cannot be read.
    case damaged
  }

  public let folder: String
  /// The experiment's name; empty if unknown.
  public let name: String
  public let started: Date?
  public let done: Int
  /// Nil if unknown.
  public let planned: Int?
  public let failures: [TrialRow]
  public package(set) var state: State

  /// Also of a damaged run. Cost: linear in `trials.csv`.
  public init(folder: String) {
    // A list of runs has room for the state alone; `forcelab show` prints the error.
    self = (try? RunReader(folder: folder)).map { Self($0) } ?? Self(damaged: folder)
  }

  private init(damaged folder: String) {
    self.folder = folder
    // What cannot be read is unknown.
    let files = try? Folder(folder)
    name = files.flatMap { try? RunReader.experiment(in: $0) }?["name"]?.scalar?.text ?? ""
    started = files.flatMap { try? RunEnvironment.kept(in: $0).get() }?.startDate
    (done, planned, failures) = (0, nil, [])
    state = RunFolder.isHeld(folder) ? .running : .damaged
  }

  init(_ run: RunReader) {
    folder = run.folder
    name = run.name ?? ""
    started = run.environment?.startDate
    done = run.allTrials.count
    planned = run.experiment == nil ? nil : run.plannedTrials
    failures = run.allTrials.filter { !$0.isGood }
    state =
      RunFolder.isHeld(folder)
      ? .running : done > planned ?? -1 ? .damaged : done == planned ? .finished : .interrupted
  }

  public var progress: String { planned.map { "\(done)/\($0)" } ?? "\(done)" }
}

/// The runs below a folder, the latest first.
public struct RunList: Sendable {
  public let runs: [RunStatus]
  private static let maxDepth = 4

  /// Throws if the folder does not exist. Cost: linear in the runs' `trials.csv`.
  public init(below folder: String) throws(Diagnostic) {
    guard isFolder(folder) else {
      throw Diagnostic(
        "no such folder; name one that contains runs, or create one with `\(Diagnostic.program) run`",
        at: folder.isEmpty ? nil : Location(file: folder))
    }
    let trimmed = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    runs = Self.folders(below: trimmed, depth: 0).map { RunStatus(folder: $0) }.sorted { a, b in
      (a.started ?? .distantPast, a.folder) > (b.started ?? .distantPast, b.folder)
    }
  }

  /// Links are not followed, because they may lead in a circle.
  private static func folders(below path: String, depth: Int) -> [String] {
    // Folders that this user must not read are left out.
    guard let folder = try? Folder(path), let names = try? folder.names() else { return [] }
    if names.contains("journal.jsonl") || names.contains("trials.csv") { return [path] }
    guard depth < maxDepth else { return [] }
    return names.filter { !$0.hasPrefix(".") && (try? folder.facts(of: $0))?.isFolder == true }
      .flatMap { folders(below: path == "." ? $0 : "\(path)/\($0)", depth: depth + 1) }
  }

  public var table: Table {
    Table(
      runs, source: "the folder",
      [
        .text("date", importance: 2) { $0.started?.text("yyyy-MM-dd HH:mm") ?? "unknown" },
        .text("name") { $0.name }, .number("trials") { $0.progress },
        .text("state") { $0.state.rawValue },
        .number("failed", importance: 1) {
          $0.failures.isEmpty ? "" : String($0.failures.count)
        },
        .text("folder") { $0.folder },
      ])
  }
}
