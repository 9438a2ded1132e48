import ForceLabSettings

/// A table of GitHub's Markdown, for issues and READMEs. The best values are bold.
enum MarkdownTable {
  static func text(of table: Table, caption: String) -> String {
    let table = table.withoutEmptyColumns
    let headings = table.headings.map { escaped($0.title) }
    let rules = table.headings.map { $0.isNumeric ? "---:" : "---" }
    let rows = table.rows.map { row in
      row.map { cell in
        let text = escaped(cell.text)
        return (cell.isBest && !text.isEmpty ? "**\(text)**" : text)
          + (cell.interval.map { " (\(escaped($0)))" } ?? "")
      }
    }
    let lines = ([headings, rules] + rows).map { "| \($0.joined(separator: " | ")) |" }
    return lines.joined(separator: "\n") + "\n\n\(escaped(caption))\n"
  }

  private static func escaped(_ text: String) -> String {
    text.printableLine.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case "\\", "|", "*", "_", "`", "[", "]", "{", "}", "#", "~", "$": "\\\(character)"
      default: String(character)
      }
    }.joined()
  }
}
