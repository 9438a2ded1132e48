import ForceLabFiles
import ForceLabSettings
import Foundation

extension Tuner {
  public enum Budget: Sendable, CustomStringConvertible {
    case trials(Int)
    /// Of wall time.
    case seconds(Double)

    public var description: String {
      switch self {
      case .trials(let count): "\(count)"
      case .seconds(let seconds): "\(seconds.shortText)s"
      }
    }
  }
}

/// What a resumed tuning needs besides its runs: the file `progress.json` of its folder.
public struct TuningProgress: Codable {
  public static let fileName = "progress.json"

  let budget: String
  /// The trials that each race may use. Those of a time depend on the speed of the machine.
  var shares: [Int] = []
  /// The time that all processes have used.
  var seconds = 0.0

  func write(to folder: String) throws(Diagnostic) {
    try writeFile(prettyJSON.utf8, to: "\(folder)/\(Self.fileName)")
  }

  /// Takes what an earlier process wrote to `folder`, which is made if missing. Throws if that had another budget.
  mutating func resume(in folder: String) throws(Diagnostic) {
    let files = try RunFolder.made(folder)
    guard let bytes = try files.bytes(of: Self.fileName) else { return }
    guard let earlier = Self(runJSON: bytes) else {
      throw Diagnostic(
        "the file is damaged; restore it from a copy, or name another folder with --out",
        at: files.location(of: Self.fileName))
    }
    guard earlier.budget == budget else {
      throw Diagnostic(
        "the tuning has another budget; resume it with --budget \(earlier.budget), or name another "
          + "folder with --out", at: Location(file: folder))
    }
    self = earlier
  }
}

extension Plan {
  /// Throws if the run in `folder` has begun with another experiment or program.
  func checkIsThat(of folder: RunFolder) throws(Diagnostic) {
    guard folder.isRun else { return }
    let journal = try RunManifest(of: folder.files)
    guard journal.hasRecords else { return }
    let changes = try RunOrigin(self).changes(
      from: journal.origin, in: folder, portableDocument(in: folder.path))
    guard changes.isEmpty else {
      throw Diagnostic(
        "the tuning cannot be resumed: \(changes[0]); undo the change, or name another folder with "
          + "--out", at: Location(file: folder.path))
    }
  }
}
