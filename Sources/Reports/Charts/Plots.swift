import Foundation
import ForceLabPlugins
import ForceLabSettings

/// The charts of a run as files, for papers: drawn again from its folder.
public enum Plots {
  /// The formats that pictures may have.
  public enum Format: String, CaseIterable, Sendable {
    /// Scalable, for pages.
    case svg
    /// Scalable, for papers.
    case pdf
    /// Pixels, twice as many as SVG counts.
    case png
  }

  /// Draws the charts called `names`, or all, of the run in `folder`, and returns the paths of the
  /// pictures and what could not be drawn.
  ///
  /// Scripts that a person changed are drawn as they are, unless `isFresh` brings those of the program
  /// back. Scripts that a person put beside them are drawn too. The units of swept parameters are known
  /// if `catalog` has their plugins.
  ///
  /// Throws a `Diagnostic` if the folder is no run or is damaged, there is no such chart, or gnuplot is
  /// missing.
  public static func draw(
    _ folder: String, names: [String] = [], as format: Format = .svg, isFresh: Bool = false,
    catalog: Catalog? = nil
  ) throws(Diagnostic) -> (paths: [String], problems: [Diagnostic]) {
    let run = try RunRecord(folder: folder)
    let place = PlotFolder(of: run)
    let choice = try ChartChoice(run, catalog: catalog)
    let known = choice.charts.map(\.name)
    let wanted = try wanted(names, known + place.strangers(to: known), run)
    try place.make()
    for chart in choice.charts where wanted.contains(chart.name) {
      _ = try place.write(chart, isFresh: isFresh)
    }
    guard let gnuplot = Gnuplot() else {
      throw Diagnostic(Gnuplot.advice, at: Location(file: place.path))
    }
    let jobs = wanted.map { place.job(of: $0, format: format.rawValue) }
    let pictures = wanted.map { "\(place.path)/\($0).\(format.rawValue)" }
    // What is there afterwards is new.
    for picture in pictures { try? FileManager.default.removeItem(atPath: picture) }
    let problems = zip(gnuplot.run(jobs, in: place.path), zip(jobs, pictures)).map {
      $0 ?? missing($1.1, of: $1.0)
    }
    let drawn = wanted.indices.filter { problems[$0] == nil }
    return (
      drawn.map { pictures[$0] },
      problems.compactMap { $0 }
        + choice.notes.map { Diagnostic($0, at: Location(file: run.folder), severity: .note) }
    )
  }

  private static func missing(_ picture: String, of job: Gnuplot.Job) -> Diagnostic? {
    if FileManager.default.fileExists(atPath: picture) { return nil }
    let name = picture[(picture.lastIndex(of: "/") ?? picture.startIndex)...].dropFirst()
    return Diagnostic(
      "the script draws nothing into \(name); let it do so, or make it anew by `forcelab plot RUN "
        + "--fresh`", at: Location(file: job.place))
  }

  private static func wanted(_ names: [String], _ known: [String], _ run: RunRecord)
    throws(Diagnostic) -> [String]
  {
    guard !known.isEmpty else {
      throw Diagnostic(
        "nothing to draw: no trial ended well, or all measured the same; see trials.csv",
        at: Location(file: run.folder))
    }
    for name in names where !known.contains(name) {
      let hint = suggestion(for: name, among: known)
      throw Diagnostic(
        "no chart '\(name)'; \(hint.isEmpty ? "there are \(known.joined(separator: ", "))" : hint)",
        at: Location(file: run.folder))
    }
    return names.isEmpty ? known : names.uniqued
  }
}
