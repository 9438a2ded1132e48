import ForceLabGraphFiles
import ForceLabPlugins
import ForceLabWorkbench

extension Comparison {
  /// The statements of a guard: over all instances if there are any, else of each cell.
  var statements: [[String: Field]] {
    let columns = recordColumns
    let all = records.map { record in
      Dictionary(zip(columns, record), uniquingKeysWith: { first, _ in first })
    }
    let isOverInstances = { (record: [String: Field]) in record["comparison"]?.text == "signed-rank"
    }
    let over = all.filter(isOverInstances)
    let left = all.filter { $0["comparison"]?.text == "left-out" }
    return (over.isEmpty ? all.filter { $0["verdict"]?.text != "" } : over) + left
  }

  /// A table for a comment on a change: a row for each statement.
  public var markdown: String {
    let settings = paired.paths.map { path in
      (path, { (record: [String: Field]) in record[path]?.text ?? "" })
    }
    let columns: [(String, ([String: Field]) -> String)] =
      [("measure", { $0["measure"]?.text ?? "" })] + settings + [
        ("base", { $0["base"]?.text ?? "" }), ("new", { $0["new"]?.text ?? "" }),
        ("change", { Self.change(in: $0) }), ("verdict", { $0["verdict"]?.text ?? "" }),
        ("assessment", { Self.outcome(of: $0) }),
      ]
    let table = Table(
      columns.map { Table.Heading($0.0) },
      rows: statements.map { record in columns.map { $0.1(record) } })
    return MarkdownTable().text(of: table.withoutEmptyColumns, caption: "", name: "comparison")
  }

  /// A report of tests in the format of JUnit, which the services of continuous integration read: each statement is a
  /// test, which fails if it is worse or trials are missing, and is skipped if nothing was compared.
  public var junit: String {
    let statements = statements
    let outcomes = statements.map(Self.outcome)
    let cases = zip(statements, outcomes).map { record, outcome in
      let place = paired.paths.compactMap { path in
        record[path].flatMap { $0.text.isEmpty ? nil : "\(path)=\($0.text)" }
      }
      let measure = record["measure"]?.text ?? ""
      let name = ([measure.isEmpty ? "trials" : measure] + place).joined(separator: " ")
      let group = [record["base"], record["new"]].compactMap { $0?.text }.filter { !$0.isEmpty }
      let text = Self.escaped("\(name): \(Self.sentence(of: record, outcome))")
      let content =
        switch outcome {
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

  /// better, worse, same, unclear, different, not-compared, or failed for missing trials.
  private static func outcome(of record: [String: Field]) -> String {
    record["comparison"]?.text == "left-out" ? "failed" : record["assessment"]?.text ?? ""
  }

  private static func change(in record: [String: Field]) -> String {
    guard let change = record["change"]?.number else { return record["note"]?.text ?? "" }
    let interval = [record["low"]?.number, record["high"]?.number].compactMap { $0 }.map {
      readable($0)
    }
    return readable(change) + (record["effect"]?.text == "ratio" ? " times" : "")
      + (interval.count == 2 ? " (\(interval[0]) to \(interval[1]))" : "")
  }

  private static func sentence(of record: [String: Field], _ outcome: String) -> String {
    let verdict = record["verdict"]?.text ?? ""
    return outcome == "failed" ? change(in: record) : "\(verdict), \(change(in: record))"
  }

  private static func escaped(_ text: String) -> String { text.printableLine.xmlEscaped() }
}
