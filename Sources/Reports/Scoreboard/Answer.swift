import ForceLabPlugins
import ForceLabWorkbench

/// The answer of a scoreboard in at most three sentences: the best by the first measure, by the others, and its time.
struct Answer {
  private let board: Scoreboard
  private let run: RunReader
  private let comparisons: [InstanceComparison]
  private static let maxMeasures = 4

  init(_ board: Scoreboard, _ run: RunReader, _ findings: Findings) {
    (self.board, self.run) = (board, run)
    comparisons = findings.instances?.comparisons ?? []
  }

  var texts: [FindingText] {
    let judged = board.measures.indices.filter { index in
      (isAlone(index) || board.rows.count { $0.cells[index].value?.isFinite == true } > 1)
        && board.rows.contains {
          $0.cells[index].standing == .best && $0.cells[index].value?.isFinite == true
        }
    }
    guard board.rows.allSatisfy({ $0.instance == nil }) else { return [] }
    let time = judged.first { board.measures[$0].column.name == run.mainTime?.name }
    let others = judged.filter { !board.measures[$0].column.isTime }
    var texts: [FindingText] = []
    if let first = others.first {
      let failed =
        isAlone(first) ? ["the \(board.rows.count == 2 ? "other" : "others") failed"] : []
      texts.append(text([sentence(first)] + failed, first))
    }
    if others.count > 1 {
      let shown = others[1..<min(others.count, Self.maxMeasures)]
      let rest = others.count - Self.maxMeasures
      texts.append(
        text(
          shown.map(sentence)
            + (rest > 0 ? ["\(counted(rest, "other measure")) in the table"] : []),
          shown[1]))
    }
    if let time {
      texts.append(text([others.first.map { cost(of: $0, time) } ?? sentence(time)], time))
    }
    return texts
  }

  /// Whether only one of several configurations has a value.
  private func isAlone(_ index: Int) -> Bool {
    board.instances == nil && board.rows.count > 1
      && board.rows.count { $0.cells[index].value != nil } == 1
  }

  private func text(_ sentences: [String], _ index: Int) -> FindingText {
    FindingText(
      text: sentences.joined(separator: "; ").capitalizedFirst + ".",
      measure: board.measures[index].column.name)
  }

  /// The rows with a value, the best first.
  private func ranked(_ index: Int) -> [Scoreboard.Row] {
    let rows = board.rows.filter { board.cost(of: $0, at: index)?.isFinite == true }
    let keys = rows.map { row in
      (row.cells[index].standing == .best ? 0 : 1, board.cost(of: row, at: index) ?? 0)
    }
    return rows.indices.sorted { keys[$0] < keys[$1] }.map { rows[$0] }
  }

  private func comparison(_ index: Int) -> InstanceComparison? {
    comparisons.first { $0.measure == board.measures[index].column.name }
  }

  /// Which row is the best, by how much and how sure.
  private func sentence(_ index: Int) -> String {
    let (rows, column) = (ranked(index), board.measures[index].column)
    let best = rows.filter { $0.cells[index].standing == .best }
    let others = rows.dropFirst(best.count).filter { $0.cells[index].standing != .untested }
    let name =
      (best.count + others.count < rows.count ? "of the \(board.rowTitle)s with a verdict, " : "")
      + (best.count > 3
        ? "\(counted(best.count, board.rowTitle)), such as \(quoted(best[0].name)),"
        : best.map { quoted($0.name) }.listed())
    let superlative = column.superlative()
    let verb = best.count == 1 ? "has" : "have"
    let tied = others.filter { $0.cells[index].standing == .tied }
    let isUnknown = others.contains { $0.cells[index].standing == .unknown }
    guard let comparison = comparison(index) else {
      let cell = best[0].cells[index]
      let start = "\(name) \(verb) the \(superlative), \(measured(cell, index))"
      let next = others.first.map {
        (name: quoted($0.name), value: measured($0.cells[index], index))
      }
      if rows.allSatisfy({ isExact($0, index) }) {
        return "\(start) in every repeat"
          + (next.map { ", against \($0.value) of \($0.name)" } ?? "")
      }
      // The caption of the table says why there is no verdict.
      if isUnknown {
        let median = isSingle ? "" : "median "
        return "\(name) \(verb) the \(column.superlative(of: median)), \(measured(cell, index))"
      }
      let bounds = cell.boundsText.map { " (\($0); \(counted(best[0].good, "repeat")))" } ?? ""
      return start + bounds
        + (tied.isEmpty
          ? next.map { "; the next is \($0.name) with \($0.value)" } ?? ""
          : ", but \(undistinguished(tied, of: others.count))")
    }
    let table = comparison.table
    let over = table.axes.counted(comparison.instances)
    let led = table.entries.map(table.leaders).filter { leaders in
      leaders.contains { table.algorithms[$0] == best[0].name }
    }
    let shared = led.count { $0.count > 1 }
    let note = shared > 0 ? " (\(shared) shared)" : ""
    let isEverywhere = led.count == comparison.instances
    let start =
      "\(name) \(verb) the \(superlative) \(isEverywhere ? "on all" : "over") \(over)"
      + (isEverywhere ? note : "")
    if isUnknown { return "\(start), but these are too few for a verdict" }
    if !tied.isEmpty { return "\(start), but \(undistinguished(tied, of: others.count))" }
    guard let next = others.first else { return start }
    let factor = factor(of: best[0].name, to: next.name, comparison)
    return start + (isEverywhere ? "" : ", and is the best on \(led.count) of them\(note)")
      + (factor.map {
        ", \($0.text) \(column.isPlural ? "those" : "that") of \(quoted(next.name))\($0.notes)"
      } ?? "")
  }

