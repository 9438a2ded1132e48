import ForceLabSettings

/// A complaint of libyaml's scanner or parser, put into words that say what to do.
struct SyntaxProblem {
  /// libyaml's own words, such as “did not find expected key”.
  var problem: String
  /// What libyaml was doing, such as “while parsing a block mapping”.
  var context: String?
  /// Where it stopped.
  var location: Location
  /// Where the list, mapping or text began that it was reading.
  var contextLocation: Location
  /// What stands around that place.
  var surroundings: Surroundings
  /// Whether a document has begun.
  var hasDocument: Bool
  /// The character at which it stopped, if that is ASCII.
  var character: Character?

  var diagnostic: Diagnostic {
    if isUnfinished { return Diagnostic(unfinishedMessage, at: contextLocation) }
    // At the end, libyaml stands on a line that the text may not have.
    let place = surroundings.isAtEnd ? min(location, surroundings.end) : location
    return Diagnostic(message, at: place)
  }

  /// Where something is never finished, its beginning tells more than the end of the file.
  private var isUnfinished: Bool {
    switch problem {
    case "found unexpected end of stream", "could not find expected ':'": true
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      surroundings.isAtEnd
    default: false
    }
  }

  private var unfinishedMessage: String {
    switch problem {
    case "found unexpected end of stream":
      "this text in quotes is never closed; add the closing quote"
    case "did not find expected ',' or ']'": "this list is never closed; add the ']'"
    case "did not find expected ',' or '}'": "this mapping is never closed; add the '}'"
    default:
      "this key is not followed by ':'; write 'key: value', or indent a text that goes on here"
    }
  }

  private var beginning: String {
    "that begins at line \(contextLocation.line), column \(contextLocation.column)"
  }

  private var message: String {
    collectionMessage ?? textMessage ?? nameMessage ?? otherMessage
  }

  private var collectionMessage: String? {
    switch problem {
    case "did not find expected key", "did not find expected '-' indicator":
      surroundings.beginsLine ? misplacedLine : misplacedRest
    case "did not find expected ',' or ']'":
      "expected ',' or ']' in the list \(beginning); "
        + "put a ',' between its items and a ']' after the last"
    case "did not find expected ',' or '}'":
      "expected ',' or '}' in the mapping \(beginning); "
        + "put a ',' between its entries and a '}' after the last"
    case "did not find expected node content" where surroundings.isAtEnd:
      "the text ends where a value is expected; write one, and close every '[' and '{'"
    case "did not find expected node content":
      "expected a value here; write one, or remove the character that stands in its place"
    case "mapping values are not allowed in this context":
      "a ':' that makes a key cannot stand here; put a text that holds ': ' in quotes, "
        + "or give the key a line of its own, indented like its neighbours"
    case "block sequence entries are not allowed in this context":
      "a list item cannot begin here; put the '-' on a line of its own"
    case "mapping keys are not allowed in this context":
      "a key cannot begin here; put it on a line of its own, or put the text in quotes"
    case "did not find expected <document start>" where !hasDocument:
      "expected '---' after the directives; add that line, or remove the lines that begin with '%'"
    case "did not find expected <document start>":
      "the document has already ended before this; indent it like the lines above, or remove it"
    default: nil
    }
  }

  private var misplacedLine: String {
    problem == "did not find expected key"
      ? "expected a key of the mapping \(beginning); "
        + "write 'key: value', or indent this line like what it belongs to"
      : "expected a '-' of the list \(beginning); "
        + "begin this line with it, or indent the line like what it belongs to"
  }

  private var misplacedRest: String {
    "nothing may follow the value that ends before this; "
      + "put all of the text in quotes, or move the rest to the next line"
  }

  private var textMessage: String? {
    switch problem {
    case "found unexpected document indicator":
      "the text in quotes \(beginning) is not closed before this '---' or '...'; "
        + "add the closing quote"
    case "found unknown escape character":
      "this escape is unknown; write '\\\\' for a backslash, or use single quotes"
    case "did not find expected hexdecimal number":
      "expected hexadecimal digits after this escape; "
        + "write '\\\\' for a backslash, or use single quotes"
    case "found invalid Unicode character escape code":
      "this escape names no Unicode character; use a code that does"
    case "found a tab character where an indentation space is expected",
      "found a tab character that violates indentation":
      "a tab cannot indent YAML; use spaces"
    case "found an indentation indicator equal to 0":
      "a block text cannot be indented by 0; use 1 to 9 after the '|' or '>'"
    case "did not find expected comment or line break":
      "nothing but a comment may follow on this line; move the text to the next line"
    case "found character that cannot start any token": strayCharacter
    default: nil
    }
  }

  private var strayCharacter: String {
    switch character {
    case "\t": "a tab cannot indent YAML; use spaces"
    case let character? where character.isASCII:
      "'\(character)' cannot begin a value; put the value in quotes"
    default: "this character cannot begin a value; put the value in quotes"
    }
  }

  private var nameMessage: String? {
    switch problem {
    case "did not find expected alphabetic or numeric character":
      "expected a name of letters, digits, '-' and '_' after '&' or '*'; "
        + "put the text in quotes if it is no anchor or alias"
    case "found undefined tag handle":
      "the tag here has a handle that is not defined; remove the tag"
    case "found unknown directive name", "could not find expected directive name",
      "found unexpected non-alphabetical character":
      "a '%' at the start of a line begins a directive, and this is none; put the text in quotes"
    case "found incompatible YAML document":
      "this version of YAML is unknown; write '%YAML 1.1', or remove the line"
    case "found duplicate %YAML directive", "found duplicate %TAG directive":
      "this directive stands twice; remove one of them"
    default: nil
    }
  }

  /// Rare problems keep libyaml's words.
  private var otherMessage: String {
    let missing = ["did not find expected ", "did not find the expected "]
    let prefix = missing.first { problem.hasPrefix($0) }
    let what = prefix.map { "expected " + problem.dropFirst($0.count) } ?? problem
    return "\(what)\(context.map { " \($0)" } ?? ""); correct the text here"
  }
}
