import ForceLabGraphFiles
import ForceLabPages
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Mustache

/// The report of a run: `report.html` in its folder.
public enum Report {
  private static let name = "report.html"

  /// Returns the path. Charts and drawings are written beside it, and replace those of the last report, unless that was
  /// written by 0.2.0; units of parameters are from `catalog`. Calls `warn` with each warning of the run's files. Throws
  /// if there is no run, or files are damaged or cannot be written.
  public static func write(
    _ folder: String, catalog: Catalog? = nil, charts: [any ChartKind] = standardCharts,
    warn: (Diagnostic) -> Void = { _ in }
  ) throws(Diagnostic) -> String {
    let run = try RunReader(folder: folder)
    run.warnings.forEach(warn)
    let files = DerivedFiles(of: run.files)
    let findings = Findings(run)
    try findings.write(to: files)
    let content = try PageContent(run, findings, files, catalog: catalog, charts: charts)
    try files.write(try ReportPage.html(content), to: name)
    try files.recordReport()
    return run.files.location(of: name).file
  }
}

/// The scripts that other pages share with the report.
public enum PageScripts {
  /// Draws graphs: the painters, and the views that use them.
  public static let drawing = [PageFile.painterScript, .drawingScript].map(\.text)
    .joined(separator: "\n")
}

/// The page that shows a run: one HTML file that loads nothing.
enum ReportPage {
  /// The maximum size of a page in bytes; layouts and frames are thinned to fit.
  static let limit = 4_000_000

  /// Escapes texts of the template. The escapes of Mustache itself miss a character that an accent combines with.
  private struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String { ReportPage.escaped(text) }
  }

  private static let registered: Void = MustacheContentTypes.register(PageText(), named: "PAGE")

  static func escaped(_ text: String) -> String { text.printable.xmlEscaped(keepsBreaks: true) }

  /// `content` as HTML; texts are escaped, drawings are not.
  static func html(
    _ content: Any, _ template: PageFile = .reportTemplate
  ) throws(Diagnostic) -> String {
    do {
      _ = registered
      return try MustacheTemplate(string: template.text).render(content)
    } catch {
      throw Diagnostic("the page's template is damaged: \(error); rebuild the program", at: nil)
    }
  }
}

/// A page of sentences, pairs of drawings, charts and tables, such as that of a tuning.
struct SummaryPage {
  struct Drawing {
    let svg, caption: String
  }

  /// Drawings side by side.
  struct Drawings {
    let title: String
    let pair: [Drawing]
  }

  let title: String
  let facts, sentences: [String]
  /// In HTML.
  let links: String
  let drawings: Drawings?
  let tables: [PageTable]
  private let charts: [RunCharts.Item]
  private let style = PageFile.reportStyle.text
  private let script: String

  init(
    _ title: String, facts: [String] = [], sentences: [String], links: String = "",
    drawings: Drawings? = nil, charts: [Chart] = [], tables: [PageTable] = []
  ) {
    (self.title, self.facts, self.links) = (title, facts, links)
    self.sentences = sentences.map { $0.replacing("`", with: "") }
    self.drawings = drawings
    self.charts = charts.map { RunCharts.Item($0, data: [$0.source].filter { !$0.isEmpty }) }
    self.tables = tables.filter { !$0.rows.isEmpty }
    script = charts.isEmpty ? "" : PageFile.chartLibrary.text + PageFile.chartScript.text
  }

  var html: String { get throws(Diagnostic) { try ReportPage.html(self, .summaryTemplate) } }
}

extension PageFile { package var text: String { String(cString: bytes) } }
