import ForceLabPlugins
import ForceLabTestSupport
import ForceLabWorkbench
import ForceLabYAML
import Foundation

/// A study that writes samples, a layout, and a file that its trials share.
struct Carving: Study {
  var value = 1.0

  static let manual = Manual<Self>(
    "carving", "Carves wood.",
    parameters: [Parameter("value", \.value, in: 0...100, "A number.")])

  var columns: [Column] { [.measure("score"), .fact("note")] }
  var sampleColumns: [Column] { [.measure("reading"), .measure("level")] }
  var comparesLayouts: Bool { true }

  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    for reading in 0..<4 { try record([.integer(reading), .number(value * Double(reading))]) }
    var outcome = Outcome()
    let layout: [[Double]] = [
      [value, Double(trial.repetition), -0.1], [1 / 3, 2, Double(trial.number)],
    ]
    let first = trial.firstLayout ?? layout
    outcome.stopReason = "done"
    outcome.values = ["score": .number(layout[0][0] - first[0][1]), "note": .text("a, \"b\"")]
    outcome.stepNanoseconds = [3000, 1000, 2000]
    outcome.layout = layout
    let hash = ContentHash.short(Data("wood".utf8))
    outcome.files = [Artifact("graphs/\(hash).json", Data("wood".utf8), isShared: true)]
    return outcome
  }
}

/// The files of a run that was not disturbed.
struct FinishedRun {
  let files: [String: Data]
  static let environment = RunEnvironment(seed: 0)

  static func plan() throws -> Plan {
    let yaml = "name: test\nstudy: carving\nrepeat: 3\nsweep: {grid: {value: [1.5, 2]}}"
    return try Plan(
      document: YAMLDocument.parse(yaml, file: "e.yaml"), catalog: Catalog([Carving.self]))
  }

  init() throws {
    files = try withFolder { folder in
      let path = folder + "/run"
      let run = try RunFolder(at: path)
      _ = try Runner(Self.plan()).run(into: run, environment: Self.environment)
      return try withExtendedLifetime(run) {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path)
        where name.contains(".") && name != "run.lock" {
          files[name] = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        return files
      }
    }
  }

  static let tableNames = ["trials.csv", "samples.csv", "summary.csv"]
  var tables: [Data?] { Self.tableNames.map { files[$0] } }
}

/// A copy of a finished run that is damaged.
final class DamagedRun {
  let path: String
  private let folder: String
  private let names: [String]
  /// For messages.
  private(set) var damages: [String] = []

  init(copying run: FinishedRun, below folder: String) throws {
    self.folder = folder
    path = folder + "/run"
    names = run.files.keys.sorted()
    for part in ["run/layouts", "run/graphs", "outside"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
    }
    for (name, bytes) in run.files { try bytes.write(to: url(name)) }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/outside/1.csv"))
  }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(path)/\(name)") }

  /// The content of a regular file; nil for anything else.
  private func bytes(_ name: String) -> Data? {
    type(of: url(name).path) == .typeRegular ? try? Data(contentsOf: url(name)) : nil
  }

  private func type(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }

  var tables: [Data?] { get throws { FinishedRun.tableNames.map { bytes($0) } } }

