import ForceLabPlugins
import ForceLabSettings

/// A CSV file of published values, one for each graph.
struct FigureTable: Record {
  var file = FileReference()
  var column = ""
  var key = "graph"

  static let manual = Manual<Self>(
    "figure-table", "A CSV file of published values, one for each graph.",
    parameters: [
      Parameter(
        "file", \.file, "CSV file.", isRequired: true, example: "published.csv"),
      Parameter(
        "column", \.column, "Column of the published values.", isRequired: true,
        example: "neato:stress"),
      Parameter(
        "key", \.key,
        "Swept path, and column of the file, whose values say to which row a configuration belongs."
      ),
    ], context: "sweep: {grid: {graph: [karate]}}")

  /// The value for each of the configurations with `settings` at `paths`; nil where the file has none. Throws if it
  /// cannot be read, has no such column, or has none of the values.
  func values(for settings: [[String]], _ paths: [String]) throws(ParameterError) -> [Double?] {
    guard let index = paths.firstIndex(of: key) else {
      throw ParameterError("no sweep has the path '\(key)'", parameter: "table.key")
    }
    let bytes = try Result { () throws(Diagnostic) in
      try fileBytes(
        at: file.path, limit: 1 << 30, location: file.location,
        prefix: "cannot read '\(file.path)': ")
    }.mapError { ParameterError($0.message, parameter: "table.file") }.get()
    // The table of a user may lack the last line break.
    var text = String(decoding: bytes, as: UTF8.self)
    guard let last = text.last else {
      throw ParameterError("'\(file.path)' is empty", parameter: "table.file")
    }
    if !last.isNewline { text += "\n" }
    var known: [String: Double] = [:]
    do throws(Diagnostic) {
      let table = try CSVTable(text, path: file.path)
      let (keyIndex, valueIndex) = (try table.index(of: key), try table.index(of: column))
      var keys: Set<String> = []
      for row in table.rows {
        let name = row.fields[keyIndex]
        guard keys.insert(name).inserted else {
          throw Diagnostic(
            "'\(name)' has a second row; keep one", at: table.place(of: row, keyIndex))
        }
        known[name] = try table.number(valueIndex, in: row)
      }
    } catch {
      let place = error.location?.description ?? file.path
      throw ParameterError(
        "\(place): \(error.message.replacing(CSVTable.repair, with: ""))", parameter: "table.file")
    }
    let found = settings.map { known[$0[index]] }
    guard found.contains(where: { $0 != nil }) else {
      throw ParameterError(
        "'\(file.path)' has no row of these configurations", parameter: "table.file")
    }
    return found
  }
}

/// Values, each with the published value of the same graph.
struct TableRatios {
  let pairs: [(value: Double, published: Double)]
  /// Whether each is of a graph of its own; else they are repeats of a single graph.
  let areGraphs: Bool

  /// The ratios: 1 if both values are 0, and the largest number if only the published one is.
  var values: [Double] {
    pairs.map { value, published in
      value == published ? 1 : min(value / published, .greatestFiniteMagnitude)
    }
  }

  /// The `median` of such ratios, or a bound of it; infinity if it is a ratio to a published 0, or half of one.
  static func unclamped(_ median: Double) -> Double {
    median > .greatestFiniteMagnitude / 4 ? .infinity : median
  }

  /// The number of values from which the mean is nearly normal.
  static let minCount = 30

  /// Why the mean has no interval, such as `needs 30 graphs, has 6`; nil if it has one.
  func intervalNote(of graphs: String) -> String? {
    if intervalOfMeans != nil { return nil }
    if pairs.allSatisfy({ $0.published == 0 }) {
      return "the published values are all 0; use the median"
    }
    return pairs.count < Self.minCount
      ? "needs \(Self.minCount) \(areGraphs ? graphs : "repeats"), has \(pairs.count)"
      : "the published values are too unequal for an interval of their mean; use the median"
  }

  /// The ratio of the means; 1 if both are 0, and nil without values.
  var ofMeans: Double? {
    let sums = pairs.reduce((0, 0)) { ($0.0 + $1.value, $0.1 + $1.published) }
    return pairs.isEmpty ? nil : sums.0 == sums.1 ? 1 : sums.0 / sums.1
  }

  /// The 95 % confidence interval of the ratio of the means, by the variance of a ratio estimator and Student's t. Its
  /// degrees of freedom are those of as many equal published values as have the same spread (Kish's effective number);
  /// nil below 15.
  ///
  /// **Measured coverage** in 3000 simulated tables each of 30 to 1000 graphs, whose published values spread as
  /// exp(σ·z): at least 92.5 % for σ up to 1.5, and 91 % for σ = 2.
  ///
  /// Source: Cochran, Sampling Techniques, 1977, section 6.4.
  var intervalOfMeans: ClosedRange<Double>? {
    guard let ratio = ofMeans, pairs.count >= Self.minCount else { return nil }
    let squares = pairs.reduce(0) { sum, pair in
      let residual = pair.value - ratio * pair.published
      return sum + residual * residual
    }
    let count = Double(pairs.count)
    let total = pairs.reduce(0) { $0 + $1.published }
    let degrees = total * total / pairs.reduce(0) { $0 + $1.published * $1.published } - 1
    guard degrees >= 15 else { return nil }
    let half =
      Distribution.student(tail: 0.025, degrees: degrees)
      * (squares * count / (count - 1)).squareRoot() / total.magnitude
    return half.isFinite ? ratio - half...ratio + half : nil
  }
}
