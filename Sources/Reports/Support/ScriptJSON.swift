import ForceLabWorkbench

extension Encodable {
  /// For scripts of pages, as text that cannot end an element of HTML.
  var scriptJSON: String { plainJSON.safeInScript }
}

extension String {
  /// JSON without "<", also where an accent combines with it.
  var safeInScript: String {
    utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }.joined(separator: "\\u003c")
  }
}

extension Double {
  var finite: Double? { isFinite ? self : nil }
}
