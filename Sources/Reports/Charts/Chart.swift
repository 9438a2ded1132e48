import ForceLabPlugins
import ForceLabWorkbench

/// A chart before it is drawn: its titles, its axes and its rows.
public struct Chart: Sendable {
  /// The template in `Sources/Pages/Charts`.
  public enum Form: Sendable {
    case lines
    /// Points with error bars.
    case points
    /// Points with error bars, joined by lines.
    case joinedPoints
    /// Points beside names; `y` is the index of the name.
    case rows
    /// A grid of colored cells; `x` and `y` are indices of names.
    case cells
    /// Stems from ranks down to labels, and bars (references) that join them, as in a critical-difference diagram.
    case ranks
    /// A line for each series across axes of names; those of the references are strong. `y` is the place along the axis.
    case parallel
  }

  /// A point or a cell, in values of the columns.
  public struct Row: Sendable {
    public var x: Double
    public var y: Double
    public var low: Double?
    public var high: Double?
    public var value: Double?
    /// What all rows of a panel have in common; empty if there is only one panel.
    public var panel = ""
    public var series = ""
    /// The index of the color, dash and marker of its series.
    public var style = 0
    /// Whether it belongs to a line to compare others with.
    public var isReference = false
    /// The text beside a point; empty if it has none.
    public var label = ""
    /// The number of its first configuration, by which charts and tables of a page highlight it; nil if it has none.
    public var configuration: Int?

    public init(
      x: Double, y: Double, low: Double? = nil, high: Double? = nil, value: Double? = nil,
      panel: String = "", series: String = "", style: Int = 0, isReference: Bool = false,
      label: String = "", configuration: Int? = nil
    ) {
      (self.x, self.y, self.low, self.high, self.value) = (x, y, low, high, value)
      (self.panel, self.series, self.style) = (panel, series, style)
      (self.isReference, self.label, self.configuration) = (isReference, label, configuration)
    }
  }

  public struct Axis: Sendable {
    /// The column of the run that it shows; empty for an axis of names.
    public var column = ""
    public var title: String
    /// Values of the column are divided by this to get the unit of the axis.
    public var divisor = 1.0
    public var isLogarithmic = false
    /// In values of the column; that of the rows if nil. Cells beyond it have the color of the end and a mark.
    public var range: ClosedRange<Double>?
    /// The names at 0, 1, 2 … if the axis has names instead of numbers.
    public var names: [String] = []
    /// The values that get ticks; the usual ones if fewer than two.
    public var labeled: [Double] = []
  }

  /// The name of its files, without the extension.
  public var name: String
  public var title: String
  /// Sentences that explain how to read it.
  public var caption: String
  public var form: Form
  public var x: Axis
  public var y: Axis
  public var color: Axis?
  public var rows: [Row]
  /// Where dotted lines mark events on the x axis, by the titles of panels.
  public var events: [String: [Double]]
  /// The file of the run that the values are from.
  public var source: String

  public init(
    name: String, title: String, caption: String, form: Form = .lines, x: Axis, y: Axis,
    color: Axis? = nil, rows: [Row], events: [String: [Double]] = [:], source: String = "trials.csv"
  ) {
    (self.name, self.title, self.caption, self.form) = (name, title, caption, form)
    (self.x, self.y, self.color) = (x, y, color)
    (self.rows, self.events, self.source) = (rows, events, source)
  }

  /// More series in a panel cannot be distinguished.
  static let maxSeries = 8
  /// More points with labels have no room for them.
  static let maxLabels = 16
  /// In characters.
  static let maxLabelLength = 16
  /// More panels are too small to read.
  static let maxPanels = 4
  /// Values below this part of the largest are left out of a logarithmic axis.
  static let negligible = 1e-12

  /// The name of a chart of the column `y` over the column or the steps of a path `x`.
  static func name(_ y: String, _ x: String) -> String {
    String("\(y)-\(x)".lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }

  var columns: Set<String> { Set([x, y, color].compactMap { $0?.column }) }

  /// Of series, by the numbers of configurations.
  var colors: [Int: String] {
    let known = rows.compactMap { row in
      row.configuration.map { ($0, Palette.colors[row.style % Palette.colors.count]) }
    }
    return Dictionary(firstOf: known)
  }

  var isWorthwhile: Bool { rows.contains { $0.x != rows[0].x || $0.y != rows[0].y } }
}

/// The size of a chart: on the page, or as a picture for a column of a paper.
public struct ChartSize: Sendable {
  /// In points, 72 per inch, px on the page: of a picture with its axes, on the page without.
  let width: Double
  let fontSize: Double
  /// Whether it has a title, and its axes are beside its width.
  let isOfPage: Bool

