import ForceLabSettings

/// A figure of a run, as the records of a machine keep it.
public struct FigureRecord: Sendable {
  public enum Kind: String, Sendable {
    case limit, claim
    /// The time of a configuration, in runs without limits and claims.
    case configuration
  }

  /// When the run began, ISO 8601.
  public var date = ""
  public var commit = ""
  public var processor = ""
  public var cores = 0
  /// Of the machine, when the run began.
  public var load: Double?
  public var experiment = ""
  public var kind = Kind.limit
  /// The name of the limit or claim, or the settings of the configuration.
  public var name = ""
  public var column = ""
  /// Whether it is a ratio, without the unit of the column.
  public var isRatio = false
  public var count = 0
  public var measured: Double?
  public var interval: ClosedRange<Double>?

  /// Equal for records of the same figure.
  public var key: [String] { [experiment, kind.rawValue, name, column] }
}

extension RunReader {
  /// The figures of the limits and claims; without these, the median time of each configuration.
  public func figureRecords() throws(Diagnostic) -> [FigureRecord] {
    var record = FigureRecord()
    if let environment {
      (record.date, record.processor) = (environment.started, environment.cpu)
      (record.cores, record.load) = (environment.cores, environment.loadBefore)
      record.commit = (environment.commit ?? "") + (environment.isDirty == true ? "+" : "")
    }
    record.experiment = name ?? ""
    var records: [FigureRecord] = []
    for limit in try limits() {
      var record = record
      (record.kind, record.name) = (.limit, limit.limit.name)
      (record.column, record.isRatio) = (limit.limit.figure.column, limit.limit.figure.isRatio)
      (record.count, record.measured) = (limit.count, limit.measured)
      records.append(record)
    }
    for claim in try claims() {
      var record = record
      (record.kind, record.name) = (.claim, claim.claim.claim)
      (record.column, record.isRatio) = (claim.claim.figure.column, claim.claim.figure.isRatio)
      (record.count, record.measured) = (claim.count, claim.measured)
      record.interval = claim.interval
      records.append(record)
    }
    guard records.isEmpty, let time = measures.first(where: { $0.use == .totalTime }) else {
      return records
    }
    return configurations.compactMap { configuration in
      guard let median = configuration.statistics[time.name] else { return nil }
      var record = record
      let settings = zip(paths, configuration.settings).filter { !$0.1.isEmpty }
      record.kind = .configuration
      record.name = settings.map { "\($0): \($1)" }.joined(separator: ", ")
      (record.column, record.count) = (time.name, configuration.good)
      (record.measured, record.interval) = (median.value, median.interval)
      return record
    }
  }
}
