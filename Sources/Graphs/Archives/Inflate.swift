/// Decompresses DEFLATE data: P. Deutsch, RFC 1951, 1996.
struct Inflate {
  enum Failure: Error {
    case truncated
    /// At the byte `at` of the input.
    case damaged(at: Int)
    case tooLarge
  }

  private let input: UnsafeBufferPointer<UInt8>
  /// The next byte.
  private(set) var place: Int
  private(set) var output: [UInt8]
  private let limit: Int
  private var bits: UInt64 = 0
  private var bitCount = 0
  /// Bits that were read beyond the end of the input, as zeros.
  private var missing = 0

  /// Decompresses the data at `place` of `input` behind `output`, which may grow to `limit` bytes.
  init(
    _ input: UnsafeBufferPointer<UInt8>, from place: Int, after output: consuming [UInt8],
    limit: Int
  ) throws(Failure) {
    (self.input, self.place, self.limit) = (input, place, limit)
    self.output = output
    let start = self.output.count
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try readBlock(Self.fixedLengths, Self.fixedDistances, from: start)
      case 2:
        let (lengths, distances) = try readCodes()
        try readBlock(lengths, distances, from: start)
      default: throw .damaged(at: self.place)
      }
    }
    // Whole bytes that were not used belong to what follows.
    self.place -= (bitCount - missing) / 8
  }

  private mutating func fill() {
    while bitCount <= 48 {
      if place < input.count {
        bits |= UInt64(input[place]) << UInt64(bitCount)
        place += 1
      } else {
        missing += 8
      }
      bitCount += 8
    }
  }

  private mutating func drop(_ count: Int) throws(Failure) {
    bits >>= UInt64(count)
    bitCount -= count
    if bitCount < missing { throw .truncated }
  }

  private mutating func take(_ count: Int) throws(Failure) -> Int {
    fill()
    let value = Int(bits & (1 << UInt64(count) - 1))
    try drop(count)
    return value
  }

  private mutating func copyStored() throws(Failure) {
    try drop(bitCount % 8)
    let count = try take(16)
    guard try take(16) == count ^ 0xFFFF else { throw .damaged(at: place) }
    guard output.count + count <= limit else { throw .tooLarge }
    for _ in 0..<count { output.append(UInt8(try take(8))) }
  }

  private mutating func symbol(_ code: HuffmanCode) throws(Failure) -> Int {
    fill()
    let entry = code.table[Int(bits & UInt64(code.table.count - 1))]
    guard entry != 0 else { throw bitCount <= missing ? .truncated : .damaged(at: place) }
    try drop(Int(entry & 15))
    return Int(entry >> 4)
  }

  private mutating func readBlock(
    _ lengths: HuffmanCode, _ distances: HuffmanCode, from start: Int
  ) throws(Failure) {
    while true {
      let symbol = try symbol(lengths)
      if symbol < 256 {
        guard output.count < limit else { throw .tooLarge }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw .damaged(at: place) }
      let length = Self.lengthBases[symbol - 257] + (try take(Self.lengthBits[symbol - 257]))
      let code = try self.symbol(distances)
      guard code < 30 else { throw .damaged(at: place) }
      let distance = Self.distanceBases[code] + (try take(code < 2 ? 0 : code / 2 - 1))
      guard distance <= output.count - start else { throw .damaged(at: place) }
      guard output.count + length <= limit else { throw .tooLarge }
      var from = output.count - distance
      for _ in 0..<length {
        output.append(output[from])
        from += 1
      }
    }
  }

  /// The codes at the start of a block.
  private mutating func readCodes() throws(Failure) -> (HuffmanCode, HuffmanCode) {
    let (literals, distances, meta) = (try take(5) + 257, try take(5) + 1, try take(4) + 4)
    var metaLengths = [UInt8](repeating: 0, count: 19)
    for index in Self.metaOrder.prefix(meta) { metaLengths[index] = UInt8(try take(3)) }
    guard let code = HuffmanCode(metaLengths[...]) else { throw .damaged(at: place) }
    var lengths: [UInt8] = []
    while lengths.count < literals + distances {
      let symbol = try symbol(code)
      switch symbol {
      case 0...15: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw .damaged(at: place) }
        lengths += Array(repeating: last, count: 3 + (try take(2)))
      case 17: lengths += Array(repeating: 0, count: 3 + (try take(3)))
      default: lengths += Array(repeating: 0, count: 11 + (try take(7)))
      }
    }
    guard lengths.count == literals + distances, lengths[256] > 0,
      let first = HuffmanCode(lengths[..<literals]), let second = HuffmanCode(lengths[literals...])
    else { throw .damaged(at: place) }
    return (first, second)
  }

  private static let metaOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceBases = (0..<30).map { code in
    code < 2 ? code + 1 : (2 + code % 2) << (code / 2 - 1) + 1
  }
  private static let fixedLengths = HuffmanCode(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }[...])!
  private static let fixedDistances = HuffmanCode([UInt8](repeating: 5, count: 32)[...])!
}

/// A canonical Huffman code as a table of all words of its greatest length.
struct HuffmanCode {
  /// By the next bits: the symbol times 16 plus the number of its bits; 0 if no word begins so.
  let table: [UInt16]

  /// Makes the code from the bit length of each symbol's word; a length of 0 means that the symbol does
  /// not occur. Returns nil if no code has these lengths. The code may be incomplete, such as one of a
  /// single word.
  init?(_ lengths: ArraySlice<UInt8>) {
    let longest = Int(lengths.max() ?? 0)
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var next = [Int](repeating: 0, count: 17)
    for length in 1..<16 {
      next[length + 1] = (next[length] + counts[length]) << 1
      guard next[length] + counts[length] <= 1 << length else { return nil }
    }
    var table = [UInt16](repeating: 0, count: 1 << max(1, longest))
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let word = next[Int(length)]
      next[Int(length)] += 1
      // The bits of a word arrive from the first to the last.
      var reversed = 0
      for bit in 0..<Int(length) where word >> bit & 1 == 1 {
        reversed |= 1 << (Int(length) - 1 - bit)
      }
      for entry in stride(from: reversed, to: table.count, by: 1 << Int(length)) {
        table[entry] = UInt16(symbol) << 4 | UInt16(length)
      }
    }
    self.table = table
  }
}
