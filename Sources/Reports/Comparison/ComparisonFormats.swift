import ForceLabGraphFiles

extension Comparison {
  /// The statements of a guard: over all instances if there are any, else of each cell; and what fails by `verdicts`.
  func statements(_ verdicts: Set<ComparisonVerdict> = []) -> [ComparisonRecord] {
    let all = records
    let hasInstances = all.contains { $0.kind == .signedRank }
    return all.filter { record in
      record.kind == .leftOut && !record.isExcluded || record.fails(verdicts)
        || (hasInstances ? record.kind == .signedRank : record.verdict != nil)
    }
  }

  /// A table for a comment on a change: a row for each statement. Those with one of `verdicts` are said to fail.
  public func markdown(failIf verdicts: Set<ComparisonVerdict> = []) -> String {
    let settings: [TableColumn<ComparisonRecord>] = paired.paths.enumerated().map { index, path in
      .text(path) { $0.setting(index) }
    }
    let table = Table(
      statements(verdicts),
      [.text("measure") { $0.measure }] + settings + [
        .text("base") { $0.base }, .text("new") { $0.new }, .text("change") { $0.changeText },
        .text("verdict") { $0.verdict?.rawValue ?? "" }, .text("assessment") { $0.outcome },
        .text("fails") { $0.fails(verdicts) ? "yes" : "" },
      ])
    return MarkdownTable.text(of: table, caption: "")
      + unmeasured(verdicts).map { "Fails: \($0).\n" }.joined()
  }

  /// A report of tests in the format of JUnit, which the services of continuous integration read: each statement is a
  /// test, which fails if it has one of `verdicts` or a candidate did not finish, and is skipped if nothing was compared.
  /// Without `verdicts`, it fails if it is worse or trials are missing. What was not measured is a failing test, too.
  public func junit(failIf verdicts: Set<ComparisonVerdict> = []) -> String {
    let statements = statements(verdicts)
    func fails(_ record: ComparisonRecord) -> Bool {
      verdicts.isEmpty ? ["worse", "failed"].contains(record.outcome) : record.fails(verdicts)
    }
    func isSkipped(_ record: ComparisonRecord) -> Bool {
      !fails(record) && record.outcome == "not-compared"
    }
    let cases = statements.map { record in
      let place = zip(paired.paths, record.settings).filter { !$1.isEmpty }.map { "\($0)=\($1)" }
      let measure = record.measure
      let name = ([measure.isEmpty ? "trials" : measure] + place).joined(separator: " ")
      let group = [record.base, record.new].filter { !$0.isEmpty }
      let verdict = record.verdict.map { "\($0.rawValue), " } ?? ""
      let text = Self.escaped("\(name): \(verdict)\(record.changeText)")
      let content =
        fails(record)
        ? "<failure message=\"\(text)\"/>"
        : isSkipped(record) ? "<skipped message=\"\(text)\"/>" : "<system-out>\(text)</system-out>"
      return """
          <testcase classname="\(Self.escaped(group.joined(separator: " → ")))" name="\(Self.escaped(name))">\(content)</testcase>

        """
    }
    let reasons = isEmpty ? ["nothing was compared"] : unmeasured(verdicts)
    let others = reasons.map {
      "    <testcase classname=\"\" name=\"fail-if\"><failure message=\"\($0)\"/></testcase>\n"
    }
    let failures = statements.count(where: fails) + others.count
    let skipped = statements.count(where: isSkipped)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="forcelab compare" tests="\(cases.count + others.count)" failures="\(failures)" skipped="\(skipped)">
      \((cases + others).joined())  </testsuite>
      </testsuites>

      """
  }

  private static func escaped(_ text: String) -> String { text.printableLine.xmlEscaped() }
}

extension ComparisonRecord {
  /// better, worse, same, unclear, different, not-compared, or failed for missing trials.
  fileprivate var outcome: String { kind == .leftOut ? "failed" : assessment?.rawValue ?? "" }

  fileprivate var changeText: String {
    guard let change else { return note }
    let text = { (number: Double) in
      scale == .distance ? distanceText(number) : readable(number)
    }
    let interval = low.flatMap { low in high.map { "\(text(low)) to \(text($0))" } } ?? ""
    return text(change) + (scale?.isLogarithmic == true ? " times" : "")
      + parenthesized([interval, scale == .countRatio ? "counts plus 1" : ""])
  }
}

/// The root of a mean square distance in percent of the layout's size, like the threshold.
func distanceText(_ square: Double) -> String { readable(max(0, square).squareRoot() * 100) + " %" }
