/// A column of results: one value that a study or a metric reports, and how tables and charts show it.
///
/// Studies and metrics declare their columns; a run keeps them in `columns.json`.
public struct Column: Hashable, Codable, Sendable {
  /// What kind of value a column holds.
  public enum Role: String, Codable, Sendable {
    /// A property of the input or the result, such as the number of nodes.
    case fact
    /// A measured number.
    case measure
    /// A measured time, which differs from run to run.
    case time
    /// A hash of contents.
    case hash
  }

  /// Which of two values is better.
  public enum Better: String, Codable, Sendable {
    case lower, higher
  }

  /// What charts and drawings use a column for.
  public enum Use: String, Codable, Sendable {
    /// The size of the problem, over which scaling charts draw times.
    case size
    /// The quality of a layout, by which layouts are ranked.
    case quality
    /// The error of an approximation, over which charts draw times.
    case error
    /// The time of one step.
    case stepTime = "step-time"
    /// The time of the whole trial.
    case totalTime = "total-time"
    /// Another cost that grows with the size, such as memory.
    case cost
    /// How many iterations a trial took.
    case iterations
    /// The number of a recorded iteration.
    case iteration
    /// How far nodes move, which convergence charts draw.
    case movement
    /// The total energy, which convergence charts draw.
    case energy
    /// A part of the total energy, which energy charts stack.
    case energyPart = "energy-part"
    /// The hash of the graph, which names its file in the run folder.
    case graph
  }

  /// The header in CSV files, in snake_case.
  public let name: String
  /// The name on axes and in titles.
  public let title: String
  /// The heading in tables; the name with spaces if nil.
  public let shortTitle: String?
  /// The unit; `ns` or `s` for times, empty if there is none.
  public let unit: String
  /// Which values are better; nil if neither.
  public let better: Better?
  /// What kind of value it holds.
  public let role: Role
  /// What charts use it for; nil if nothing in particular.
  public let use: Use?
  /// How much it matters where not all columns fit, 10 by default. Columns of importance 0 are shown
  /// only on request.
  public let importance: Int

  /// The column `name`, called `title`, or by its name if that is nil.
  public init(
    _ name: String, _ title: String? = nil, short: String? = nil, unit: String = "",
    better: Better? = nil, role: Role, use: Use? = nil, importance: Int = 10
  ) {
    self.name = name
    self.title = title ?? Self.words(of: name)
    shortTitle = short
    self.unit = unit
    self.better = better
    self.role = role
    self.use = use
    self.importance = importance
  }

  /// A fact.
  public static func fact(
    _ name: String, _ title: String? = nil, unit: String = "", use: Use? = nil
  ) -> Column {
    Column(name, title, unit: unit, role: .fact, use: use)
  }

  /// A measured number.
  public static func measure(
    _ name: String, _ title: String? = nil, short: String? = nil, unit: String = "",
    better: Better? = nil, use: Use? = nil, importance: Int = 10
  ) -> Column {
    Column(
      name, title, short: short, unit: unit, better: better, role: .measure, use: use,
      importance: importance)
  }

  /// A measured time in the unit that its name tells: `_ns` for nanoseconds, else seconds.
  public static func time(
    _ name: String, _ title: String? = nil, short: String? = nil, use: Use? = nil,
    importance: Int = 10
  ) -> Column {
    Column(
      name, title, short: short, unit: name.contains("_ns") ? "ns" : "s", better: .lower,
      role: .time, use: use, importance: importance)
  }

  /// A hash.
  public static func hash(_ name: String, use: Use? = nil) -> Column {
    Column(name, role: .hash, use: use)
  }

  /// A column that nobody declared, as in runs without `columns.json`: its name tells the role and
  /// the unit.
  public init(undeclared name: String) {
    if name.contains("_ns") || name.contains("_seconds") {
      self = .time(name)
    } else if name.hasSuffix("_hash") {
      self = .hash(name)
    } else {
      self = .measure(name, unit: name.hasSuffix("_bytes") ? "bytes" : "")
    }
  }

  /// The heading in tables, without the unit.
  public var heading: String { shortTitle ?? Self.words(of: name) }

  /// Whether it holds times.
  public var isTime: Bool { role == .time }

  /// Whether it is summarised: it holds measured numbers or times.
  public var isMeasure: Bool { role == .measure || role == .time }

  /// How many seconds the unit of times is; nil for other columns.
  public var secondsPerUnit: Double? { isTime ? unit == "ns" ? 1e-9 : 1 : nil }

  private static func words(of name: String) -> String {
    let unit = ["_ns", "_seconds", "_bytes"].first { name.hasSuffix($0) } ?? ""
    return String(name.dropLast(unit.count).map { $0 == "_" ? " " : $0 })
  }
}
