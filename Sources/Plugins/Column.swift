import ForceLabSettings

/// A column of results: one value that a study or a metric reports, and how tables and charts show it.
/// Studies and metrics declare their columns; a run keeps them in `columns.json`.
public struct Column: Hashable, Codable, Sendable {
  public enum Role: String, Codable, Sendable {
    /// A property of the input or the result, such as the number of nodes.
    case fact
    case measure
    /// Differs from run to run.
    case time
    case hash
  }

  public enum Better: String, Codable, Sendable {
    case lower, higher

    /// The factor with which the best value becomes the smallest: 1, or −1.
    public var costSign: Double { self == .lower ? 1 : -1 }
  }

  public enum Use: String, Codable, Sendable {
    /// The size of the problem, over which scaling charts draw times.
    case size
    /// The quality of a layout, by which layouts are ranked.
    case quality
    /// The error of an approximation, over which charts draw times.
    case error
    case stepTime = "step-time"
    case totalTime = "total-time"
    /// The time that recording took besides the layouts, whose share a run states.
    case recordingTime = "recording-time"
    /// Another cost that grows with the size, such as memory.
    case cost
    /// The time at which a target was reached; without a value in trials that did not reach it.
    case target
    case iterations
    case iteration
    /// What happened to a layout, in words.
    case event
    /// How far nodes move, which convergence charts draw.
    case movement
    /// The total energy, which convergence charts draw.
    case energy
    /// A part of the total energy, which energy charts stack.
    case energyPart = "energy-part"
    /// The hash of the graph, which names its file in the run folder.
    case graph
    /// The attributes of edges that a layout depends on, such as weights, in words.
    case edgeAttributes = "edge-attributes"
    /// The hash of what a trial produced. Repeats with the same one are copies: they count once in
    /// everything that is not a time.
    case outcome
  }

  /// In snake_case, as in CSV files.
  public let name: String
  public let title: String
  public let shortTitle: String?
  /// `ns` or `s` for times, empty if there is none.
  public let unit: String
  public let better: Better?
  public let role: Role
  public let use: Use?
  /// Unimportant columns are left out where not all fit; those of 0 are shown only on request.
  public let importance: Int
  /// What to know of its values, such as when it is empty.
  public let note: String?
  private let offset: Double?

  public init(
    _ name: String, _ title: String? = nil, short: String? = nil, unit: String = "",
    better: Better? = nil, role: Role, use: Use? = nil, importance: Int = 10, note: String? = nil,
    ratioOffset: Double = 0
  ) {
    self.name = name
    self.title = title ?? Self.words(of: name)
    shortTitle = short
    self.unit = unit
    self.better = better
    self.role = role
    self.use = use
    self.importance = importance
    self.note = note
    offset = ratioOffset == 0 ? nil : ratioOffset
  }

  public static func fact(
    _ name: String, _ title: String? = nil, unit: String = "", use: Use? = nil, note: String? = nil
  ) -> Column { Column(name, title, unit: unit, role: .fact, use: use, note: note) }

  public static func measure(
    _ name: String, _ title: String? = nil, short: String? = nil, unit: String = "",
    better: Better? = nil, use: Use? = nil, importance: Int = 10, note: String? = nil,
    ratioOffset: Double = 0
  ) -> Column {
    Column(
      name, title, short: short, unit: unit, better: better, role: .measure, use: use,
      importance: importance, note: note, ratioOffset: ratioOffset)
  }

  /// A measured time in the unit of its name: `_ns` for nanoseconds, else seconds.
  public static func time(
    _ name: String, _ title: String? = nil, short: String? = nil, use: Use? = nil,
    importance: Int = 10
  ) -> Column {
    Column(
      name, title, short: short, unit: name.contains("_ns") ? "ns" : "s", better: .lower,
      role: .time, use: use, importance: importance)
  }

  public static func hash(_ name: String, use: Use? = nil) -> Column {
    Column(name, role: .hash, use: use)
  }

  /// As in runs without `columns.json`: the name gives the role and the unit.
  public init(undeclared name: String) {
    if name.contains("_ns") || name.contains("_seconds") {
      self = .time(name)
    } else if name.hasSuffix("_hash") {
      self = .hash(name)
    } else {
      self = .measure(name, unit: name.hasSuffix("_bytes") ? "bytes" : "")
    }
  }

  public var heading: String { shortTitle ?? Self.words(of: name) }
  /// What is added to values before their ratios over many graphs are taken, because they may be 0: 1 for counts such
  /// as edge crossings.
  public var ratioOffset: Double { offset ?? 0 }
  public var isCount: Bool { ratioOffset == 1 }
  /// Of what the ratios are, nil if of the values.
  public var ratioNote: String? {
    isCount ? "counts plus 1" : ratioOffset > 0 ? "values plus \(ratioOffset.shortText)" : nil
  }
  public var isTime: Bool { role == .time }
  public var isMeasure: Bool { role == .measure || role == .time }
  public var secondsPerUnit: Double? { isTime ? unit == "ns" ? 1e-9 : 1 : nil }

  private static func words(of name: String) -> String {
    let unit = ["_ns", "_seconds", "_bytes"].first { name.hasSuffix($0) } ?? ""
    return String(name.dropLast(unit.count).map { $0 == "_" ? " " : $0 })
  }
}
