import ForceLabSettings

/// A table of LaTeX with booktabs, caption and label. The best values are bold.
enum LaTeXTable {
  static func text(of table: Table, caption: String, name: String) -> String {
    let table = table.withoutEmptyColumns
    let columns = table.headings.map { $0.isNumeric ? "r" : "l" }.joined()
    let heading = table.headings.map { escaped($0.title.capitalizedFirst) }
    let rows = table.rows.map { row in
      row.map { cell in
        let text =
          cell.number == nil && Double(cell.text) == nil
          ? escaped(cell.text) : numbers(cell.text)
        // \textbf does not act on formulas.
        let bold = text.contains("$") ? "{\\boldmath\\textbf{\(text)}}" : "\\textbf{\(text)}"
        return (cell.isBest && !text.isEmpty ? bold : text)
          + (cell.interval.map { " {\\footnotesize (\(numbers($0)))}" } ?? "")
      }
    }
    let label = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let lines =
      ["\\toprule", line(heading), "\\midrule"] + rows.map { line($0) } + ["\\bottomrule"]
    let text = """
      \\begin{table}
        \\centering
        \\caption{\(escaped(caption))}
        \\label{tab:\(String(label))}
        \\begin{tabular}{\(columns)}
          \(lines.joined(separator: "\n    "))
        \\end{tabular}
      \\end{table}

      """
    let isForeign = text.unicodeScalars.contains { $0.value > 0x17F }
    return "% In the preamble: \\usepackage{booktabs}"
      + (isForeign ? "\n% It has letters that pdflatex lacks: use lualatex or xelatex." : "")
      + "\n\(text)"
  }

  private static func line(_ cells: [String]) -> String { cells.joined(separator: " & ") + " \\\\" }

  /// Numbers with an exponent become powers of ten. In a formula, a hyphen is a minus.
  private static func numbers(_ text: String) -> String {
    escaped(text).replacing(#/(-?[0-9.]+)(?:e([+-]?[0-9]+))?/#) { match in
      if let power = match.2 { return "$\(match.1) \\cdot 10^{\(Int(power) ?? 0)}$" }
      return match.1.hasPrefix("-") ? "$\(match.1)$" : String(match.1)
    }
  }

  private static func escaped(_ text: String) -> String {
    let quoted = text.printableLine.replacing(/"([^"]*)"/) { "“\($0.1)”" }
    let text = quoted.map { commands[$0] ?? String($0) }.joined()
    // Two hyphens would be a dash; of three, the second replacement finds the rest.
    return text.replacing("--", with: "-{}-").replacing("--", with: "-{}-")
  }

  private static let commands: [Character: String] = {
    // After the end of a line, a bracket or a star would be its argument.
    var commands: [Character: String] = [
      "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#",
      "%": "\\%", "_": "\\_", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}",
      "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}", "\"": "''",
      "[": "{[}", "]": "{]}", "*": "{*}", "`": "\\textasciigrave{}",
      "−": "$-$", "×": "$\\times$", "·": "$\\cdot$", "∞": "$\\infty$", "…": "\\ldots{}",
      "◆": "$\\bullet$", "²": "$^2$", "³": "$^3$", "µ": "$\\mu$", "±": "$\\pm$", "√": "$\\surd$",
      "≤": "$\\le$", "≥": "$\\ge$", "–": "\\textendash{}", "—": "\\textemdash{}", "“": "``",
      "”": "''", "‘": "`",
      "’": "'", "→": "$\\to$",
    ]
    let greek = [
      "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
      "lambda", "mu", "nu", "xi", "", "pi", "rho", "", "sigma", "tau", "upsilon", "phi", "chi",
      "psi", "omega",
    ]
    for (letter, name) in zip("αβγδεζηθικλμνξοπρςστυφχψω", greek) where !name.isEmpty {
      commands[letter] = "$\\\(name)$"
    }
    return commands
  }()
}
