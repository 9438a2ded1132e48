import Foundation

/// Where and how a run was made, as `environment.json` tells it; what it does not tell is left out.
struct MachineFacts {
  /// The facts, in the order in which a person asks for them.
  let facts: [PageContent.Fact]
  /// When the run began; nil if it is not told.
  let started: Date?
  /// When it ended, the last time if it was gone on with; nil if it did not end.
  let ended: Date?

  init(folder: String) {
    let data = FileManager.default.contents(atPath: folder + "/environment.json") ?? Data()
    let object = try? JSONSerialization.jsonObject(with: data)
    let known = object as? [String: Any] ?? [:]
    let resumed = known["resumed"] as? [[String: Any]] ?? []
    started = Self.date(known["started"])
    ended = Self.date((resumed.last ?? known)["ended"])
    facts = Self.texts(known, resumed.count).compactMap { name, text in
      text.map { PageContent.Fact(name: name, text: $0) }
    }
  }

  private static func texts(_ known: [String: Any], _ resumptions: Int) -> [(String, String?)] {
    let cores = (known["cores"] as? Int).map { counted($0, "core") }
    let memory = (known["memory_bytes"] as? Double).map {
      String(format: "%.1f GiB", $0 / 1_073_741_824)
    }
    let processor = [known["cpu"] as? String, cores, memory].compactMap { $0 }
    let build = [
      known["build_flags"] as? String, (known["swift"] as? String).map { "Swift \($0)" },
    ]
    let system = [known["os"] as? String, known["kernel"] as? String].compactMap { $0 }
    let isDirty = known["is_dirty"] as? Bool ?? false
    let loads = [known["load_before"] as? Double, known["load_after"] as? Double]
      .compactMap { $0.map { String(format: "%.2f", $0) } }
    return [
      ("machine", joined(processor)), ("instructions", joined(known["cpu_features"], by: " ")),
      ("system", joined(system)), ("build", joined(build.compactMap { $0 })),
      ("commit", (known["commit"] as? String).map { $0 + (isDirty ? ", with changes" : "") }),
      ("load before, after", joined(loads)), ("seed", (known["seed"] as? Int).map(String.init)),
      ("command", joined(known["command"], by: " ")), ("began", known["started"] as? String),
      ("ended", known["ended"] as? String),
      ("gone on with", resumptions > 0 ? counted(resumptions, "time") : nil),
    ]
  }

  private static func joined(_ texts: Any?, by separator: String = ", ") -> String? {
    guard let texts = texts as? [String], !texts.isEmpty else { return nil }
    return texts.joined(separator: separator)
  }

  private static func date(_ text: Any?) -> Date? {
    (text as? String).flatMap { ISO8601DateFormatter().date(from: $0) }
  }
}
