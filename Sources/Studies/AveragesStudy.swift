import ForceLabAverages
import ForceLabPlugins
import ForceLabWorkbench

/// The study that checks the means of whole numbers against reference values.
public struct AveragesStudy: Study {
  /// In which order the values are taken.
  public enum Order: String, Choice {
    /// As they stand.
    case given
    /// The least first.
    case ascending
    /// The greatest first.
    case descending
  }

  /// The numbers.
  public var values: [Int] = []
  /// In which order they are taken.
  public var order = Order.given
  /// How the mean is taken.
  public var method = MeanMethod.exact
  /// What the mean must be.
  public var reference: Int?

  /// The exact mean of nothing.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "averages", "Takes the mean of 64-bit whole numbers and checks it against a reference value.",
    parameters: [
      Parameter("values", \.values, "The numbers.", isRequired: true, example: "[1, 2, 3]"),
      Parameter("order", \.order, "In which order they are taken."),
      Parameter("method", \.method, "The blog's rolling mean, or the exact one."),
      Parameter(
        "reference", \.reference, "What the mean must be.", defaultDescription: "not checked"),
    ], source: "The blog's overflow-safe mean")

  public var columns: [Column] {
    [
      .fact("count"), .fact("mean"), .fact("expected_mean"), .measure("difference"),
      .measure("error", better: .lower),
    ]
  }

  public func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    let numbers = ordered
    var outcome = Outcome()
    let start = ContinuousClock.now
    let mean = method.mean(of: numbers)
    outcome.stepNanoseconds = [start.duration(to: .now).nanoseconds]
    outcome.stopReason = "done"
    outcome.values = ["count": .integer(numbers.count), "mean": .integer(Int(mean))]
    outcome.values["error"] = Field(Self.error(of: mean, of: numbers))
    if let reference {
      outcome.values["expected_mean"] = .integer(reference)
      let (difference, overflow) = Int(mean).subtractingReportingOverflow(reference)
      outcome.values["difference"] =
        overflow ? .number(Double(mean) - Double(reference)) : .integer(difference)
      if difference != 0 {
        outcome.status = .failed
        outcome.message = "the \(method.rawValue) mean is \(mean), not \(reference)"
      }
    }
    return outcome
  }

  /// By how much `mean` is more than the exact mean of `numbers`; nil if there are none.
  private static func error(of mean: Int64, of numbers: [Int64]) -> Double? {
    guard !numbers.isEmpty else { return nil }
    let sum = numbers.reduce(Int128(0)) { $0 + Int128($1) }
    return Double(Int128(mean) * Int128(numbers.count) - sum) / Double(numbers.count)
  }

  private var ordered: [Int64] {
    let numbers = values.map { Int64($0) }
    return switch order {
    case .given: numbers
    case .ascending: numbers.sorted()
    case .descending: numbers.sorted(by: >)
    }
  }
}

extension MeanMethod: Choice {}