  public static let screen = ChartSize(width: 460, fontSize: 12, isOfPage: true)
}

extension ChartSize {
  /// Of a picture `millimeters` wide with letters of `points`.
  public init(millimeters: Double, points: Double) {
    self.init(width: millimeters / 25.4 * 72, fontSize: points, isOfPage: false)
  }
}

extension [Chart.Row] {
  /// The rows of each series in each panel.
  var lines: [[Chart.Row]] { grouped { [$0.panel, $0.series] }.map(\.members) }

  var haveLines: Bool { lines.contains { $0.count > 1 } }
}

extension Chart.Axis {
  /// Of the numbers from 1 to `count`, between which there are no ticks.
  static func ordinals(_ title: String, to count: Int) -> Self {
    // Of many, the usual ticks are whole numbers, too.
    let labeled = count > 30 ? [] : (1...max(1, count)).map(Double.init)
    return Self(title: title, range: 0.5...Double(count) + 0.5, labeled: labeled)
  }

  /// Logarithmic only if all values are above zero, or all below. The unit of times suits the values.
  public init(of column: Column, values: [Double], isLogarithmic: Bool = false) {
    self.init(column: column.name, title: column.title)
    self.isLogarithmic = isLogarithmic && values.haveOneSign
    var unit = column.unit
    if let seconds = column.secondsPerUnit {
      let middle = Spread(values.map { $0.magnitude * seconds })?.median ?? 1
      let suitable = TimeUnit(suiting: [middle])
      divisor = suitable.seconds / seconds
      unit = suitable.rawValue
    }
    if !unit.isEmpty { title += " (\(unit))" }
  }

  /// Cuts off first iterations that flatten the others. Returns a sentence about it, or nothing.
  mutating func cutBeginning(of rows: [Chart.Row]) -> String {
    func range(_ rows: [Chart.Row]) -> ClosedRange<Double> {
      let values = rows.flatMap { [$0.y, $0.low, $0.high].compactMap { $0 } }
      return (values.min() ?? 0)...(values.max() ?? 0)
    }
    let end = rows.map(\.x).max() ?? 0
    let later = rows.filter { $0.x > 0.05 * end }
    let (whole, part) = (range(rows), range(later))
    let length = part.upperBound - part.lowerBound
    guard !later.isEmpty, 3 * length < whole.upperBound - whole.lowerBound else { return "" }
    let room = 0.05 * (length > 0 ? length : max(part.upperBound.magnitude, 1e-9))
    self.range = part.lowerBound - room...part.upperBound + room
    return " The first iterations are outside the axis."
  }
}

extension [Double] {
  var haveOneSign: Bool { allSatisfy { $0 > 0 } || allSatisfy { $0 < 0 } }

  /// Whether the values are positive and their ratio is above 20.
  var isWide: Bool {
    guard let minimum = self.min(), let maximum = self.max() else { return false }
    return minimum > 0 && maximum > 20 * minimum
  }

  /// Whether a few values, all above zero, would leave little of a linear axis to most of them.
  var hasFarMaximum: Bool {
    guard let minimum = self.min(), let maximum = self.max(), minimum > 0 else { return false }
    return maximum > 4 * quantile(sorted(), 0.9)
  }

  /// Whether the values, all above zero or all below, grow by factors rather than by steps: by a constant factor to
  /// eight times the smallest, or to twenty times with most values in the lower part of the range.
  var isGeometric: Bool {
    let sorted = Set(map(\.magnitude)).sorted()
    guard let minimum = sorted.first, let maximum = sorted.last, minimum > 0, sorted.count > 2,
      haveOneSign
    else { return false }
    let factors = zip(sorted.dropFirst(), sorted).map { $0 / $1 }
    if factors.allSatisfy({ abs($0 / factors[0] - 1) < 0.05 }) { return maximum >= 7.9 * minimum }
    let middle = quantile(sorted, 0.5)
    // Three values over decades are on a logarithmic axis wherever the middle one is.
    return maximum > 20 * minimum
      && (middle - minimum < 0.4 * (maximum - minimum)
        || (sorted.count == 3 && maximum >= 100 * minimum))
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
