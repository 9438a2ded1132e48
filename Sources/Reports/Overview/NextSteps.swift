import Foundation
import ForceLabWorkbench

extension RunReader {
  /// Where the results are, and commands, broken at `width` by backslashes. With `remaining` trials, it can be resumed.
  func nextSteps(remaining: Int, width: Int) -> [String] {
    let locations = ["Results: \(folder)"] + (report.map { ["Report:  \($0)"] } ?? [])
    let commands = [
      comparison.map { ["Compare:", "forcelab", "compare"] + $0 },
      remaining > 0 ? resumption.map { ["Resume: ", "forcelab"] + $0 } : nil,
    ]
    return locations + commands.compactMap { $0 }.map { Self.line($0, width: width) }
  }

  /// The file of the report; nil if there is none.
  var report: String? {
    let path = folder + "/report.html"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  private static func line(_ words: [String], width: Int) -> String {
    let line = words.joined(separator: " ")
    guard line.count > width else { return line }
    var lines = [words[0]]
    for word in words.dropFirst() {
      if lines[lines.count - 1].count + word.count + 3 > width, lines != [words[0]] {
        lines[lines.count - 1] += " \\"
        lines.append("        ")
      }
      lines[lines.count - 1] += " " + word
    }
    return lines.joined(separator: "\n")
  }

  /// Compares with the previous run, if there is one, else the values of the first swept path that can be compared.
  private var comparison: [String]? {
    if let before { return [before.asArgument, folder.asArgument] }
    // Instances such as graphs are what algorithms are compared over.
    let path = settingPaths.isEmpty ? paths.first : settingPaths.first(where: isComparable)
    return path.map { [folder.asArgument, "--by", $0.asArgument] }
  }

  private var before: String? {
    guard let slash = folder.lastIndex(of: "/") else { return nil }
    let (parent, name) = (String(folder[..<slash]), String(folder[slash...].dropFirst()))
    let date = #/\d{4}-\d{2}-\d{2}-\d{6}(-\d+)?/#
    guard name.wholeMatch(of: date) != nil else { return nil }
    // Without access to other runs, the values of a path are compared.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    let earlier = names.filter {
      $0.wholeMatch(of: date) != nil && $0.compare(name, options: .numeric) == .orderedAscending
        && FileManager.default.fileExists(atPath: "\(parent)/\($0)/summary.csv")
    }
    return earlier.max { $0.compare($1, options: .numeric) == .orderedAscending }
      .map { "\(parent)/\($0)" }
  }

  /// The command that began the run, with `--resume`.
  private var resumption: [String]? {
    let command = environment?.command ?? []
    guard command.dropFirst().first == "run" else { return nil }
    var words = Array(command.dropFirst()).filter { !["--fresh", "--resume"].contains($0) }
    words.append("--resume")
    // Without --out, the latest run of each experiment is resumed.
    let files = words.count { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    if files == 1, !words.contains(where: { $0.hasPrefix("--out") }) { words += ["--out", folder] }
    return words.map(\.asArgument)
  }
}
