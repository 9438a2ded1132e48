import ForceLabSettings

/// The characters of a document with their locations, counted as libyaml does, up to the first byte
/// that is not UTF-8.
struct CharacterWalk: Sequence, IteratorProtocol {
  /// The first byte that is not UTF-8; nil if all are.
  let invalidByte: UInt8?
  /// Of the last character that was returned; at the end, the location after it.
  private(set) var location: Location
  private var scalars: String.UnicodeScalarView.Iterator
  private var previous: Unicode.Scalar?

  init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    location = Location(file: file, line: 1)
    let bytes = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    var text: [UInt8] = []
    _ = transcode(
      bytes.makeIterator(), from: UTF8.self, to: UTF8.self, stoppingOnError: true
    ) { text.append($0) }
    invalidByte = bytes.dropFirst(text.count).first
    scalars = String(decoding: text, as: UTF8.self).unicodeScalars.makeIterator()
  }

  mutating func next() -> (scalar: Unicode.Scalar, location: Location)? {
    let scalar = scalars.next()
    if let previous, previous.isLineBreak, !(previous == "\r" && scalar == "\n") {
      location.line += 1
      location.column = 0
    }
    location.column += 1
    previous = scalar
    return scalar.map { ($0, location) }
  }
}

/// The surroundings of a location where libyaml stopped.
struct Surroundings {
  private(set) var beginsLine = true
  private(set) var isAtEnd = true
  /// The location after the last character that is not blank.
  private(set) var end: Location
  /// The line of the location, the one before it, and that of the context.
  private(set) var lines: [Int: String] = [:]

  /// `context` is the line where the list, mapping or text of the location begins.
  init(of place: Location, context: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    end = Location(file: place.file, line: 1, column: 1)
    let kept: Set = [place.line - 1, place.line, context]
    for (scalar, here) in CharacterWalk(bytes, file: place.file) {
      if kept.contains(here.line) { lines[here.line, default: ""].unicodeScalars.append(scalar) }
      if scalar.properties.isWhitespace { continue }
      if here >= place { isAtEnd = false }
      if here.line == place.line, here < place { beginsLine = false }
      end = Location(file: place.file, line: here.line, column: here.column + 1)
    }
  }
}

/// The diagnostic for the first character that is not allowed. The marks of libyaml lag behind.
func encodingProblem(in bytes: UnsafeBufferPointer<UInt8>, file: String) -> Diagnostic {
  var walk = CharacterWalk(bytes, file: file)
  while let (scalar, location) = walk.next() {
    if !scalar.isAllowed { return Diagnostic(message(about: scalar), at: location) }
  }
  let byte = hexadecimal(UInt32(walk.invalidByte ?? 0), digits: 2)
  return Diagnostic(
    "the byte 0x\(byte) is not valid UTF-8; save the file as UTF-8", at: walk.location)
}

extension Unicode.Scalar {
  fileprivate var isAllowed: Bool {
    switch self {
    case "\t", "\n", "\r", " "..."~": true
    case "\u{A0}"..."\u{FFFD}", "\u{10000}"...: !isLineBreak
    default: false
    }
  }

  /// Whether it ends a line for libyaml, as in YAML 1.1, but not for editors and YAML 1.2.
  var endsOnlyOldLines: Bool { isLineBreak && self != "\n" && self != "\r" }
}

private func message(about scalar: Unicode.Scalar) -> String {
  if scalar == "\0" { return "the character U+0000 (NUL) is not allowed in YAML; use a text file" }
  let kind = scalar.properties.generalCategory == .control ? "control character" : "character"
  return "the \(kind) U+\(hexadecimal(scalar.value, digits: 4)) is not allowed in YAML; remove it, "
    + "or write it as an escape in double quotes"
}
