import Mustache

/// What the template of the page shows; the names are those in `report.mustache`.
struct PageContent {
  /// A fact and what it is called.
  struct Fact {
    let name: String
    let text: String
  }

  /// A trial that did not end well.
  struct Failure {
    let trial: Int
    let settings: String
    let status: String
    let message: String
  }

  /// A figure that was held against a limit or a published number.
  struct Verdict {
    let name: String
    /// What it was held against.
    let wanted: String
    let measured: String
    let ratio: String
    let verdict: String
    let holds: Bool
    /// Who claims it, and where; nil of limits.
    let source: String?
    /// Why the verdict is what it is; nil if there is nothing to say.
    let reason: String?
  }

  /// The drawing of a layout.
  struct Drawing {
    let title: String
    let role: String
    let svg: String
    /// The whole drawing; nil if it was not drawn.
    let file: String?
    let trial: Int
    let configuration: Int
    let note: String?
  }

  /// A part of the page: what it holds, and what is to be known of it.
  struct Part<Item> {
    var items: [Item]
    var notes: [String] = []
    /// Whether there is nothing to show or say.
    let isEmpty: Bool
    /// Whether there is so much of it that each takes less room.
    let isLong: Bool

    init(_ items: [Item], notes: [String] = []) {
      (self.items, self.notes) = (items, notes)
      isLong = items.count > 24
      isEmpty = items.isEmpty && notes.isEmpty
    }
  }

  var style = PageResources.style
  var behavior = PageResources.behavior
  var playerBehavior = PageResources.player

  var name: String
  var summary: String?
  /// In a few words: trials, configurations, date.
  var facts: [String]
  /// What is missing if the run is not finished.
  var state: String?
  /// Why its times may not be what they seem.
  var doubts: [String]
  var experiment: String?
  var table: ConfigurationTable
  var failures: Part<Failure>
  var limits: Part<Verdict>
  var claims: Part<Verdict>
  var machine: [Fact]

  var charts = Part<RunCharts.Item>([])
  var drawings = Part<Drawing>([])
  /// The frames for the player as JSON that is safe within HTML; nil if nothing was recorded.
  var player: String?
  var playerNotes: [String] = []
}
