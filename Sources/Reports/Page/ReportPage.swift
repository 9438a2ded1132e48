import Mustache
import ForceLabPlugins
import ForceLabSettings

/// The page that shows a run: one HTML file that loads nothing.
struct ReportPage {
  /// The page as HTML.
  let html: String

  /// The greatest size of a page in bytes; layouts and frames are thinned out to keep to it.
  static let limit = 3_000_000

  /// The page of `run`; also draws its charts and layouts into its folder. The units of swept
  /// parameters are known if `catalog` has their plugins.
  ///
  /// Throws a `Diagnostic` with file and line if a file of the run is damaged or cannot be written.
  /// Cost: a pass over each CSV file, and over the layouts and frames that are shown, and
  /// processes of gnuplot.
  init(_ run: RunRecord, catalog: Catalog? = nil, charts: [any ChartKind]) throws(Diagnostic) {
    var content = try PageContent(run)
    try content.draw(run, catalog: catalog, charts: charts)
    html = try Self.html(content)
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
