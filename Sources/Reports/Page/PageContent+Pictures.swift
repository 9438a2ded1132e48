import Foundation
import ForceLabPlugins
import ForceLabSettings

extension PageContent {
  /// Draws the charts and layouts of `run` and takes them in, with the frames for the player, as far
  /// as the page's size allows. The units of swept parameters are known if `catalog` has their plugins.
  ///
  /// Throws a `Diagnostic` with file and line if a file is damaged or cannot be written.
  mutating func draw(_ run: RunRecord, catalog: Catalog?, charts kinds: [any ChartKind])
    throws(Diagnostic)
  {
    let drawn = try RunCharts.items(run, catalog: catalog, charts: kinds)
    charts = Part(drawn.items, notes: drawn.notes)
    var room = ReportPage.limit - (try ReportPage.html(self).utf8.count)
    let layouts = try RunDrawings.items(run, budget: room / 2)
    drawings = Part(layouts.items.map { Drawing($0) }, notes: layouts.notes)
    room = ReportPage.limit - (try ReportPage.html(self).utf8.count)
    let frames = try PlayerFrames.payload(run, budget: room * 9 / 10)
    // Nothing in it may look like the end of the element that it stands in.
    player = frames.json?.replacingOccurrences(of: "<", with: "\\u003c")
    playerNotes = frames.notes
  }
}

extension PageContent.Drawing {
  init(_ layout: RunDrawings.Item) {
    self.init(
      title: layout.title, role: layout.role.rawValue, svg: layout.svg, file: layout.file,
      trial: layout.trial, configuration: layout.configuration,
      note: layout.note.isEmpty ? nil : layout.note)
  }
}
