import Foundation
import Testing

@testable import ForceLabWorkbench

@Suite struct TrialRecordTests {
  @Test func jsonRoundTrip() throws {
    let text = "a\"b\\c\n\u{0}\u{1F}\u{7F}é/😀"
    var outcome = Outcome(.timedOut, text)
    outcome.stopReason = "time\tout"
    outcome.values = ["x": .number(0.1 + 0.2), "y": .integer(-3), text: .text(text)]
    let file = FileStamp(size: 3, hash: "0f")
    let record = TrialRecord(
      7, outcome, files: ["layouts/7.csv": file], samples: FileStamp(size: 5, hash: "ab"))
    let again = try JSONDecoder().decode(TrialRecord.self, from: Data(record.json.utf8))
    #expect(again.trial == 7 && again.status == .timedOut && again.stopReason == "time\tout")
    #expect(again.values == record.values && again.values[text] == .text(text))
    #expect(again.message == text && !again.isContended)
    #expect(again.files == ["layouts/7.csv": file] && again.samples == record.samples)
    #expect(again.json == record.json && !record.json.contains("\n"))
  }
}
