import Foundation
import YAML

/// What `environment.json` says of where a run was made; what it does not say is nil.
struct RunConditions: Decodable, Sendable {
  var cpu: String?
  var cores: Int?
  var memoryBytes: UInt64?
  var os: String?
  var swift: String?
  var build: String?
  var processor: String?
  var commit: String?
  var load: Double?

  private init() {}

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
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let reason: String
    if let data = FileManager.default.contents(atPath: path) {
      if let decoded = try? decoder.decode(Self.self, from: data) { return decoded }
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
    if let load, let cores, load > Double(cores) {
      doubts.append(
        Diagnostic(
          "the machine was busy (load \(readable(load)) on \(counted(cores, "core"))) when the run "
            + "began; times may be too long", at: place, severity: .warning))
    }
    return doubts
  }

  /// Why times of the run in `folder` are not to be compared with those of `base`.
  func differences(from base: RunConditions, _ folder: String) -> [Diagnostic] {
    var facts: [(String, String?, String?)] = [
      ("cpu", base.cpu, cpu), ("os", base.os, os), ("build", base.build, build),
      ("processor", base.processor, processor),
    ]
    facts.insert(("cores", base.cores.map { "\($0)" }, cores.map { "\($0)" }), at: 1)
    return facts.compactMap { name, base, new in
      guard let base, let new, base != new else { return nil }
      return Diagnostic(
        "\(name) is '\(new)' here and '\(base)' in the base; times are not comparable, only other "
          + "measures are", at: Location(file: folder + "/environment.json"), severity: .warning)
    }
  }
}
