import ForceLabWorkbench

/// A chart before it is drawn: its titles, axes and points.
public struct Chart: Sendable {
  public enum Form: Sendable {
    /// Lines, with bands where points have a spread.
    case lines
    /// Points with error bars, joined by lines or not.
    case points(areJoined: Bool)
    /// Points in named rows; `y` is the index of the name.
    case rows
    /// A grid of colored cells; `x` and `y` are indices of names, `low` is the value.
    case cells(Axis)
    /// Stems from an axis of ranks at `y` = 0 down to labels at the left, and bars that
    /// join them (references), as in a critical-difference diagram.
    case ranks

    var isRows: Bool { if case .rows = self { true } else { false } }
    var isLines: Bool { if case .lines = self { true } else { false } }
    var isPoints: Bool { if case .points = self { true } else { false } }
    var isJoined: Bool { if case .points(areJoined: true) = self { true } else { false } }
    var isCells: Bool { if case .cells = self { true } else { false } }
    var isRanks: Bool { if case .ranks = self { true } else { false } }
  }

  public struct Axis: Sendable {
    /// The column of the run that it shows; empty for an axis of names.
    public var column: String
    /// The title, with the unit.
    public var title: String
    /// Values of the column are divided by this to get the unit of the axis. It is negative on a
    /// logarithmic axis of values below zero, which shows their magnitudes, the largest first.
    public var divisor = 1.0
    public var isLogarithmic = false
    /// The range, in values of the column; that of the points if nil. Cells beyond it have the color
    /// of the end and a mark.
    public var range: ClosedRange<Double>?
    /// The names at 0, 1, 2 … if the axis has names instead of numbers.
    public var names: [String] = []
    /// Values that get ticks on a logarithmic axis if there is room.
    public var labeled: [Double] = []

    var isMirrored: Bool { divisor < 0 }
  }

  /// A point, in values of the columns.
  public struct Point: Sendable {
    public var x: Double
    public var y: Double
    public var low: Double?
    public var high: Double?

    public init(x: Double, y: Double, low: Double? = nil, high: Double? = nil) {
      (self.x, self.y, self.low, self.high) = (x, y, low, high)
    }
  }

  /// Points of one color and one label.
  public struct Series: Sendable {
    public var label: String
    /// The index of color, dash and marker.
    public var style: Int
    public var points: [Point]
    /// Whether it is a line across the whole chart to compare others with.
    public var isReference = false

    public init(label: String = "", style: Int = 0, points: [Point], isReference: Bool = false) {
      (self.label, self.style, self.points) = (label, style, points)
      self.isReference = isReference
    }
  }

  /// One of several plots with the same axes.
  public struct Panel: Sendable {
    /// What all series of the panel have in common; empty if there is only one panel.
    public var title: String
    public var series: [Series]
    /// Where dotted lines across the panel mark events on the x axis.
    public var marks: [Double] = []

    public init(title: String = "", series: [Series], marks: [Double] = []) {
      (self.title, self.series, self.marks) = (title, series, marks)
    }
  }

  /// The name of its files, without the extension.
  public var name: String
  public var title: String
  /// Sentences that explain how to read it.
  public var caption: String
  public var form: Form
  public var x: Axis
  public var y: Axis
  public var panels: [Panel]
  /// The file of the run that the values are from.
  public var source: String

  public init(
    name: String, title: String, caption: String, form: Form = .lines, x: Axis, y: Axis,
    panels: [Panel], source: String
  ) {
    (self.name, self.title, self.caption, self.form) = (name, title, caption, form)
    (self.x, self.y, self.panels, self.source) = (x, y, panels, source)
  }

  /// More series in a panel cannot be distinguished.
  static let maxSeries = 8
  /// More panels are too small to read.
  static let maxPanels = 4
  /// Values below this part of the largest are left out of a logarithmic axis.
  static let negligible = 1e-12

  /// The name of a chart of the column `y` over the column or path `x`.
  static func name(_ y: String, _ x: String) -> String {
    let words = y + "-" + x.split(separator: ".").suffix(2).joined(separator: "-")
    return String(words.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }

  /// One series for each label.
  var legend: [Series] { panels.flatMap(\.series).uniqued(on: \.label) }

  /// The columns of its axes, and of the color of its cells.
  var columns: Set<String> {
    var columns: Set = [x.column, y.column]
    if case .cells(let axis) = form { columns.insert(axis.column) }
    return columns
  }

  var points: [Point] { panels.flatMap(\.series).flatMap(\.points) }

  var isWorthwhile: Bool {
    let points = points
    guard let first = points.first else { return false }
    return points.contains { $0.x != first.x || $0.y != first.y }
  }
}
