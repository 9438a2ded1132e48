import ForceLabTestSupport
import Testing
import ForceLabSettings

/// Damaged documents give a node or a located diagnostic, and never trap.
@Suite struct RobustnessTests {
  private let sample = Array(richSample.utf8)

  private func check(_ bytes: [UInt8]) {
    guard let problem = problem(in: bytes) else { return }
    #expect(problem.message.contains("; "), "\(problem)")
    #expect((problem.location?.line ?? 0) > 0, "\(problem)")
    #expect((problem.location?.column ?? 0) > 0, "\(problem)")
    #expect(problem.message.isOneLine, "\(problem)")
  }

  @Test func truncatedAnywhere() {
    for end in sample.indices { check(Array(sample[..<end])) }
  }

  @Test func startingAnywhere() {
    for start in sample.indices { check(Array(sample[start...])) }
  }

  @Test func mutated() {
    var random = SplitMix64(seed: 42)
    for _ in 0..<2000 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        default: bytes.remove(at: index)
        }
      }
      check(bytes)
    }
  }

  @Test func punctuation() {
    var random = SplitMix64(seed: 43)
    let alphabet = Array("ab: -,[]{}#&*!|>'\"%@`?~<=.\n\t\\é".utf8)
    for _ in 0..<5000 {
      let count = Int.random(in: 0...20, using: &random)
      check((0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 })
    }
  }

  @Test func randomWideText() {
    var random = SplitMix64(seed: 44)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...30, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      check([0xFF, 0xFE] + bytes)
      check([0xFE, 0xFF] + bytes)
    }
  }
}
