import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct ScalarValueTests {
  @Test(arguments: ["null", "Null", "NULL", "~", ""])
  func nulls(text: String) { #expect(Scalar(text).value == .null) }

  @Test(arguments: [
    ("true", true), ("True", true), ("TRUE", true),
    ("false", false), ("False", false), ("FALSE", false),
  ])
  func bools(text: String, value: Bool) { #expect(Scalar(text).value == .bool(value)) }

  @Test(arguments: [
    ("0", 0), ("-0", 0), ("+12", 12), ("-3", -3), ("0777", 777), ("0xFf", 255), ("0o17", 15),
    ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ("0x7fffffffffffffff", Int.max), ("0o777777777777777777777", Int.max),
  ])
  func ints(text: String, value: Int) { #expect(Scalar(text).value == .int(value)) }

  @Test(arguments: [
    ("1e5", 1e5), ("1E+5", 1e5), ("1.5e-3", 0.0015), (".5", 0.5), ("-.5", -0.5), ("5.", 5),
    ("5.e1", 50), ("0.1", 0.1), ("+1.25", 1.25), ("-0.0", -0.0),
    (".inf", Double.infinity), (".Inf", .infinity), ("+.INF", .infinity), ("-.inf", -.infinity),
    ("9223372036854775808", 0x1p63), ("-9223372036854775809", -0x1p63),
    ("0x10000000000000000", 0x1p64), ("0o2000000000000000000000", 0x1p64),
  ])
  func floats(text: String, value: Double) { #expect(Scalar(text).value == .float(value)) }

  @Test(arguments: [".nan", ".NaN", ".NAN"])
  func notANumber(text: String) {
    guard case .float(let value) = Scalar(text).value else {
      Issue.record("\(text) is no float")
      return
    }
    #expect(value.isNaN)
  }

  @Test(arguments: [
    "nULL", "tRUE", "yes", "on", "exact", "1_000", "1,5", "0x", "0xG", "0x+5", "-0x1", "0o8", "0O7",
    ".", "+", "-", "e5", ".e3", "1e", "1e+", "1.2.3", "inf", "nan", "infinity", "+.nan", "0x1p3",
    "١", "１", "1 ", "١.5", "0x１",
  ])
  func texts(text: String) { #expect(Scalar(text).value == .string(text)) }

  @Test(arguments: ["null", "true", "3", "1e5", ""])
  func quotesAndBlocksMakeText(text: String) {
    #expect(Scalar(text, style: .quoted).value == .string(text))
    #expect(Scalar(text, style: .block).value == .string(text))
  }
}
