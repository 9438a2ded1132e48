import Testing
import ForceLabWorkbench

@Suite struct SignTestTests {
  /// Critical values (two-sided, 5 %) as tables print them: so many differences lie outside the interval
  /// on either side.
  @Test(arguments: [
    (6, 0), (8, 0), (9, 1), (10, 1), (12, 2), (15, 3), (20, 5), (30, 9), (50, 17), (100, 39),
    (2000, 955),
  ])
  func theIntervalOfPairsIsThatOfTheTables(count: Int, critical: Int) {
    let interval = SignTest.interval(of: (1...count).map(Double.init))
    #expect(interval == Double(critical + 1)...Double(count - critical))
  }
}
