import ForceLabSettings

package struct FieldScanner {
  struct Field {
    /// The bytes of the field, without quotes and surrounding blanks.
    var range: Range<Int>
    /// Whether it is in quotes, so that two quotes in it mean one.
    var isQuoted = false
  }

  let text: GraphText
  /// The byte between fields; nil for blanks.
  package var separator: UInt8?
  /// Whether a field after the first two that begins with `{` is a Python dictionary.
  var takesDictionary = false
  /// Whether a field in quotes may contain line breaks, as in RFC 4180.
  package var quotesSpanLines = false
  /// Whether lines without a field are no lines.
  var skipsBlankLines = true
  private(set) var fields: [Field] = []
  /// The bytes from the start of the dictionary to the end of the line.
  private(set) var dictionary: Range<Int>?
  package private(set) var line: Range<Int>
  private var next: Int

  package init(_ text: GraphText) {
    self.text = text
    next = text.start
    line = next..<next
  }

  /// Moves to the next line that is not blank or a comment; returns false at the end of the text.
  mutating func advance() -> Bool {
    let bytes = text.bytes
    while next < bytes.count {
      while next < bytes.count, bytes[next] == Byte.space { next += 1 }
      // A tab at the start of the first line may turn out to be a separator.
      let start = next
      while next < bytes.count, isBlank(bytes[next]) { next += 1 }
      let first = next
      let isComment =
        first < bytes.count && (bytes[first] == Byte.hash || bytes[first] == Byte.percent)
      moveToEnd(quotesSpanLines: quotesSpanLines && !isComment)
      let end = next
      next += bytes[next...].starts(with: "\r\n".utf8) ? 2 : 1
      guard !isComment, first < end || !skipsBlankLines else { continue }
      line = start..<end
      return true
    }
    line = bytes.count..<bytes.count
    return false
  }

  /// Moves to the end of the line. A quote in a field that does not begin with one is text, as for `split`.
  private mutating func moveToEnd(quotesSpanLines: Bool) {
    var (isInQuotes, beginsField) = (false, true)
    while next < text.bytes.count, isInQuotes || !Byte.isLineEnd(text.bytes[next]) {
      let byte = text.bytes[next]
      next += 1
      guard quotesSpanLines else { continue }
      if byte == Byte.quote, beginsField {
        // After a closing quote, another one is a quote in the field.
        isInQuotes.toggle()
      } else if !isInQuotes {
        beginsField = isBlank(byte) && beginsField || mayEndField(byte)
      }
    }
  }

  /// What separates the fields of the current line, which is the first one and ends at `end`: of the bytes outside of
  /// quotes a tab in a .tsv file, else a comma or a semicolon, whichever is more frequent; nil if there is none.
  func likelySeparator(until end: Int? = nil) -> UInt8? {
    var (counts, isInQuotes, beginsField) = ([UInt8: Int](), false, true)
    for byte in text.bytes[line.lowerBound..<(end ?? line.upperBound)] {
      if byte == Byte.quote, beginsField {
        isInQuotes.toggle()
      } else if !isInQuotes {
        let mayEndField = [Byte.comma, Byte.semicolon, Byte.tab].contains(byte)
        if mayEndField { counts[byte, default: 0] += 1 }
        beginsField = mayEndField || Byte.isBlank(byte) && beginsField
      }
    }
    let isTSV = text.file.split(separator: "/").last?.lowercased().contains(".tsv") ?? false
    if isTSV, counts[Byte.tab] != nil { return Byte.tab }
    let (commas, semicolons) = (counts[Byte.comma] ?? 0, counts[Byte.semicolon] ?? 0)
    return commas < semicolons ? Byte.semicolon : commas > 0 ? Byte.comma : nil
  }

  /// The separator of a first line is not known yet.
  private func mayEndField(_ byte: UInt8) -> Bool {
    isSeparator(byte) || separator == nil && (byte == Byte.comma || byte == Byte.semicolon)
  }

  /// Splits the current line into `fields`. Throws if a quote is not closed.
  mutating func split() throws(Diagnostic) {
    fields.removeAll(keepingCapacity: true)
    dictionary = nil
    let bytes = text.bytes
    var index = line.lowerBound
    while true {
      while index < line.upperBound, isBlank(bytes[index]) { index += 1 }
      if separator == nil && index == line.upperBound { return }
      if takesDictionary, fields.count == 2, index < line.upperBound, bytes[index] == Byte.brace {
        dictionary = index..<line.upperBound
        return
      }
      if index < line.upperBound, bytes[index] == Byte.quote {
        let close = try closingQuote(from: index)
        fields.append(Field(range: index + 1..<close, isQuoted: true))
        index = close + 1
        while index < line.upperBound, isBlank(bytes[index]) { index += 1 }
      } else {
        let start = index
        while index < line.upperBound, !isSeparator(bytes[index]) { index += 1 }
        var end = index
        while end > start, Byte.isBlank(bytes[end - 1]) { end -= 1 }
        fields.append(Field(range: start..<end))
      }
      guard let separator else { continue }
      guard index < line.upperBound else { return }
      guard bytes[index] == separator else {
        throw text.error(
          "unexpected text after a closing quote; write \"\" for a quote in a field", at: index)
      }
      index += 1
    }
  }

  /// The fields of the next line, as for `advance`; nil at the end of the text.
  package mutating func nextStrings() throws(Diagnostic) -> [String]? {
    guard advance() else { return nil }
    try split()
    return fields.map { string($0) }
  }

  /// The field of the current line in `column`; nil if the line is shorter.
  func field(_ column: Int) -> Field? { column < fields.count ? fields[column] : nil }

  func string(_ field: Field) -> String {
    guard field.isQuoted else { return text.string(field.range) }
    var unescaped: [UInt8] = []
    var index = field.range.lowerBound
    while index < field.range.upperBound {
      unescaped.append(text.bytes[index])
      index += text.bytes[index] == Byte.quote ? 2 : 1
    }
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// The error of a line with more fields than the first one: of `item`, such as “this node”, at one of them.
  func surplus(of item: String, over columns: Int, at field: Field) -> Diagnostic {
    text.error(
      "\(item) has \(fields.count) fields, but the first line has \(columns) columns; put text with a separator in "
        + "double quotes", at: field.range)
  }

  /// The names of columns that the current line has. Throws if one occurs twice.
  func columnNames() throws(Diagnostic) -> [String] {
    let names = fields.map { string($0) }
    var known: Set<UTF8Key> = []
    for (index, name) in names.enumerated()
    where !name.isEmpty && !known.insert(UTF8Key(name)).inserted {
      throw text.error(
        "the column '\(name.excerpt)' occurs twice; rename one", at: fields[index].range)
    }
    return names
  }

  /// Whether `byte` may stand around fields.
  private func isBlank(_ byte: UInt8) -> Bool { Byte.isBlank(byte) && byte != separator }

  private func isSeparator(_ byte: UInt8) -> Bool {
    separator.map { byte == $0 } ?? Byte.isBlank(byte)
  }

  private func closingQuote(from open: Int) throws(Diagnostic) -> Int {
    var index = open + 1
    while index < line.upperBound {
      if text.bytes[index] != Byte.quote {
        index += 1
      } else if index + 1 < line.upperBound, text.bytes[index + 1] == Byte.quote {
        index += 2
      } else {
        return index
      }
    }
    throw text.error("this quote is not closed; add a quote before the end of the line", at: open)
  }
}

extension FieldScanner {
  /// `field` read as a whole number, 0 or more; nil if it is not one, or too large.
  func whole(_ field: Field) -> Int? {
    var digits = text.bytes[field.range]
    let sign = digits.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty else { return nil }
    var value = 0
    for byte in digits {
      guard Byte.digits.contains(byte) else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = product.addingReportingOverflow(
        Int(byte - Byte.digits.lowerBound))
      if isTooLarge || isStillTooLarge { return nil }
      value = sum
    }
    return sign == UInt8(ascii: "-") && value != 0 ? nil : value
  }

  /// `field` as a whole number in `range`. Throws the `demand` and what it is instead.
  func whole(_ field: Field, in range: ClosedRange<Int>, _ demand: @autoclosure () -> String)
    throws(Diagnostic) -> Int
  {
    if let number = whole(field), range.contains(number) { return number }
    throw text.error("\(demand()), found '\(text.excerpt(field.range))'", at: field.range)
  }

  /// `field` as a finite number. Throws an error that begins with `what`, such as “a weight”.
  func finite(_ field: Field, _ what: String) throws(Diagnostic) -> Double {
    if let number = number(field), number.isFinite { return number }
    throw text.error(
      "\(what) must be a finite number, found '\(text.excerpt(field.range))'", at: field.range)
  }

  /// `field` read as a number, which may be infinite or NaN; nil if it is not a number.
  func number(_ field: Field) -> Double? {
    if let value = whole(field), value < 1 << 53 { return Double(value) }
    return Double(text.string(field.range))
  }
}
