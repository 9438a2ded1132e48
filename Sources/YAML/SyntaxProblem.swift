import ForceLabSettings

/// An error of libyaml's scanner or parser, translated into a message that says how to fix it.
struct SyntaxProblem {
  /// libyaml's message, such as “did not find expected key”.
  var problem: String
  /// What libyaml was doing, such as “while parsing a block mapping”.
  var context: String?
  var location: Location
  /// Of the list, mapping or text that libyaml was reading.
  var contextLocation: Location
  var surroundings: Surroundings
  var hasDocument: Bool
  var character: Character?

  var diagnostic: Diagnostic {
    if problem.contains("':'") || problem.hasPrefix("mapping values"), let missingSpace {
      return missingSpace
    }
    if let message = unfinishedMessage { return Diagnostic(message, at: contextLocation) }
    // At the end, libyaml's line may be one after the last.
    let place = surroundings.isAtEnd ? min(location, surroundings.end) : location
    return Diagnostic(message, at: place)
  }

  /// The nearest key without a space before its value, which libyaml took for a text, or for a part of one.
  private var missingSpace: Diagnostic? {
    let lines = [contextLocation.line, location.line, location.line - 1]
    return lines.lazy.compactMap { line in
      surroundings.lines[line]?.keyWithoutSpace.map { key, offset in
        Diagnostic(
          "put a space after '\(key):'",
          at: Location(file: location.file, line: line, column: offset + 1))
      }
    }.first
  }

  /// Reported at the beginning of what is not closed.
  private var unfinishedMessage: String? {
    switch problem {
    case "found unexpected end of stream":
      "this text in quotes is not closed; add the closing quote"
    case "could not find expected ':'":
      "this key is not followed by ':'; write 'key: value', or indent continued text"
    case "did not find expected ',' or ']'" where surroundings.isAtEnd:
      "this list is not closed; add the ']'"
    case "did not find expected ',' or '}'" where surroundings.isAtEnd:
      "this mapping is not closed; add the '}'"
    default: nil
    }
  }

  private var beginning: String {
    "that begins at line \(contextLocation.line), column \(contextLocation.column)"
  }

  private var message: String {
    switch problem {
    case "did not find expected key" where surroundings.beginsLine:
      "expected a key of the mapping \(beginning); write 'key: value', or correct the indentation"
    case "did not find expected '-' indicator" where surroundings.beginsLine:
      "expected a '-' of the list \(beginning); add it, or correct the indentation"
    case "did not find expected key", "did not find expected '-' indicator":
      "unexpected text after the value; quote all of the text, or move the rest to the next line"
    case "did not find expected ',' or ']'":
      "expected ',' or ']' in the list \(beginning); separate items by ',' and add a ']' at the end"
    case "did not find expected ',' or '}'":
      "expected ',' or '}' in the mapping \(beginning); "
        + "separate entries by ',' and add a '}' at the end"
    case "did not find expected node content" where surroundings.isAtEnd:
      "expected a value, found the end of the text; add one, and close every '[' and '{'"
    case "did not find expected node content":
      "expected a value; add one, or remove the character here"
    case "mapping values are not allowed in this context":
      "unexpected ':'; quote a text that contains ': ', or put the key on a line of its own"
    case "block sequence entries are not allowed in this context":
      "unexpected list item; put the '-' on a line of its own"
    case "mapping keys are not allowed in this context":
      "unexpected key; put it on a line of its own, or quote the text"
    case "did not find expected <document start>" where !hasDocument:
      "expected '---' after the directives; add it, or remove the lines that begin with '%'"
    case "did not find expected <document start>":
      "unexpected text after the end of the document; indent it like the lines above, or remove it"
    case "found unexpected document indicator":
      "the text in quotes \(beginning) is not closed before this '---' or '...'; "
        + "add the closing quote"
    case "found unknown escape character":
      "unknown escape; write '\\\\' for a backslash, or use single quotes"
    case "did not find expected hexdecimal number":
      "expected hexadecimal digits after this escape; "
        + "write '\\\\' for a backslash, or use single quotes"
    case "found invalid Unicode character escape code":
      "this escape is not a Unicode character; write the character itself, or its code as in "
        + "\\U0001F600"
    case "found a tab character where an indentation space is expected",
      "found a tab character that violates indentation":
      "a tab cannot indent YAML; use spaces"
    case "found an indentation indicator equal to 0":
      "the indentation of a block text must be 1 to 9; correct the digit after '|' or '>'"
    case "did not find expected comment or line break":
      "only a comment may follow on this line; move the text to the next line"
    case "found character that cannot start any token" where character == "\t":
      "a tab cannot indent YAML; use spaces"
    case "found character that cannot start any token":
      (character.flatMap { $0.isASCII ? "'\($0)'" : nil } ?? "this character")
        + " cannot begin a value; quote the value"
    case "did not find expected alphabetic or numeric character":
      "expected a name of letters, digits, '-' and '_' after '&' or '*'; "
        + "quote the text if it is not an anchor or alias"
    case "found undefined tag handle": "undefined tag handle; remove the tag"
    case "found unknown directive name", "could not find expected directive name",
      "found unexpected non-alphabetical character":
      "unknown directive; quote a text that begins with '%'"
    case "found incompatible YAML document":
      "unknown version of YAML; write '%YAML 1.1', or remove the line"
    case "found duplicate %YAML directive", "found duplicate %TAG directive":
      "duplicate directive; remove one of them"
    default: otherMessage
    }
  }

  private var otherMessage: String {
    let missing = ["did not find expected ", "did not find the expected "]
    let prefix = missing.first { problem.hasPrefix($0) }
    let what = prefix.map { "expected " + problem.dropFirst($0.count) } ?? problem
    return "\(what)\(context.map { " \($0)" } ?? ""); correct the text here"
  }
}
