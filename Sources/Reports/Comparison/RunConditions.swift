import Foundation
import ForceLabSettings

/// What `environment.json` says of where a run was made; what it does not say is nil.
struct RunConditions: Decodable, Sendable {
  var cpu: String?
  var cores: Int?
  var os: String?
  var build: String?
  var processor: String?
  var commit: String?
  /// The load averages when it began and when it ended.
  var loadBefore: Double?
  var loadAfter: Double?
  /// Where it was gone on with, if it was cut short.
  var resumed: [RunConditions]?

  private enum CodingKeys: String, CodingKey {
    case cpu, cores, os, build, processor, commit, resumed
    case loadBefore = "load_before"
    case loadAfter = "load_after"
  }

  private init() {}

  /// Facts that another version tells otherwise are left out.
  init(from decoder: any Decoder) throws {
    let facts = try decoder.container(keyedBy: CodingKeys.self)
    cpu = try? facts.decode(String.self, forKey: .cpu)
    cores = try? facts.decode(Int.self, forKey: .cores)
    os = try? facts.decode(String.self, forKey: .os)
    build = try? facts.decode(String.self, forKey: .build)
    processor = try? facts.decode(String.self, forKey: .processor)
    commit = try? facts.decode(String.self, forKey: .commit)
    loadBefore = try? facts.decode(Double.self, forKey: .loadBefore)
    loadAfter = try? facts.decode(Double.self, forKey: .loadAfter)
    resumed = try? facts.decode([RunConditions].self, forKey: .resumed)
  }

  /// What is told of the run in `folder`; a file that cannot be read is a warning.
  init(folder: String, _ warnings: inout [Diagnostic]) {
    let path = folder + "/environment.json"
    self.init()
    do throws(Diagnostic) {
      self = try Self.decoded(path)
    } catch {
      warnings.append(error)
    }
  }

  private static func decoded(_ path: String) throws(Diagnostic) -> RunConditions {
    let reason: String
    if let data = FileManager.default.contents(atPath: path) {
      if let decoded = try? JSONDecoder().decode(Self.self, from: data) { return decoded }
      reason = "damaged"
    } else {
      reason = "cannot be read"
    }
    throw Diagnostic(
      "\(reason), so nothing is known of the machine and the build; compare times only if you know "
        + "that both are alike", at: Location(file: path), severity: .warning)
  }

  /// In a few words: build and commit.
  var text: String {
    let commit = commit.map { "commit \($0.prefix(8))" }
    return [build.map { "\($0) build" }, commit].compactMap { $0 }.joined(separator: ", ")
  }

  /// Why times of the run in `folder` are not to be trusted.
  func doubts(_ folder: String) -> [Diagnostic] {
    let place = Location(file: folder + "/environment.json")
    var doubts: [Diagnostic] = []
    if build == "debug" {
      doubts.append(
        Diagnostic(
          "a debug build, whose times mean nothing; run it again with a release build", at: place,
          severity: .warning))
    }
    if let busyness {
      doubts.append(
        Diagnostic(
          "the machine was busy (\(busyness)); times may be too long", at: place,
          severity: .warning))
    }
    return doubts
  }

  /// When the machine did more than the run, and its load then; nil if it did not. At the end, the
  /// run itself may have kept all cores at work, so that one more is asked for.
  private var busyness: String? {
    guard let cores else { return nil }
    let parts = [self] + (resumed ?? [])
    let loads = [
      ("began", parts.compactMap(\.loadBefore).max(), Double(cores)),
      ("ended", parts.compactMap(\.loadAfter).max(), Double(cores + 1)),
    ]
    for case (let time, let load?, let limit) in loads where load > limit {
      return "load \(readable(load)) on \(counted(cores, "core")) when the run \(time)"
    }
    return nil
  }

  /// Why times of the run in `folder` are not to be compared with those of `base`.
  func differences(from base: RunConditions, _ folder: String) -> [Diagnostic] {
    let facts = [
      ("cpu", base.cpu, cpu), ("cores", base.cores.map(String.init), cores.map(String.init)),
      ("os", base.os, os), ("build", base.build, build), ("processor", base.processor, processor),
    ]
    return facts.compactMap { name, base, new in
      guard let base, let new, base != new else { return nil }
      return Diagnostic(
        "\(name) is '\(new)' here and '\(base)' in the base; times are not comparable, only other "
          + "measures are", at: Location(file: folder + "/environment.json"), severity: .warning)
    }
  }
}
