import ForceLabAverages
import ForceLabPlugins
import ForceLabWorkbench

struct AveragesStudy: Study {
  enum Order: String, Choice {
    case given, ascending, descending
  }

  var values: [Int] = []
  var order = Order.given
  var method = MeanMethod.exact
  var reference: Int?

  static let manual = Manual<Self>(
    "averages", "Computes the mean of 64-bit integers and compares it with a reference value.",
    parameters: [
      Parameter("values", \.values, "The numbers.", isRequired: true, example: "[1, 2, 3]"),
      Parameter("order", \.order, "Order in which they are added."),
      Parameter(
        "method", \.method, "The rolling mean, which does not overflow, or the exact mean."),
      Parameter("reference", \.reference, "Expected mean.", defaultDescription: "not checked"),
    ], source: "“A Little Bit Of Math #1”, blog.krugazor.eu, 2019: the rolling mean")

  var isRandom: Bool { false }

  var columns: [Column] {
    [
      .fact("count"), .fact("mean"), .fact("expected_mean"), .measure("difference"),
      .measure("error"), .measure("absolute_error", better: .lower),
      .hash("outcome_hash", use: .outcome),
    ]
  }

  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    let numbers = ordered
    var outcome = Outcome(because: "done")
    trial.discard { _ in _ = method.mean(of: numbers) }
    let start = ContinuousClock.now
    let mean = method.mean(of: numbers)
    outcome.stepNanoseconds = [start.duration(to: .now).nanoseconds]
    outcome.values = ["count": .integer(numbers.count), "mean": .integer(Int(mean))]
    let error = Self.error(of: mean, of: numbers)
    outcome.values["error"] = Field(error)
    outcome.values["absolute_error"] = Field(error?.magnitude)
    outcome.values["outcome_hash"] = .text(
      (numbers + [mean]).withUnsafeBytes { ContentHash.short($0) })
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

  /// `mean` minus the exact mean of `numbers`; nil if there are no numbers.
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