  /// What is beside the run, by name. Links into it must not change it.
  var outside: [String: String] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/outside")
      return try files.reduce(into: ["": names.sorted().joined(separator: "/")]) {
        $0[$1] = try text("\(folder)/outside/\($1)")
      }
    }
  }

  /// The trials whose lines in the journal, files and samples are as the run wrote them.
  func intactTrials(of run: FinishedRun) -> Set<Int> {
    let layouts = (1...6).filter { trial in
      let names = ["layouts/\(trial).csv"] + names.filter { $0.hasPrefix("graphs/") }
      return names.allSatisfy { bytes($0) != nil && bytes($0) == run.files[$0] }
    }
    let (journal, samples) = (bytes("journal.jsonl") ?? Data(), bytes("samples.csv") ?? Data())
    let lines = Set(Self.lines(journal).dropLast())
    let written = Self.lines(run.files["journal.jsonl"] ?? Data())
    let table = run.files["samples.csv"] ?? Data()
    return Set(
      layouts.filter { trial in
        // Without damage before the end of its rows, which are four.
        let rows = Self.lines(table)[...(4 * trial)].joined(separator: [10])
        return lines.contains(written[trial]) && samples.starts(with: rows + [10])
      })
  }

  private static func lines(_ bytes: Data) -> [Data] {
    bytes.split(separator: 10, omittingEmptySubsequences: false).map { Data($0) }
  }

  // MARK: Damage

  func damage(_ generator: inout SplitMix64) throws {
    // Half of the damages are of the journal and the samples, on which most depends.
    let isCentral = Bool.random(using: &generator)
    let places = isCentral ? ["journal.jsonl", "samples.csv"] : names + ["layouts", "graphs"]
    let name = places.randomElement(using: &generator) ?? ""
    // Damages behind a link would be outside the run.
    guard type(of: url(name).deletingLastPathComponent().path) == .typeDirectory else { return }
    if let bytes = bytes(name), Int.random(in: 0..<5, using: &generator) > 0 {
      let changed = Self.change(bytes, &generator)
      damages.append("\(name): \(bytes.count) to \(changed.count) bytes")
      try changed.write(to: url(name))
    } else {
      try replace(name, &generator)
    }
  }

  private static func change(_ original: Data, _ generator: inout SplitMix64) -> Data {
    var bytes = Array(original)
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 1...20, using: &generator))
    var lines = lines(original)
    let line = lines.indices.randomElement(using: &generator) ?? 0
    let other = lines.indices.randomElement(using: &generator) ?? 0
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      for at in place..<end { bytes[at] ^= UInt8(1 << Int.random(in: 0..<8, using: &generator)) }
    case 1: bytes.removeSubrange(place..<end)
    case 2:
      bytes.insert(
        contentsOf: (place..<place + 5).map { UInt8(truncatingIfNeeded: $0 &* 167) }, at: place)
    case 3: bytes.removeSubrange(place...)
    case 4: return changingANumber(in: original, &generator)
    default:
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: lines.insert(lines[line], at: other)
      case 1: lines.swapAt(line, other)
      default: lines.remove(at: line)
      }
      return Data(lines.joined(separator: [10]))
    }
    return Data(bytes)
  }

  private static func changingANumber(
    in bytes: Data, _ generator: inout SplitMix64
  ) -> Data {
    let text = String(decoding: bytes, as: UTF8.self)
    let numbers = [
      "9223372036854775807", "-9223372036854775808", "99999999999999999999", "1e308", "-1", "0",
      "1e999", "nan", "4611686018427387904",
    ]
    guard let place = text.ranges(of: #/\d+/#).randomElement(using: &generator),
      let number = numbers.randomElement(using: &generator)
    else { return bytes }
    return Data(text.replacingCharacters(in: place, with: number).utf8)
  }

  /// Removes a file or folder of the run, and may put something else in its place.
  private func replace(_ name: String, _ generator: inout SplitMix64) throws {
    let place = url(name).path
    try? FileManager.default.removeItem(atPath: place)
    let kinds = ["nothing", "folder", "pipe", "outside/1.csv", "outside/new.csv", "outside"]
    let kind = kinds.randomElement(using: &generator) ?? ""
    damages.append("\(name): now \(kind)")
    switch kind {
    case "nothing": break
    case "folder":
      let inner = Bool.random(using: &generator) ? "/inner" : ""
      try? FileManager.default.createDirectory(
        atPath: place + inner, withIntermediateDirectories: true)
    case "pipe": mkfifo(place, 0o644)
    default:
      try? FileManager.default.createSymbolicLink(
        atPath: place, withDestinationPath: "\(folder)/\(kind)")
    }
  }

  /// Changes a number in a line of the journal, and gives the line a correct checksum.
  func forgeJournal(_ generator: inout SplitMix64) throws {
    var lines = Self.lines(bytes("journal.jsonl") ?? Data())
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let line = Int.random(in: 0..<lines.count - 1, using: &generator)
      let check = ",\"check\":\"0123456789abcdef\"}".utf8.count
      let body = Self.changingANumber(in: lines[line].dropLast(check), &generator)
      damages.append(String(decoding: body, as: UTF8.self))
      lines[line] = body + ",\"check\":\"\(ContentHash.short(body))\"}".utf8
    }
    try Data(lines.joined(separator: [10])).write(to: url("journal.jsonl"))
  }
}
