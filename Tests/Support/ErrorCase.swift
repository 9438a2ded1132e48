import Foundation
import Testing

/// A text with errors, and the errors as they are printed.
package struct ErrorCase: Sendable, CustomTestStringConvertible {
  package let text: String
  /// Those of `--set`.
  package let overrides: [String]
  package let errors: [String]

  /// `text`, where each `\n` at the end stands for a line break.
  package var file: String {
    text.replacing(/(\\n)+$/) { String(repeating: "\n", count: $0.output.0.count / 2) }
  }

  package var testDescription: String { text }

  /// The cases in a file of this checkout. A blank line precedes each, and `=>` each of its errors. Lines
  /// that begin with `--set` are overrides. Blocks without errors are comments.
  package static func all(in path: String) throws -> [ErrorCase] {
    let file = try String(contentsOf: checkout.appending(path: path), encoding: .utf8)
    return file.split(separator: "\n\n").compactMap { block in
      let lines = block.split(separator: "\n")
      let marked = { (mark: String) in
        lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
      }
      let text = lines.filter { !$0.hasPrefix("=> ") && !$0.hasPrefix("--set ") }
      let (overrides, errors) = (marked("--set "), marked("=> "))
      return errors.isEmpty
        ? nil
        : ErrorCase(
          text: text.joined(separator: "\n"), overrides: overrides, errors: errors)
    }
  }
}
