import ForceLabTestSupport
import Foundation
import Testing

@Suite struct MutationTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  /// One process reads several files, which is as good and quicker.
  @Test(arguments: 0..<6) func damagedExperimentsAreReadOrRefused(round: Int) throws {
    let names = (0..<10).map { "\($0).yaml" }
    for (index, name) in names.enumerated() {
      try place.write(Self.damaged(seed: UInt64(round * 10 + index)), to: name)
    }
    let together = try place.forcelab(["validate"] + names, limit: 30)
    guard together.isTrap || ![0, 2].contains(together.status) else {
      for name in names {
        #expect(
          together.output.contains("\(name): ok, ") != together.error.contains("\(name):"),
          "\(name) of round \(round)")
      }
      return
    }
    for name in names {
      let ending = try place.forcelab("validate", name, limit: 30)
      #expect([0, 2].contains(ending.status), "\(name) of round \(round)")
    }
  }

  @Test func theUndamagedExperimentIsValid() throws {
    try place.write(Example.rich, to: "rich.yaml")
    #expect(try place.forcelab("validate", "rich.yaml").status == 0)
    #expect((0..<60).allSatisfy { Self.damaged(seed: $0) != Data(Example.rich.utf8) })
  }

  /// The rich experiment with one to three bytes changed, put in or taken away.
  private static func damaged(seed: UInt64) -> Data {
    var dice = SplitMix64(seed: seed)
    var bytes = Array(Example.rich.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &dice) {
      let place = Int.random(in: 0..<bytes.count, using: &dice)
      switch Int.random(in: 0..<4, using: &dice) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(punctuation.randomElement(using: &dice) ?? 0, at: place)
      default: bytes.removeSubrange(place..<min(bytes.count - 1, place + 20))
      }
    }
    return Data(bytes)
  }

  private static let punctuation = Array("[]{}:,-&*!|>'\"%@`#? \n\t".utf8) + [0, 0x7F, 0xFF]
}
