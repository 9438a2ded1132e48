import ForceLabPlugins
import ForceLabSettings

/// The report of a run: `report.html` in its folder.
public enum Report {
  /// Writes the report of the run in `folder` from what the folder holds, and returns its path.
  ///
  /// Charts and drawings are written beside it; charts tell the units of swept parameters if `catalog`
  /// has their plugins. Throws a `Diagnostic` with file and line if the folder holds no run, or its files
  /// are damaged or cannot be written. Cost: some passes over its CSV files.
  public static func write(
    _ folder: String, catalog: Catalog? = nil, charts: [any ChartKind] = standardCharts
  ) throws(Diagnostic) -> String {
    let run = try RunRecord(folder: folder)
    let path = run.folder + "/report.html"
    try writeFile(try ReportPage(run, catalog: catalog, charts: charts).html, to: path)
    return path
  }
}
