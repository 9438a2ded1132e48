import Mustache
import YAML

/// The page that shows a run: one HTML file that loads nothing.
struct ReportPage {
  /// The page as HTML.
  let html: String

  /// The page of `run`.
  ///
  /// Throws a `Diagnostic` with file and line if a file of the run is damaged. Cost: a pass over each
  /// CSV file.
  init(_ run: RunRecord) throws(Diagnostic) {
    html = try Self.html(PageContent(run))
  }

  /// `content` as HTML; texts are escaped, drawings are taken as they are.
  static func html(_ content: PageContent) throws(Diagnostic) -> String {
    do {
      return try MustacheTemplate(string: PageResources.template).render(content)
    } catch {
      throw Diagnostic("the page's template is damaged: \(error); build the program anew", at: nil)
    }
  }
}
