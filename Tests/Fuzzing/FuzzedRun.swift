import ForceLabCommandLine
import ForceLabReports
import ForceLabSettings
@testable import ForceLabStudies
import ForceLabWorkbench
import ForceLabYAML
import Foundation
import Synchronization

/// The folder of a finished run, in which inputs replace one file after the other.
struct FuzzedRun: Sendable {
  let path: String
  private let originals: [String: Data]

  private static let experiment = """
    name: small
    seed: 1
    repeat: 2
    graph: {mesh: {rows: 2, columns: 2}}
    stop: {iterations: 3}
    record: {every: 1, layout: final, frames: 2}
    metrics: [stress]
    sweep: {grid: {repulsion: [exact, kd-tree]}}
    limits: [{name: stress, figure: {column: stress}, at-most: 100}]
    published: [{claim: stress, source: none, figure: {column: stress}, value: 1}]
    """

  private static let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("forcelab-fuzz-\(ProcessInfo.processInfo.processIdentifier)").path

  /// Made once. Tests replace files of it one after the other.
  private static let shared = Mutex<Result<FuzzedRun, any Error>>(Result { try FuzzedRun() })

  private init() throws {
    path = Self.folder
    atexit { try? FileManager.default.removeItem(atPath: FuzzedRun.folder) }
    let document = try YAMLDocument.parse(Self.experiment, file: "small.yaml")
    let plan = try Plan(document: document, folder: path, catalog: .standard)
    let folder = try RunFolder(at: path)
    _ = try Runner(plan).run(into: folder, environment: RunEnvironment(seed: 1))
    originals = try FileManager.default.subpathsOfDirectory(atPath: path)
      .reduce(into: [:]) { [path] originals, name in
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        let values = try file.resourceValues(forKeys: [.isRegularFileKey])
        if values.isRegularFile == true { originals[name] = try Data(contentsOf: file) }
      }
  }

  /// Calls `body` with the folder while `bytes` are the content of the file `name`, or, if `name`
  /// ends with a slash, of the first file in that part of the folder. Skipped if there is none.
  static func replacing(
    _ name: String, by bytes: [UInt8], _ body: (FuzzedRun) throws -> FuzzTarget.Ending
  ) throws -> FuzzTarget.Ending {
    try shared.withLock { result in
      let run = try result.get()
      let isPart = name.hasSuffix("/")
      let names = run.originals.keys.sorted()
      guard let name = names.first(where: { isPart ? $0.hasPrefix(name) : $0 == name }),
        let original = run.originals[name]
      else { return .skipped }
      let file = URL(fileURLWithPath: "\(run.path)/\(name)")
      try Data(bytes).write(to: file)
      defer { try? original.write(to: file) }
      do {
        return try body(run)
      } catch let diagnostic as Diagnostic {
        return FuzzTarget.rejection([diagnostic], of: bytes, in: file.path)
      }
    }
  }
}

extension FuzzTarget {
  /// The journal of the run. Lines that end with a brace get their checksums, without which no
  /// change would pass the first check.
  static func journal(_ bytes: [UInt8]) throws -> Ending {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let checked = lines.map { line -> [UInt8] in
      guard line.last == UInt8(ascii: "}") else { return Array(line) }
      let body = Array(line.dropLast())
      return body + ",\"check\":\"\(ContentHash.short(body))\"}".utf8
    }
    let journal = Array(checked.joined(separator: [UInt8(ascii: "\n")]))
    return try FuzzedRun.replacing("journal.jsonl", by: journal) { run in
      let manifest = try RunManifest(folder: run.path)
      let names = try manifest.states().map(\.name)
      guard Set(names).count == names.count, names.contains("trials.csv") else {
        return .broken("not the names of the files: \(names)")
      }
      return manifest.damage.isEmpty
        ? .read : rejection(manifest.damage, of: journal, in: run.path + "/journal.jsonl")
    }
  }

  static func layout(_ bytes: [UInt8]) throws -> Ending {
    let name = "layout.csv"
    let layout: [[Double]]
    do throws(Diagnostic) {
      layout = try LayoutFile.read(String(decoding: bytes, as: UTF8.self), file: name)
    } catch {
      return rejection([error], of: bytes, in: name)
    }
    let isSound =
      (2...3).contains(layout.count)
      && layout.allSatisfy { $0.count == layout[0].count && $0.allSatisfy(\.isFinite) }
    return isSound ? .read : .broken("not a layout: \(layout)")
  }

  static func samples(_ bytes: [UInt8]) throws -> Ending {
    try FuzzedRun.replacing("samples.csv", by: bytes) { run in
      let reader = try RunReader(folder: run.path)
      for limit in [1, 3, 200] {
        guard let table = try reader.samples(of: [1, 2, 4], limit: limit) else { continue }
        for trace in table.traces.values {
          let rows = trace.rows(every: trace.stride)
          guard !rows.isEmpty, rows.count <= limit + 1,
            rows.allSatisfy({ $0.count == table.columns.count })
          else { return .broken("not samples: \(rows)") }
        }
      }
      return .read
    }
  }

  /// Any file of the run: the first line names it, and the others replace it.
  static func runFolder(_ bytes: [UInt8]) throws -> Ending {
    let parts = bytes.split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .skipped }
    return try FuzzedRun.replacing(
      String(decoding: parts[0], as: UTF8.self), by: Array(parts[1])
    ) { run in
      let reader = try RunReader(folder: run.path)
      for trial in reader.allTrials {
        _ = try reader.layout(of: trial)
        _ = try reader.frames(of: trial)
        for column in reader.valueColumns { _ = reader.number(column, of: trial) }
      }
      _ = try reader.limits()
      _ = try reader.claims()
      let overview = try RunOverview(folder: run.path)
      _ = overview.text(width: 80) + overview.json()
      if reader.trials.contains(where: { $0.number == 1 }), reader.keepsGraphs {
        _ = try RunDrawings.draw(1, of: reader, as: .svg, to: "/dev/null")
      }
      guard reader.warnings.allSatisfy({ $0.location != nil }) else {
        return .broken("a warning without a place: \(reader.warnings)")
      }
      return .read
    }
  }
}
