import ForceLabSettings
import Foundation

extension Plan {
  /// Why the run will not tell its configurations apart, and what to do; nil if it can.
  public var verdictNote: Diagnostic? {
    let repeats = experiment.repeats
    let isRandom = configurations.contains { $0.study.isRandom }
    let place = document["repeat"]?.location ?? document.location
    guard let instances, let counts = instanceCounts else {
      guard configurations.count > 1 else { return nil }
      guard repeats < StatementFamily.minRepeats else { return copyNote(at: place) }
      let subject = isRandom ? "differences between configurations" : "differences of times"
      return note(
        "\(subject) are unknown: there \(repeats == 1 ? "is" : "are") \(counted(repeats, "repeat")), and "
          + "\(StatementFamily.minRepeats) are needed; use 'repeat: \(StatementFamily.minRepeats)' or more",
        at: place)
    }
    guard counts.algorithms > 1 else { return nil }
    let needed = InstanceAxes.minCount(algorithms: counts.algorithms)
    guard counts.instances < needed else { return nil }
    return note(
      "differences over \(instances.plural) are unknown: there are \(instances.counted(counts.instances)), and "
        + "\(needed) are needed to compare \(counts.algorithms) algorithms; add \(instances.plural)",
      at: document["sweep"]?.location ?? place)
  }

  /// Nil unless some configurations are random and others are not.
  private func copyNote(at place: Location?) -> Diagnostic? {
    guard configurations.contains(where: \.study.isRandom),
      let fixed = configurations.first(where: { !$0.study.isRandom }),
      let advice = fixed.study.randomization
    else { return nil }
    return note(
      "only differences of times from configuration \(fixed.number) will be known: unless nodes "
        + "coincide, it gives the same layout in every repeat, which counts once; add \(advice)",
      at: place)
  }

  private func note(_ message: String, at place: Location?) -> Diagnostic {
    Diagnostic(message, at: place, severity: .note)
  }

  /// The numbers of different instances and of algorithms; nil if algorithms are not compared over several instances.
  private var instanceCounts: (instances: Int, algorithms: Int)? {
    guard let instances else { return nil }
    let own = paths.indices.filter { instances.paths.contains(paths[$0]) }
    let others = paths.indices.filter { !instances.paths.contains(paths[$0]) }
    let count = { (columns: [Int]) in
      Set(configurations.map { row in columns.map { row.settings[$0] } }).count
    }
    let counts = (count(own), count(others))
    return counts.0 > 1 ? counts : nil
  }
}

extension InstanceAxes {
  /// The chance that any statement over instances is wrong, at most. Those over repeats have the rest of 5 %,
  /// the smallest level at which six repeats allow a statement.
  public static let level = 0.05 - 1.0 / 32

  /// The fewest instances over which the signed-rank test, with Holm's correction, can tell a pair of this many
  /// algorithms apart: the smallest p-value of n instances is 2¹⁻ⁿ. More measures need more.
  static func minCount(algorithms: Int) -> Int {
    let pairs = Double(algorithms * (algorithms - 1) / 2)
    let level = pairs == 1 ? Self.level : 0.05
    return Int((1 + log2(pairs / level)).rounded(.up))
  }
}
