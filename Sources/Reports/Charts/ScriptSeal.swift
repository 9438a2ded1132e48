/// A line in a script that tells whether a person changed it.
enum ScriptSeal {
  private static let mark = "# Change it as you like: what you change is kept. Unchanged: "

  /// `script` with the line that holds for it as it is.
  static func sealed(_ script: String) -> String { "\(mark)\(digest(script))\n\(script)" }

  /// Whether `script` is not what was sealed, or never was.
  static func isChanged(_ script: String) -> Bool {
    guard script.hasPrefix(mark), let end = script.firstIndex(of: "\n") else { return true }
    return script[..<end].dropFirst(mark.count)
      != digest(String(script[script.index(after: end)...]))
  }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo): enough to notice a change that nobody hides.
  private static func digest(_ text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
