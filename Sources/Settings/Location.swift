/// A place in a text file; prints as compilers print it, `file:line:column`.
public struct Location: Hashable, Sendable, CustomStringConvertible {
  /// The file's path as the user gave it.
  public var file: String
  /// The line, counted from 1; 0 where the whole file is meant.
  public var line: Int
  /// The column in characters, counted from 1; 0 where the whole line is meant.
  public var column: Int

  /// A place in `file`; without a line, the whole file.
  public init(file: String, line: Int = 0, column: Int = 0) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// As compilers print it: `file:line:column`, without what is 0.
  public var description: String {
    switch (line, column) {
    case (0, _): file
    case (_, 0): "\(file):\(line)"
    default: "\(file):\(line):\(column)"
    }
  }
}

extension Location: Comparable {
  /// By file, then line, then column.
  public static func < (a: Location, b: Location) -> Bool {
    (a.file, a.line, a.column) < (b.file, b.line, b.column)
  }
}
