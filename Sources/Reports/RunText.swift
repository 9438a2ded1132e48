import ForceLabWorkbench

extension Runner.Report {
  /// What a person wants to read at the end of a run whose configurations had `repeats` trials each:
  /// the summary in lines of at most `width` characters, what went wrong, and where the files are.
  public func text(repeats: Int, width: Int = .max) -> String {
    var lines = [summary.table.text(width: width), ""]
    if failures > 0 {
      lines.append("\(failures) of \(counted(trials, "trial")) did not end well; see trials.csv.")
    }
    if remaining > 0 {
      lines.append("\(remaining) of \(counted(trials, "trial")) did not run; go on by --resume.")
    }
    if repeats > 1 { lines.append("Medians of \(repeats) trials per configuration.") }
    return (lines + ["Results: \(folder)"]).joined(separator: "\n")
  }
}
