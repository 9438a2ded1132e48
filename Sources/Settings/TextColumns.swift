extension StringProtocol {
  /// The width in columns of a terminal: characters of East Asia take two. Cost: linear.
  package var columnCount: Int { reduce(0) { $0 + $1.columnCount } }

  /// About the width in a sans-serif font such as Helvetica, relative to the font size. Cost: linear.
  package var estimatedWidth: Double { reduce(0) { $0 + $1.estimatedWidth } }
}

extension Character {
  package var columnCount: Int {
    unicodeScalars.contains { $0.value >= 0x1100 && Self.isWide($0.value) } ? 2 : 1
  }

  fileprivate var estimatedWidth: Double {
    guard let scalar = unicodeScalars.first, columnCount == 1 else { return 1.16 }
    switch scalar {
    case "m", "w", "M", "W", "@", "%", "…", "Ж", "М", "Ш", "Щ", "Ы", "Ю": return 0.95
    case "f", "i", "j", "l", "r", "t", "I", " ", ".", ",", ":", ";", "!", "|", "'", "(", ")", "[",
      "]", "-", "/":
      return 0.35
    default: return isUppercase || scalar >= "\u{370}" ? 0.78 : 0.58
    }
  }

  /// By the blocks of Unicode that are wide or full-width.
  private static func isWide(_ scalar: UInt32) -> Bool {
    [
      0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ].contains { $0.contains(scalar) }
  }
}
