import ForceLabSettings

/// A table of GitHub's Markdown, for issues and READMEs. The best values are bold.
public struct MarkdownTable: TableFormat {
  public init() {}

  public var bestMark: String { "Bold" }

  public func text(of table: Table, caption: String, name: String) -> String {
    let table = table.withoutEmptyColumns
    let headings = table.headings.map { Self.escaped($0.title) }
    let rules = table.headings.map { $0.isNumeric ? "---:" : "---" }
    let rows = table.rows.map { row in
      row.map { cell in
        let text = Self.escaped(cell.text)
        return (cell.isBest && !text.isEmpty ? "**\(text)**" : text)
          + (cell.interval.map { " (\(Self.escaped($0)))" } ?? "")
      }
    }
    let lines = ([headings, rules] + rows).map { "| \($0.joined(separator: " | ")) |" }
    return lines.joined(separator: "\n") + "\n\n\(Self.escaped(caption))\n"
  }

  private static func escaped(_ text: String) -> String {
    text.printableLine.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case "\\", "|", "*", "_", "`", "[", "]", "{", "}", "#", "~": "\\\(character)"
      default: String(character)
      }
    }.joined()
  }
}
