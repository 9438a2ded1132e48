import Testing
@testable import ForceLabWorkbench

/// Axes given as {from, to, count, scale}.
@Suite struct RangeTests {
  private func values(_ range: String, of path: String = "value") throws -> [String] {
    try plan("sweep: {grid: {\(path): \(range)}}").settings
  }

  @Test func linearRangesHaveBothEnds() throws {
    #expect(try values("{from: 0, to: 1, count: 5}") == ["0", "0.25", "0.5", "0.75", "1"])
    #expect(try values("{from: 10, to: 1, count: 4}") == ["10", "7", "4", "1"])
    #expect(try values("{from: 5, to: 5, count: 3}") == ["5"])
  }

  @Test func valuesAreRoundedToShortDecimals() throws {
    #expect(
      try values("{from: 0.1, to: 0.7, count: 7}") == [
        "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7",
      ])
    #expect(
      try values("{from: 1, to: 2, count: 4}") == ["1", "1.33333333333", "1.66666666667", "2"])
  }

  @Test func zeroIsExact() throws {
    let range = NumberRange { ($0.from, $0.to) = (-100, 50) }
    #expect(range.values(10)[6] == 0)
  }

  @Test func endsAreKeptAsWritten() throws {
    #expect(
      try values("{from: 0.1234567890123456, to: 1, count: 2}") == ["0.1234567890123456", "1"])
  }

  @Test func logarithmicRangesHaveEqualRatios() throws {
    #expect(
      try values("{from: 0.01, to: 100, count: 5, scale: log}") == [
        "0.01", "0.1", "1", "10", "100",
      ])
    #expect(try values("{from: 8, to: 1, count: 4, scale: log}") == ["8", "4", "2", "1"])
  }

  @Test func rangesDoNotOverflow() throws {
    let path = "tool.saw.length"
    #expect(
      try values("{from: 1e308, to: 0, count: 3}", of: path) == ["1e+308", "5e+307", "0"])
    #expect(
      try values("{from: 1e-308, to: 1e308, count: 3, scale: log}", of: path) == [
        "1e-308", "1", "1e+308",
      ])
  }

  @Test func wholeNumbersAreRoundedWithANote() throws {
    let yaml = "sweep: {grid: {whole: {from: 1, to: 4, count: 7}}}"
    #expect(
      try plan(yaml).notes.map(\.description) == [
        "e.yaml:3:16: note: the values of 'whole' are rounded, because it is a whole number"
      ])
    #expect(try plan("sweep: {grid: {whole: {from: 1, to: 4, count: 4}}}").notes.isEmpty)
  }

  @Test func theCountOfASampledRangeIsNoted() throws {
    let yaml = "sweep: {sample: {count: 5, over: {whole: {from: 1, to: 9, count: 2}}}}"
    #expect(
      try plan(yaml).notes.map(\.description).filter { $0.contains("count") } == [
        "e.yaml:3:42: note: the 'count' of this range has no effect: 'sample' draws 5 numbers from all of it"
      ])
  }

  @Test func oneValueIsTheFirst() throws {
    #expect(try values("{from: 3, to: 9, count: 1}") == ["3"])
  }

  @Test func wholeNumbersAreRoundedToWhole() throws {
    #expect(
      try values("{from: 1, to: 4, count: 7}", of: "whole") == ["1", "2", "3", "4"])
    #expect(try values("{from: 2, to: 4, count: 3}", of: "tool.saw.teeth") == ["2", "3", "4"])
  }
}
