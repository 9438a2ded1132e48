import Foundation
import ForceLabSettings
import ForceLabWorkbench

/// The folder `plots/` of a run, with the data, the script and the picture of each chart.
struct ChartFolder {
  let path: String

  init(of run: RunReader) { path = run.folder + "/plots" }

  /// Writes the data of each chart, and its script unless a person edited the existing one.
  func write(_ charts: [Chart], isFresh: Bool = false) throws(Diagnostic) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Diagnostic(
        "cannot write: \((error as NSError).localizedDescription); charts are written to the run "
          + "folder, which must be writable", at: Location(file: path))
    }
    for chart in charts {
      try writeFile(chart.csv, to: "\(path)/\(chart.name).csv")
      if !isFresh && isEdited(chart.name) { continue }
      try writeFile(Self.marked(ChartScript(chart).text), to: "\(path)/\(chart.name).gp")
    }
  }

  /// The names of scripts that a person wrote or edited and that are of none of `charts`.
  func userScripts(besides charts: [String]) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let names = files.filter { $0.hasSuffix(".gp") }.map { String($0.dropLast(3)) }
    return names.sorted().filter { !charts.contains($0) && isEdited($0) }
  }

  /// Whether the script `name` exists and its first line is not the checksum of the rest.
  func isEdited(_ name: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: "\(path)/\(name).gp") else {
      return false
    }
    let script = String(decoding: data, as: UTF8.self)
    guard script.hasPrefix("# "), let end = script.firstIndex(of: "\n") else { return true }
    let rest = script[script.index(after: end)...]
    return script[..<end].split(separator: " ").last.map(String.init) != Self.checksum(rest)
  }

  func svg(of name: String) -> String? {
    FileManager.default.contents(atPath: "\(path)/\(name).svg").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func marked(_ script: String) -> String {
    "# You can edit this script: edits are kept. Checksum of the original: \(checksum(script))\n"
      + script
  }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo).
  private static func checksum(_ text: some StringProtocol) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
