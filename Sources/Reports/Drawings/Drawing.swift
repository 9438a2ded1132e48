import ForceLabWorkbench
import ForceLabSettings

/// The drawing of a layout that a run kept.
public enum Drawing {
  /// Draws the layout of `trial` in `format`, and gives the path of the file: `path`, or in the folder
  /// of the run `layouts/` and the number of the trial. `width` is that of a PNG in px.
  ///
  /// Throws a `Diagnostic` if there is no such trial or no layout of it, if its files are damaged, or
  /// if the drawing cannot be written.
  public static func draw(
    _ trial: Int, of run: RunRecord, as format: PictureFormat, width: Int = 1600,
    to path: String? = nil
  ) throws(Diagnostic) -> String {
    guard let row = run.trials.first(where: { $0.number == trial }) else {
      throw Diagnostic(
        "no trial \(trial); \(numbers(of: run))", at: Location(file: run.folder + "/trials.csv"))
    }
    guard run.tellsOfGraphs else {
      throw Diagnostic(
        "the run kept no graphs: its study has none, or it was made by an older version",
        at: Location(file: run.folder))
    }
    let missing = "trial \(trial), which ended as \(row.status), left no layout"
    guard let layout = try run.layout(of: row) else {
      throw Diagnostic(
        "\(missing); draw another, or keep layouts by `record: {layout: final}`",
        at: Location(file: "\(run.folder)/\(LayoutFile.name(trial))"))
    }
    guard let sketch = try SketchFolder(run).sketch(of: row) else {
      throw Diagnostic(
        "trial \(trial), which ended as \(row.status), left no graph; draw another",
        at: Location(file: run.folder + "/trials.csv", line: row.row.line))
    }
    guard layout[0].count == sketch.nodes else {
      throw Diagnostic(
        "\(counted(layout[0].count, "node")), but the graph has \(sketch.nodes); one of the files is "
          + "damaged, run the experiment again",
        at: Location(file: "\(run.folder)/\(LayoutFile.name(trial))"))
    }
    let file = path ?? "\(run.folder)/layouts/\(trial).\(format.rawValue)"
    let drawing = LayoutDrawing(sketch, layout, title: run.title(of: row))
    try format.write(drawing.svg, to: file, width: width)
    return file
  }

  private static func numbers(of run: RunRecord) -> String {
    guard let first = run.trials.first?.number, let last = run.trials.last?.number else {
      return "the run has none"
    }
    return first == last ? "there is only \(first)" : "there are \(first) to \(last)"
  }
}
