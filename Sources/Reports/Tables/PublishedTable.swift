import ForceLabPlugins
import ForceLabWorkbench

extension [ClaimResult] {
  /// The claims for the terminal: claim, published, measured, ratio and verdict, a row for each.
  public var table: FixedWidthTable {
    var table = FixedWidthTable(
      [FixedWidthTable.Heading("claim")]
        + ["published", "measured", "ratio"].map { FixedWidthTable.Heading($0, isNumeric: true) }
        + [FixedWidthTable.Heading("verdict")])
    table.source = "published.csv"
    table.rows = map { result in
      let (claim, figure) = (result.claim, result.claim.figure)
      // An exact number is told in full.
      let number = { claim.tolerance == 1 ? $0.shortText : readable($0) }
      return [
        claim.claim, figure.text(claim.value) { $0.shortText },
        result.measured.map { figure.text($0, number) } ?? "none",
        result.ratio.map { readable($0) } ?? "",
        result.verdict.rawValue + (result.verdict == claim.expect ? ", as expected" : ""),
      ]
    }
    return table
  }

  /// The table in lines of at most `width` characters, the reasons there are, and how many hold.
  public func text(width: Int = .max) -> String {
    let reasons = filter { !$0.reason.isEmpty }.map { result in
      wrapped("\(result.claim.claim):  \(result.reason)", width: width)
    }
    let failing = count { !$0.holds }
    let verdict =
      failing == 0
      ? (count == 1 ? "The published claim holds" : "All \(count) published claims hold")
        + ", or \(count == 1 ? "fails" : "fail") as expected."
      : "\(failing) of \(counted(count, "published claim")) "
        + "\(failing == 1 ? "does" : "do") not hold."
    let parts = [table.text(width: width), reasons.joined(separator: "\n"), verdict]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
