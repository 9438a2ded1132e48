import ForceLabSettings
import Foundation
import Testing

@testable import ForceLabReports

/// Programs that make files, such as `rsvg-convert`. The shell stands for them.
@Suite struct ProgramTests {
  private let shell = Program(name: "sh", package: "dash", brew: "dash")

  /// What a shell script prints whose `$0` is the input.
  private func output(_ script: String) throws -> String {
    String(decoding: try shell.output(["-c", script], input: Data("drawn".utf8)), as: UTF8.self)
  }

  @Test func theInputIsAFile() throws { #expect(try output("cat \"$0\"") == "drawn") }

  @Test func aFailureHasTheFirstLineOfStandardError() throws {
    let error = try #require(throws: Diagnostic.self) {
      try output("echo 'no such font' >&2; echo 'see the manual' >&2; exit 3")
    }
    #expect(error.message == "sh failed: no such font")
    let silent = try #require(throws: Diagnostic.self) { try output("exit 3") }
    #expect(silent.message == "sh failed: it printed no error message")
  }

  /// More than fits into a pipe.
  @Test func manyWarningsAreNoFailure() throws {
    #expect(try output("head -c 300000 /dev/zero >&2; cat \"$0\"") == "drawn")
  }

  @Test func aMissingProgramIsNamedWithItsPackage() throws {
    let missing = Program(name: "no-such-program", package: "a", brew: "b")
    let error = try #require(throws: Diagnostic.self) { try missing.output([], input: Data()) }
    #expect(
      error.message == "no-such-program, which makes this file type, is missing: "
        + "`apt-get install a`, on macOS `brew install b`")
  }
}
