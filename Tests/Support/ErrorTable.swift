/// Inputs and the errors that they give, from a text: the lines of an input, then a line with "→ " and the
/// error; and so on.
package func errorTable(_ text: String) -> [(input: String, error: String)] {
  var (table, lines): ([(input: String, error: String)], [Substring]) = ([], [])
  for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
    guard line.hasPrefix("→ ") else {
      lines.append(line)
      continue
    }
    table.append((lines.joined(separator: "\n"), String(line.dropFirst(2))))
    lines = []
  }
  precondition(lines.isEmpty, "input without an error: \(lines)")
  return table
}