  /// What the best by a measure costs in time.
  private func cost(of index: Int, _ time: Int) -> String {
    let fastest = ranked(time)[0]
    let shared = ranked(index).filter { $0.cells[index].standing == .best }.map(\.name)
    guard let best = ranked(time).first(where: { shared.contains($0.name) }),
      !board.rows.contains(where: { $0.cells[time].standing == .untested })
    else { return sentence(time) }
    if best.cells[time].isBest, board.rows.contains(where: { $0.cells[time].standing == .tied }) {
      return "No other is clearly faster than \(quoted(best.name))"
    }
    if best.name == fastest.name {
      guard ranked(time).contains(where: { $0.cells[time].hasNoVerdict }) else {
        return "\(quoted(best.name)) is also the fastest"
      }
      let median = isSingle || comparison(time) != nil ? "" : "median "
      let superlative = board.measures[time].column.superlative(of: median)
      return "\(quoted(best.name)) also has the \(superlative)"
    }
    let start = "\(quoted(best.name)) takes"
    guard let comparison = comparison(time) else {
      let isUnknown = best.cells[time].standing == .unknown
      return
        "\(start) \(measured(best.cells[time], time))"
        + "\(isUnknown && !isSingle ? " by the median" : ""), and the "
        + "fastest, \(quoted(fastest.name)), \(measured(fastest.cells[time], time))"
    }
    guard let factor = factor(of: best.name, to: fastest.name, comparison, isToBest: true) else {
      return sentence(time)
    }
    return "\(start) \(factor.text) as long as the fastest, \(quoted(fastest.name))\(factor.notes)"
  }

  /// How many times the value of `other` that of `name` is, and the notes on it; nil without a ratio. One to
  /// the best is at least 1, and so is its interval.
  private func factor(
    of name: String, to other: String, _ comparison: InstanceComparison, isToBest: Bool = false
  ) -> (text: String, notes: String)? {
    comparison.ratio(of: name, to: other).map { ratio, interval in
      let interval = interval.map { isToBest ? max(1, $0.lowerBound)...max(1, $0.upperBound) : $0 }
      let factor = Factor(ratio, interval)
      return (factor.text, factor.notes(comparison.table.axes.counted(comparison.instances)))
    }
  }

  private func undistinguished(_ tied: [Scoreboard.Row], of count: Int) -> String {
    if tied.count == count && count > 3 { return "no other can be told from it" }
    let names = tied.prefix(tied.count > 3 ? 2 : 3).map { quoted($0.name) }
    let rest = tied.count - names.count
    return (names + (rest > 0 ? [counted(rest, "other")] : [])).listed() + " cannot be told from it"
  }

  private func measured(_ cell: Scoreboard.Cell, _ index: Int) -> String {
    [cell.text, board.measures[index].unit].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Whether each row is a single trial.
  private var isSingle: Bool { board.rows.allSatisfy { $0.trials == 1 } }

  private func isExact(_ row: Scoreboard.Row, _ index: Int) -> Bool {
    !board.measures[index].column.isTime
      && row.configurations.allSatisfy { run.configurations[$0 - 1].isDeterministic }
  }
}

/// The reason why nothing is known of an effect.
func tooFewRepeats(_ count: Int) -> String {
  "there \(count == 1 ? "is" : "are") \(counted(count, "distinct repeat")), and "
    + "\(StatementFamily.minRepeats) are needed"
}

/// A name that the user gave, in a sentence.
func quoted(_ name: String) -> String { "`\(name)`" }

/// A ratio in words.
struct Factor {
  /// `half` or `twice`, if the interval or all digits allow it, or `0.54 times`.
  let text: String
  private let bounds: String?

  init(_ ratio: Double, _ interval: ClosedRange<Double>?) {
    let number = MeasuredNumber(value: ratio, interval: interval)
    let bounds = number.boundsText
    let isAbout = { (factor: Double) in
      bounds == nil
        ? Double(number.text) == factor
        : (0.95...1.05).contains(ratio / factor) && interval?.contains(factor) == true
    }
    text = isAbout(0.5) ? "half" : isAbout(2) ? "twice" : "\(number.text) times"
    self.bounds = bounds.map { "\($0) times" }
  }

  /// ` (0.41 to 0.72 times; 12 graphs)`: the interval and `others`.
  func notes(_ others: String...) -> String { parenthesized([bounds ?? ""] + others) }
}

/// ` (a; b)` of the `notes` that are not empty; empty without any.
func parenthesized(_ notes: [String]) -> String {
  let notes = notes.filter { !$0.isEmpty }
  return notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
}

extension Column {
  /// Whether it is a number of things, such as edge crossings, which its title names.
  var isPlural: Bool { isCount || use == .iterations }

  /// Such as `a lower stress` or `fewer edge crossings`.
  func comparative(isLess: Bool) -> String {
    isPlural ? "\(isLess ? "fewer" : "more") \(title)" : "a \(isLess ? "lower" : "higher") \(title)"
  }

  /// Such as `lowest stress`, `lowest median stress` or `fewest edge crossings`.
  func superlative(of statistic: String = "") -> String {
    let isLess = better != .higher
    let word =
      isTime
      ? "shortest"
      : statistic.isEmpty && isPlural ? isLess ? "fewest" : "most" : isLess ? "lowest" : "highest"
    return "\(word) \(statistic)\(title)"
  }
}
