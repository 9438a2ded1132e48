import ArgumentParser
import ForceLabFiles
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show kept figures over commits, and where they changed.",
    discussion: """
      Reads the records that `run --record FOLDER` adds, and tests each figure of each machine for a change of its level \
      (Pettitt, 1979). The test needs 11 records; its p is corrected for all figures (Holm).

        forcelab run benchmark.yaml --record Results/records
        forcelab history Results/records --out history.html

      Exits with 1 if --fail-if-changed is given and a figure changed, or has no value anymore.
      """)

  @Argument(help: .value("folder", "Folder of records."), completion: .directory)
  var folder = "Results/records"

  @Option(help: "Print a table as text or in another format.")
  var format = Show.Format.text

  @Flag(help: "Exit with 1 if a figure changed, or has no value anymore.")
  var failIfChanged = false

  @Option(
    name: .shortAndLong, help: .value("file", "Also write a page with charts to this file."),
    completion: .file(extensions: ["html"]))
  var out: String?

  func validate() throws {
    guard out != "" else { throw ValidationError("--out is empty; name a file") }
  }

  func run() throws {
    let records = try MachineRecords(folder: folder)
    guard !records.all.isEmpty else {
      throw Diagnostic(
        "no records; add some with `\(Diagnostic.program) run FILE --record \(folder.asArgument)`",
        at: Location(file: folder))
    }
    let history = RecordHistory(records.all)
    if let out {
      try RunManifest.checkIsFree(out)
      try writeFile(HistoryPage.html(history).utf8, to: out)
    }
    if let format = format.table {
      let caption = history.sentences.joined(separator: " ")
      outputData(format.text(of: history.table, caption: caption, name: "history"), terminator: "")
    } else {
      let width = Terminal.width ?? 100
      for sentence in history.sentences { output(wrapped(sentence, width: width)) }
      output("\n" + history.table.text(width: width))
      if let out { output("\nReport:  \(out)") }
    }
    if failIfChanged, history.hasChanges { throw ExitCode(1) }
  }
}
