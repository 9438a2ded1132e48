import Testing
import ForceLabWorkbench

@testable import ForceLabReports

@Suite struct ProgressDisplayTests {
  /// What a display of `style` writes of a run, trial by trial.
  private func written(_ style: ProgressDisplay.Style, failing: Bool) throws -> [String] {
    var texts: [String] = []
    var display = ProgressDisplay(style) { texts.append($0) }
    let plan = try CountingStudy.plan("repeat: 4\nfails: \(failing)\n")
    display.begin(plan.trials.count)
    try CountingStudy.observe(plan) { display.show($0) }
    display.erase()
    return texts
  }

  @Test func onATerminalABarIsDrawnOver() throws {
    let texts = try written(.bar, failing: false)
    #expect(texts.first == "\r░░░░░░░░░░░░░░░░░░░░░░░░ 0/4 trials\u{1B}[K")
    let isDrawnOver = texts.map { $0.hasPrefix("\r") && $0.hasSuffix("\u{1B}[K") }
    #expect(!isDrawnOver.contains(false) && !texts.contains { $0.contains("\n") })
    let last = try #require(texts.dropLast().last)
    #expect(last.hasPrefix("\r████████████████████████ 4/4 trials, "))
    #expect(last.contains("/s, took "))
    #expect(texts.last == "\r\u{1B}[K")
  }

  @Test func anUnchangedBarIsNotDrawnAgain() {
    var texts: [String] = []
    var display = ProgressDisplay(.bar) { texts.append($0) }
    display.refresh()
    display.begin(4)
    display.refresh()
    display.erase()
    display.erase()
    display.refresh()
    #expect(texts == ["\r░░░░░░░░░░░░░░░░░░░░░░░░ 0/4 trials\u{1B}[K", "\r\u{1B}[K"])
  }

  @Test func linesWithoutATerminalArePlain() throws {
    let texts = try written(.lines, failing: false)
    #expect(texts.allSatisfy { $0.hasSuffix("\n") && !$0.contains("\u{1B}") && !$0.contains("\r") })
    #expect(texts.first?.contains(" 1/4 trials, ") == true)
    #expect(texts.last?.contains(" 4/4 trials, ") == true)
    #expect(texts.count == 2, "lines are seconds apart")
  }

  @Test func aFailedTrialIsReportedAtOnce() throws {
    let message = "trial 3 failed: as told\n"
    let lines = try written(.lines, failing: true)
    #expect(lines.firstIndex(of: message) == 1)
    #expect(lines.count == 3)
    #expect(try written(.failures, failing: true) == [message])
    #expect(try written(.failures, failing: false) == [])
    let bar = try written(.bar, failing: true)
    let told = try #require(bar.firstIndex(of: message))
    #expect(bar[told - 1] == "\r\u{1B}[K", "the bar makes room for the message")
    #expect(bar[told + 1].contains(" 3/4 trials, "))
  }
}
