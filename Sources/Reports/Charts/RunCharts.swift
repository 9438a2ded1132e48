import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// The charts of a run, chosen by what it swept and measured, and kept in its folder `plots/`.
public enum RunCharts {
  struct Item {
    let name: String
    let title: String
    let caption: String
    let columns: Set<String>
    /// The colors of configurations as `#rrggbb`, by their numbers.
    let colors: [Int: String]
    /// The Vega-Lite specification with its rows, as JSON that is safe in HTML.
    let specification: String
    /// The files with its data, beside the page.
    let data: [String]

    init(_ chart: Chart, data: [String]) {
      let specification = ChartSpecification(chart)
      (name, title, columns, colors) = (chart.name, chart.title, chart.columns, chart.colors)
      caption =
        chart.caption + (specification.isCut ? " Bars and bands are cut off at the edge." : "")
      (self.specification, self.data) = (specification.text, data)
    }
  }

  /// Writes the specifications of all charts, or of those called `names`, and their pictures in
  /// `format` if it is given, with a text file of each title and caption. Returns the paths, and sentences about charts that are missing. Throws if
  /// there are none, files are damaged, or the program that draws is missing.
  public static func draw(
    _ folder: String, names: [String] = [], as format: PictureFormat? = nil,
    size: ChartSize = .screen, catalog: Catalog? = nil,
    charts kinds: [any ChartKind] = standardCharts
  ) throws(Diagnostic) -> (paths: [String], notes: [Diagnostic]) {
    let run = try RunReader(folder: folder)
    let files = DerivedFiles(of: run.files)
    let choice = try ChartedRun(run, catalog: catalog, kinds)
    let items = try items(of: choice, files)
    let known = items.map(\.name)
    guard !known.isEmpty else {
      throw run.lack("no charts: all trials failed or have the same values; see trials.csv")
    }
    for name in names where !known.contains(name) {
      throw run.problem(
        "unknown chart '\(name)'; \(advice(for: name, among: known, label: "valid charts"))")
    }
    let wanted = names.isEmpty ? known : names
    let shown = items.filter { wanted.contains($0.name) }
    var paths = shown.map { path($0.name) }
    if let format {
      let charts = choice.charts.filter { wanted.contains($0.name) }
      let pictures = try ChartConverter.pictures(
        of: charts.map { ChartSpecification($0, size: size).text }, as: format)
      paths = shown.map { "plots/\($0.name).\(format.rawValue)" }
      for (path, picture) in zip(paths, pictures) { try files.write(picture, to: path) }
      for item in shown {
        try files.write("\(item.title). \(item.caption)\n", to: "plots/\(item.name).txt")
      }
    }
    try files.record()
    return (
      paths.map { run.files.location(of: $0).file },
      choice.notes.map { run.problem($0, severity: .note) }
    )
  }

  /// The charts of `choice` for a page, which are also written to `plots/`. Throws if they cannot be.
  static func items(of choice: ChartedRun, _ files: DerivedFiles) throws(Diagnostic)
    -> [Item]
  {
    let items = choice.charts.map { Item($0, data: [path($0.name), $0.source]) }
    for item in items { try files.write(item.specification + "\n", to: path(item.name)) }
    return items
  }

  private static func path(_ name: String) -> String { "plots/\(name).vl.json" }
}

/// Makes pictures of Vega-Lite specifications by the Python package vl-convert-python.
enum ChartConverter {
  private static let program = """
    import base64, json, re, sys
    try:
        import vl_convert
    except ImportError:
        sys.exit("the Python package vl-convert-python is missing: `pip install vl-convert-python`")
    draw = {
        "svg": lambda chart: re.sub(
            r'width="([0-9.]+)" height="([0-9.]+)"', r'width="\\1pt" height="\\2pt"',
            vl_convert.vegalite_to_svg(chart), count=1).encode(),
        "png": lambda chart: vl_convert.vegalite_to_png(chart, ppi=300),
        "pdf": vl_convert.vegalite_to_pdf,
    }[sys.argv[1]]
    print(json.dumps([base64.b64encode(draw(chart)).decode() for chart in json.load(open(sys.argv[2]))]))
    """

  /// Throws if Python or its package is missing, or fails. Cost: a process for all of them.
  static func pictures(of specifications: [String], as format: PictureFormat)
    throws(Diagnostic) -> [Data]
  {
    let list = "[" + specifications.joined(separator: ",") + "]"
    let output = try Program(name: "python3", package: "python3", brew: "python")
      .output(["-c", program, format.rawValue], input: Data(list.utf8))
    do {
      return try JSONDecoder().decode([Data].self, from: output)
    } catch {
      throw Diagnostic("vl-convert-python printed something else than pictures: \(error)", at: nil)
    }
  }
}
