import ForceLabSettings

/// The hash function SHA-256 of FIPS 180-4: nobody can make two contents that have the same hash.
package enum SHA256 {
  /// The hash of `bytes` as 64 hexadecimal digits. Cost: linear.
  package static func hash(of bytes: [UInt8]) -> String {
    var state = initialState
    // The padding: a bit that is set, zeros up to whole blocks, and the number of bits.
    var padded = bytes + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += Swift.withUnsafeBytes(of: (UInt64(bytes.count) * 8).bigEndian, Array.init)
    padded.withUnsafeBytes { buffer in
      for start in stride(from: 0, to: buffer.count, by: 64) {
        add(
          (0..<16).map {
            buffer.loadUnaligned(fromByteOffset: start + 4 * $0, as: UInt32.self).bigEndian
          },
          to: &state)
      }
    }
    return state.map { hexadecimal($0, digits: 8).lowercased() }.joined()
  }

  private static func add(_ block: [UInt32], to state: inout [UInt32]) {
    var words = block
    for t in 16..<64 {
      let (early, late) = (words[t - 15], words[t - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      words.append(words[t - 16] &+ first &+ words[t - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let choice = (e & f) ^ (~e & g)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let first =
        h &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ choice &+ constants[t] &+ words[t]
      let second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let primes = (2...311).filter { number in
    !(2..<number).contains { number.isMultiple(of: $0) }
  }

  /// The first 32 bits of the fractional parts of the square roots of the first eight primes.
  private static let initialState = primes.prefix(8).map {
    UInt32(Double($0).squareRoot().truncatingRemainder(dividingBy: 1) * 0x1p32)
  }

  /// The same of the cube roots of the first 64 primes.
  private static let constants = primes.map { prime in
    // The whole number whose cube is the last one below prime · 2⁹⁶: all in integers, without rounding.
    let bound = UInt128(prime) << 96
    var root: UInt128 = 0
    for bit in (0..<35).reversed() {
      let next = root | 1 << UInt128(bit)
      if next * next * next <= bound { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}
