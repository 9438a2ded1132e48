import ForceLabPlugins
import ForceLabWorkbench

extension RunReader {
  /// The time that recording took, beside that for the layouts, in a line; nil if the run
  /// does not measure it.
  var recordingText: String? {
    let times = [Column.Use.recordingTime, .totalTime].map { use in
      columns(for: use).first.map { column in
        trials.reduce(0) { sum, trial in
          sum + (number(column.name, of: trial) ?? 0)
            * (column.secondsPerUnit ?? 1)
        }
      } ?? 0
    }
    guard times[0] > 0, times[1] > 0 else { return nil }
    return "recording took \(readable(seconds: times[0])), not in layout times "
      + "(\(readable(seconds: times[1])) in all)"
  }
}
