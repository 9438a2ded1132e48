import Testing

@testable import ForceLabReports

@Suite struct ProgressBarTests {
  private static let title = "verlet, kd-tree {theta: 0.9}, -30"

  private func bar(_ done: Int = 25, of count: Int = 100, at seconds: Double = 50) -> ProgressBar {
    var bar = ProgressBar(count: count, longest: Self.title.count)
    for trial in [1, done].filter({ $0 > 0 }) { bar.end(trial, at: seconds) }
    bar.current = Self.title
    return bar
  }

  @Test func showsRateTimeLeftAndConfiguration() {
    #expect(
      bar().line(at: 50, width: 140)
        == "██████░░░░░░░░░░░░░░░░░░ 25/100 trials, 0.5/s, 2 min 30 s left      · "
        + Self.title)
    #expect(
      bar().line(at: 50, width: 80)
        == "██░░░░░░ 25/100 trials, 0.5/s, 2 min 30 s left      · verlet, kd-tree {theta: …")
    #expect(bar().line(at: 50, width: 40) == "██░░░░░░ 25/100, 2 min 30 s left")
    #expect(bar().line(at: 50, width: 12) == "25/100")
  }

  /// A line that reached the last column would wrap, and then every redrawing leaves one behind.
  @Test(arguments: [1, 2, 8, 20, 39, 40, 41, 60, 79, 80, 81, 100, 140, 1000])
  func neverReachesTheLastColumn(width: Int) {
    for count in [1, 9, 1000, 1_000_000] {
      for seconds in [0.001, 1, 59.9, 3599.6, 3e7] {
        for done in [0, 1, count / 2, count] {
          let line = bar(done, of: count, at: seconds).line(at: seconds, width: width)
          #expect(line.count < max(2, width), "\(line)")
        }
      }
    }
  }

  @Test func theBarAndTheNameDoNotMove() {
    var places: Set<Int> = []
    var bar = ProgressBar(count: 2000, longest: 30)
    for done in [1, 9, 10, 99, 500, 1234, 1999] {
      bar.end(done, at: Double(done) * 3)
      for title in ["exact", "kd-tree {theta: 0.9}"] {
        bar.current = title
        let line = Array(bar.line(at: Double(done) * 3, width: 100))
        let dot = line.firstIndex(of: "·")
        places.insert((dot ?? -1) * 1000 + line.count { "█░".contains($0) })
      }
    }
    #expect(places.count == 1, "\(places)")
  }

  @Test func theTimeLeftShrinksWhileATrialRuns() {
    let bar = bar(1, of: 3, at: 60)
    #expect(bar.line(at: 60, width: 60).contains(", 2 min 0 s left"))
    #expect(bar.line(at: 100, width: 60).contains(", 80 s left"))
    #expect(bar.line(at: 500, width: 60).contains(" 1 s left"))
  }

  /// What was done before the clock began has nothing to do with the rate.
  @Test func theRateOfAResumedRunCountsOnlyItsOwnTrials() {
    var bar = ProgressBar(count: 100)
    bar.end(91, at: 10)
    #expect(bar.line(at: 10, width: 60).hasSuffix(" 91/100 trials, 0.1/s, 90 s left"))
  }

  @Test func highRatesHaveNoExponent() {
    var bar = ProgressBar(count: 10_000)
    for done in [1, 1234] { bar.end(done, at: 1) }
    #expect(bar.line(at: 1, width: 80).contains(", 1234/s, "))
  }

  @Test func colorsDoNotChangeTheText() {
    let plain = bar().line(at: 50, width: 100)
    let colored = bar().line(at: 50, width: 100, isColored: true)
    #expect(colored.contains("\u{1B}[36m██"))
    #expect(colored.replacing(#/\u{1B}\[\d+m/#, with: "") == plain)
  }

  @Test func wideCharactersCountTwice() {
    var bar = ProgressBar(count: 10, longest: 20)
    bar.current = String(repeating: "図", count: 40)
    let line = bar.line(at: 0, width: 80)
    let columns = line.reduce(0) { $0 + ($1 == "図" ? 2 : 1) }
    #expect(line.contains("図") && columns <= 79, "\(line)")
  }
}
