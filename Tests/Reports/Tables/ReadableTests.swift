import ForceLabReports
import Testing

@Suite struct ReadableTests {
  @Test(
    arguments: [
      (0, "0"), (3, "3"), (-254, "-254"), (9_999_999, "9999999"), (12_345_678, "1.235e+07"),
      (0.012_344_9, "0.01234"), (0.588, "0.5880"), (-0.5, "-0.5000"), (1234.56, "1235"),
      (144.06, "144.1"), (1e-9, "1.000e-09"), (12_345.6, "12346"), (-12_345_678.9, "-1.235e+07"),
      (.infinity, ".inf"),
      (-.infinity, "-.inf"), (.nan, ".nan"), (.leastNonzeroMagnitude, "4.941e-324"),
    ] as [(Double, String)])
  func numbers(value: Double, text: String) {
    #expect(readable(value) == text)
  }

  @Test(
    arguments: [
      (0, "0 s"), (1.5e-9, "1.5 ns"), (1.234e-6, "1.23 µs"), (9.999e-7, "1 µs"),
      (0.0123, "12.3 ms"),
      (0.9999, "1 s"), (4.5649, "4.56 s"), (59.4, "59.4 s"), (99.4, "99.4 s"), (99.6, "1 min 40 s"),
      (125, "2 min 5 s"), (3599, "59 min 59 s"), (3599.7, "1 h 0 min"), (11_220, "3 h 7 min"),
      (.infinity, ".inf s"), (1e300, "1.000e+300 s"),
    ] as [(Double, String)])
  func times(seconds: Double, text: String) {
    #expect(readable(seconds: seconds) == text)
  }
}
