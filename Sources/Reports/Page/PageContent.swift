import Mustache

/// The content of the page; the names are those in `report.mustache`.
struct PageContent {
  struct Fact {
    let name: String
    let text: String
  }

  /// A finding in a sentence.
  struct Finding {
    let text: String
    let measure: String
    let path: String
    /// The chart that shows it; nil if there is none.
    var chart: String?
  }

  /// Failed trials of a configuration with the same status.
  struct Failure {
    let configuration: Int
    let settings: String
    /// Such as `3 of 6 diverged`.
    let count: String
    let message: String
  }

  /// A figure that was checked against a limit or a published number.
  struct CheckedFigure {
    let name: String
    /// The limit or the published number.
    let wanted: String
    let measured: String
    var count = ""
    var interval = ""
    let ratio: String
    let verdict: String
    let holds: Bool
    let source: String?
    /// The machine of the published number.
    var machine = ""
    let reason: String?
  }

  /// A section of the page: items and notes.
  struct Section<Item> {
    var items: [Item]
    var notes: [String] = []
    let isEmpty: Bool
    /// Whether the items are drawn smaller because there are many.
    let isLong: Bool

    init(_ items: [Item], notes: [String] = []) {
      (self.items, self.notes) = (items, notes)
      isLong = items.count > 24
      isEmpty = items.isEmpty && notes.isEmpty
    }
  }

  var style = ReportPage.style
  var behavior = ReportPage.behavior
  var playerBehavior = ReportPage.player
  var thumbnailBehavior = ReportPage.thumbnails
  /// What the player and the drawings on canvases share; nil if there are none.
  var drawingBehavior: String?

  var name: String
  var summary: String?
  /// Trials, configurations and date, in a few words.
  var facts: [String]
  /// What is missing; nil if the run is complete.
  var state: String?
  /// Reasons to doubt the times.
  var warnings: [String]
  var experiment: String?
  var findings: Section<Finding>
  var table: PageTable
  /// The algorithms over all instances, by measure; empty if the run does not compare them so.
  var comparisons: Section<InstanceSection>
  var failures: Section<Failure>
  var limits: Section<CheckedFigure>
  var claims: Section<CheckedFigure>
  var machine: [Fact]

  var charts = Section<RunCharts.Item>([])
  var drawings = Section<RunDrawings.Item>([])
  /// The order of the drawings, in a sentence.
  var drawingOrder = ""
  /// The meaning of the colors of the drawings as HTML; nil if they have none.
  var drawingLegend: String?
  /// The graphs of drawings on canvases as JSON that is safe in HTML; nil if there are none.
  var drawnGraphs: String?
  /// The frames for the player as JSON that is safe in HTML; nil if nothing was recorded.
  var player: String?
  var playerNotes: [String] = []
}
