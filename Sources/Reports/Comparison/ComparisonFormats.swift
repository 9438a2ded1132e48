import ForceLabGraphFiles

extension Comparison {
  /// The statements of a guard: over all instances if there are any, else of each cell.
  var statements: [ComparisonRecord] {
    let all = records
    let over = all.filter { $0.kind == .signedRank }
    return (over.isEmpty ? all.filter { $0.verdict != nil } : over)
      + all.filter { $0.kind == .leftOut }
  }

  /// A table for a comment on a change: a row for each statement.
  public var markdown: String {
    let settings: [TableColumn<ComparisonRecord>] = paired.paths.enumerated().map { index, path in
      .text(path) { $0.setting(index) }
    }
    let table = Table(
      statements,
      [.text("measure") { $0.measure }] + settings + [
        .text("base") { $0.base }, .text("new") { $0.new }, .text("change") { $0.changeText },
        .text("verdict") { $0.verdict?.rawValue ?? "" }, .text("assessment") { $0.outcome },
      ])
    return MarkdownTable().text(of: table.withoutEmptyColumns, caption: "", name: "comparison")
  }

  /// A report of tests in the format of JUnit, which the services of continuous integration read: each statement is a
  /// test, which fails if it is worse or trials are missing, and is skipped if nothing was compared.
  public var junit: String {
    let statements = statements
    let outcomes = statements.map(\.outcome)
    let cases = statements.map { record in
      let place = zip(paired.paths, record.settings).filter { !$1.isEmpty }.map { "\($0)=\($1)" }
      let measure = record.measure
      let name = ([measure.isEmpty ? "trials" : measure] + place).joined(separator: " ")
      let group = [record.base, record.new].filter { !$0.isEmpty }
      let verdict = record.verdict.map { "\($0.rawValue), " } ?? ""
      let text = Self.escaped("\(name): \(verdict)\(record.changeText)")
      let content =
        switch record.outcome {
        case "worse", "failed": "<failure message=\"\(text)\"/>"
        case "not-compared": "<skipped message=\"\(text)\"/>"
        default: "<system-out>\(text)</system-out>"
        }
      return """
          <testcase classname="\(Self.escaped(group.joined(separator: " → ")))" name="\(Self.escaped(name))">\(content)</testcase>

        """
    }
    let failures = outcomes.count { ["worse", "failed"].contains($0) }
    let skipped = outcomes.count { $0 == "not-compared" }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="forcelab compare" tests="\(cases.count)" failures="\(failures)" skipped="\(skipped)">
      \(cases.joined())  </testsuite>
      </testsuites>

      """
  }

  private static func escaped(_ text: String) -> String { text.printableLine.xmlEscaped() }
}

extension ComparisonRecord {
  /// better, worse, same, unclear, different, not-compared, or failed for missing trials.
  fileprivate var outcome: String {
    kind == .leftOut ? "failed" : assessment?.rawValue ?? ""
  }

  fileprivate var changeText: String {
    guard let change else { return note }
    let interval = [low, high].compactMap { $0.map { readable($0) } }
    return readable(change) + (scale == .ratio ? " times" : "")
      + (interval.count == 2 ? " (\(interval[0]) to \(interval[1]))" : "")
  }
}
