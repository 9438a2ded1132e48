import Foundation
import ForceLabWorkbench

extension RunEnvironment {
  var facts: [PageContent.Fact] {
    let memory =
      memoryBytes > 0 ? String(format: "%.1f GiB", Double(memoryBytes) / 1_073_741_824) : ""
    let loads = [loadBefore, loadAfter].compactMap { $0.map { String(format: "%.2f", $0) } }
    let resumptions = resumed?.count ?? 0
    let facts = [
      ("machine", Self.joined([cpu, cores > 0 ? counted(cores, "core") : "", memory])),
      ("instructions", cpuFeatures.joined(separator: " ")),
      ("system", Self.joined([os, kernel])),
      ("build", Self.joined([buildFlags, swift.isEmpty ? "" : "Swift \(swift)"])),
      ("commit", commit.map { $0 + (isDirty == true ? ", with changes" : "") } ?? ""),
      ("load before, after", Self.joined(loads)), ("seed", started.isEmpty ? "" : String(seed)),
      ("command", command.joined(separator: " ")), ("began", started), ("ended", ended ?? ""),
      ("resumed", resumptions > 0 ? counted(resumptions, "time") : ""),
    ]
    return facts.filter { !$1.isEmpty }.map { PageContent.Fact(name: $0, text: $1) }
  }

  private static func joined(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
