import ForceLabSettings

/// The plainest edge list, read by all processors: lines of two node numbers, blank lines and comments.
enum PlainEdges {
  /// The nodes of the edges, two per line, in order; nil if any line has something else, such as a
  /// weight, a name or a number with a leading zero. Cost: linear in the bytes.
  static func numbers(in text: GraphText) -> [Int]? {
    text.bytes.withUnsafeBufferPointer { bytes in
      let parts = wholeLines(of: bytes, from: text.start, parts: processorCount)
      // All threads end before `bytes` do.
      nonisolated(unsafe) let bytes = bytes
      let lists = concurrently(parts.count) { numbers(in: bytes, parts[$0]) }
      guard lists.count > 1 else { return lists.first ?? [] }
      var all: [Int] = []
      all.reserveCapacity(lists.reduce(0) { $0 + ($1?.count ?? 0) })
      for list in lists {
        guard let list else { return nil }
        all += list
      }
      return all
    }
  }

  /// `bytes` from `start` in about equal parts that end with a line. Short texts are one part.
  private static func wholeLines(
    of bytes: UnsafeBufferPointer<UInt8>, from start: Int, parts: Int
  ) -> [Range<Int>] {
    let length = max(1 << 16, (bytes.count - start) / parts + 1)
    var (ranges, begin) = ([Range<Int>](), start)
    while begin < bytes.count {
      var end = min(begin + length, bytes.count)
      while end < bytes.count, !Byte.isLineEnd(bytes[end - 1]) { end += 1 }
      ranges.append(begin..<end)
      begin = end
    }
    return ranges
  }

  private static func numbers(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [Int]? {
    var numbers: [Int] = []
    var index = range.lowerBound
    func skipBlanks() { while index < range.upperBound, Byte.isBlank(bytes[index]) { index += 1 } }
    /// A number of at most 18 digits, which is written in the shortest form. More digits do not fit.
    func number() -> Int? {
      let start = index
      var value = 0
      while index < range.upperBound, Byte.digits.contains(bytes[index]), index - start < 18 {
        value = 10 * value + Int(bytes[index] - Byte.digits.lowerBound)
        index += 1
      }
      let isShortest = bytes[start] != Byte.digits.lowerBound || index == start + 1
      return 1...18 ~= index - start && isShortest ? value : nil
    }
    while index < range.upperBound {
      skipBlanks()
      guard index < range.upperBound else { return numbers }
      if bytes[index] == Byte.hash || bytes[index] == Byte.percent {
        while index < range.upperBound, !Byte.isLineEnd(bytes[index]) { index += 1 }
      } else if !Byte.isLineEnd(bytes[index]) {
        guard let source = number(), index < range.upperBound, Byte.isBlank(bytes[index]) else {
          return nil
        }
        skipBlanks()
        guard index < range.upperBound, let target = number() else { return nil }
        numbers.append(source)
        numbers.append(target)
        skipBlanks()
        guard index == range.upperBound || Byte.isLineEnd(bytes[index]) else { return nil }
      }
      index += 1
    }
    return numbers
  }
}
