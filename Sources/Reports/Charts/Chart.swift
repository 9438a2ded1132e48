/// A chart before it is drawn: what its axes say, and what stands between them.
struct Chart {
  /// What is drawn of a series.
  enum Form {
    /// Lines; with bands around them where points have a spread.
    case lines
    /// Points with error bars, joined or not.
    case points(areJoined: Bool)
    /// Areas, one upon the other; points have the ends of theirs as `low` and `high`.
    case stack
    /// Points beside the names of what they are of: `y` is the number of a name.
    case rows
    /// A field of colored cells; `x` and `y` number the names on the axes, `low` is the value.
    case cells(Axis)
  }

  /// An axis.
  struct Axis {
    /// The column in the chart's CSV.
    var column: String
    /// What it says, with the unit.
    var title: String
    /// What a number of the column is divided by to be one of that unit.
    var divisor = 1.0
    /// Whether equal distances are equal ratios.
    var isLogarithmic = false
    /// From where to where it goes, in numbers of the column; as far as the points if nil.
    var range: ClosedRange<Double>?
    /// What stands at 0, 1, 2 …, if it tells names instead of numbers.
    var names: [String] = []
  }

  /// A point, in numbers of the columns.
  struct Point {
    var x: Double
    var y: Double
    /// Where its spread begins.
    var low: Double?
    /// Where its spread ends.
    var high: Double?
  }

  /// Points of one color and one label.
  struct Series {
    var label: String
    /// Its color, dash and sign, from 0.
    var style: Int
    var points: [Point]
    /// Whether it is a line across everything, to which the others are held.
    var isReference = false
  }

  /// Some series beside others of the same axes.
  struct Panel {
    /// What all in it have in common; empty if there is but one panel.
    var title = ""
    var series: [Series]
  }

  /// The stem of its files.
  var name: String
  /// What it shows, in a few words.
  var title: String
  /// What one must know to read it, in sentences.
  var caption: String
  var form = Form.lines
  var x: Axis
  var y: Axis
  var panels: [Panel]
  /// The file of the run that the numbers are from.
  var source: String

  /// More series than these in one panel are not told apart.
  static let mostSeries = 8
  /// More panels than these are too small to read.
  static let mostPanels = 4
}

extension Chart {
  /// The labels and styles of all panels, each once.
  var legend: [Series] {
    var seen: Set<String> = []
    return panels.flatMap(\.series).filter { seen.insert($0.label).inserted }
  }

  /// All points.
  var points: [Point] { panels.flatMap(\.series).flatMap(\.points) }

  /// Whether there is anything to see: two points that differ.
  var isWorthwhile: Bool {
    let points = points
    guard let first = points.first else { return false }
    return points.contains { $0.x != first.x || $0.y != first.y }
  }
}
