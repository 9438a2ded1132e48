import ForceLabPages
import ForceLabSettings

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
