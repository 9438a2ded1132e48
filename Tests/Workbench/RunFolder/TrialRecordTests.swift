import Foundation
import Testing

@testable import ForceLabWorkbench

@Suite struct TrialRecordTests {
  private let text = "a\"b\\c\n\u{0}\u{1F}\u{7F}é/😀"
  private let file = FileStamp(size: 3, hash: "0f")

  private func record() -> TrialRecord {
    var outcome = Outcome(.timedOut, text)
    outcome.stopReason = "time\tout"
    outcome.values = ["x": .number(0.1 + 0.2), "y": .integer(-3), text: .text(text)]
    outcome.stepNanoseconds = [500_000_000]
    return TrialRecord(
      7, outcome, files: ["layouts/7.csv": file], samples: FileStamp(size: 5, hash: "ab"))
  }

  @Test func theLineOfTheJournalIsWhatTheWorkerSent() throws {
    let json = Data(record().json.utf8)
    var result = try #require(TrialResult(json: json, samples: ""))
    result.record.ranConcurrently = true
    result.record.setOverhead(.milliseconds(700))
    let line = result.line
    #expect(line.starts(with: json.dropLast()) && line.last == UInt8(ascii: "\n"))
    let read = JournalLine(line.dropLast(), start: 0)
    let again = try #require(read.record)
    #expect(read.trial == 7 && !read.isGood && again.trial == 7)
    #expect(again.status == .timedOut && again.stopReason == "time\tout")
    #expect(again["x"] == .number(0.1 + 0.2) && again[text] == .text(text) && again["z"] == .none)
    #expect(again.message == text && again.ranConcurrently)
    #expect((again.overhead ?? 0).isApproximately(0.2) && again["overhead_seconds"] != .none)
    #expect(again.files == ["layouts/7.csv": file] && again.samples == record().samples)
    #expect(again.json == record().json)
  }

  @Test func aLineWithAnotherChecksumIsDamaged() {
    var line = TrialResult(record: record()).line.dropLast()
    line[20] ^= 1
    let read = JournalLine(Data(line), start: 0)
    #expect(read.record == nil && read.trial == nil && read.manifest == nil)
  }
}

extension Double {
  fileprivate func isApproximately(_ other: Double) -> Bool { abs(self - other) < 1e-12 }
}
