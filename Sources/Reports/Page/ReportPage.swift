import ForceLabGraphFiles
import ForceLabPages
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Mustache

/// The report of a run: `report.html` in its folder.
public enum Report {
  private static let name = "report.html"

  /// Returns the path. Charts and drawings are written beside it; units of parameters are from `catalog`. Calls `warn`
  /// with each warning of the run's files. Throws if there is no run, or files are damaged or cannot be written.
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
    try files.record()
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

extension PageFile { package var text: String { String(cString: bytes) } }
