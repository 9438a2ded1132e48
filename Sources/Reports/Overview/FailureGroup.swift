import ForceLabWorkbench

/// Failed trials of one configuration with the same status and messages that begin alike.
struct FailureGroup {
  let trials: [TrialRow]

  var first: TrialRow { trials[0] }

  /// Messages begin alike if they agree up to the first number or name.
  struct Key: Hashable {
    let configuration: Int
    let status: String
    let beginning: Substring

    init(configuration: Int, status: String, message: String) {
      (self.configuration, self.status) = (configuration, status)
      beginning = message.prefix { !$0.isNumber && $0 != "'" }
    }
  }

  /// `diverged: not finite …`, or only the message if it begins with the status.
  static func text(_ status: String, _ message: String, separator: String = ": ") -> String {
    message.hasPrefix(status.replacing("-", with: " "))
      ? message : "\(status)\(separator)\(message)"
  }

  /// The groups of the failed ones of `trials`, in the order of their first trials.
  static func groups(of trials: [TrialRow]) -> [FailureGroup] {
    trials.filter { !$0.isGood }.grouped { trial in
      Key(configuration: trial.configuration, status: trial.status, message: trial.message)
    }.map { FailureGroup(trials: $0.members) }
  }

  /// The other trials, such as `also trials 11, 18, 25 and 6 more`; empty if there are none.
  var othersText: String {
    let others = trials.dropFirst().map { String($0.number) }
    let rest = others.count - min(3, others.count)
    return others.isEmpty
      ? ""
      : "also \(others.count == 1 ? "trial" : "trials") "
        + others.prefix(3).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
