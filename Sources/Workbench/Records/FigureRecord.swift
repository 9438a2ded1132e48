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
  /// The bounds of the confidence interval.
  var low: Double?
  var high: Double?

  public var interval: ClosedRange<Double>? {
    guard let low, let high, low <= high else { return nil }
    return low...high
  }

  /// Equal for records of the same figure.
  public var key: [String] { [experiment, kind.rawValue, name, column] }

  /// Equal for records of the same machine.
  public var machine: [String] { [processor, "\(cores)"] }
}

extension RunReader {
  /// The figures of the limits and claims; without these, the median time of each configuration.
  public func figureRecords() throws(Diagnostic) -> [FigureRecord] {
    let records =
      try limits().map {
        record(.limit, $0.limit.name, of: $0.limit.figure, count: $0.count, $0.measured)
      }
      + claims().map {
        record(
          .claim, $0.claim.claim, of: $0.claim.figure, count: $0.count, $0.measured, $0.interval)
      }
    guard records.isEmpty, let time = measures.first(where: { $0.use == .totalTime }) else {
      return records
    }
    return configurations.compactMap { configuration in
      let found = configuration.statistics(of: time.name)
      // Times of good trials may not count, but those of failed ones are lost.
      guard found != nil || configuration.good < configuration.trials else { return nil }
      let settings = zip(paths, configuration.settings).filter { !$0.1.isEmpty }
      return record(
        .configuration, settings.map { "\($0): \($1)" }.joined(separator: ", "),
        of: Figure { $0.column = time.name }, count: configuration.good, found?.median,
        found?.interval)
    }
  }

  private func record(
    _ kind: FigureRecord.Kind, _ name: String, of figure: Figure, count: Int, _ measured: Double?,
    _ interval: ClosedRange<Double>? = nil
  ) -> FigureRecord {
    FigureRecord(
      date: environment?.started ?? "",
      commit: (environment?.commit ?? "") + (environment?.isDirty == true ? "+" : ""),
      processor: environment?.cpu ?? "", cores: environment?.cores ?? 0,
      load: environment?.loadBefore, experiment: self.name ?? "", kind: kind, name: name,
      column: figure.column, isRatio: figure.isRatio, count: count, measured: measured,
      low: interval?.lowerBound, high: interval?.upperBound)
  }
}
