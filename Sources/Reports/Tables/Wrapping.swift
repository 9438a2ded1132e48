/// `text` in lines of at most `width` characters.
///
/// Long lines are broken between words and indented to their last column, which begins after the
/// last two spaces in a row. Words are never broken.
public func wrapped(_ text: String, width: Int) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { wrapped(line: $0, width: width) }.joined(separator: "\n")
}

private func wrapped(line: Substring, width: Int) -> String {
  guard line.count > width else { return String(line) }
  let indent = indentOfLastColumn(line)
  // A long line is better than a column too narrow to read.
  guard width - indent >= 20 else { return String(line) }
  var lines = [String(line.prefix(indent))]
  var isStart = true
  for word in line.dropFirst(indent).split(separator: " ") {
    if !isStart && lines[lines.count - 1].count + 1 + word.count > width {
      lines.append(String(repeating: " ", count: indent))
      isStart = true
    }
    lines[lines.count - 1] += (isStart ? "" : " ") + word
    isStart = false
  }
  return lines.joined(separator: "\n")
}

private func indentOfLastColumn(_ line: Substring) -> Int {
  var indent = 0
  var spaces = 2
  for (index, character) in line.enumerated() {
    if character != " " && spaces >= 2 { indent = index }
    spaces = character == " " ? spaces + 1 : 0
  }
  return indent
}
