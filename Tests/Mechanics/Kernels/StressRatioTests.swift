import ForceLabGraphs
import ForceLabPlugins
import Testing

@testable import ForceLabMechanics

/// The stress of all pairs, sixteen at a time, beside one that sums pair by pair.
@Suite struct StressRatioTests {
  /// Sizes around those of vectors; the distance of two nodes is that of their numbers, and 0 for some.
  @Test(arguments: [2, 15, 16, 17, 33, 100], 2...3)
  func equalsTheSumOverPairs(count: Int, dimensions: Int) throws {
    let isPair = { (a: Int, b: Int) in a != b && (a + b) % 7 != 0 }
    var rows = (0..<count * count).map { entry -> UInt16 in
      let (a, b) = (entry / count, entry % count)
      return isPair(a, b) ? BFloat16(Float(abs(a - b) % 100)).bits : 0
    }
    let stress = rows.withUnsafeMutableBufferPointer {
      AllPairsStress(count: count, rows: $0.baseAddress!, dimensions: dimensions, threads: 1)
    }
    var generator = SeededGenerator(seed: 3)
    stress.scatter(using: &generator)
    var ratios = Ratios()
    for a in 0..<count {
      for b in 0..<a where isPair(a, b) {
        let squares = (0..<dimensions).map { axis in
          let way = Double(stress.positions.lanes[axis][a] - stress.positions.lanes[axis][b])
          return way * way
        }
        ratios.add(squares.reduce(0, +).squareRoot() / Double(abs(a - b) % 100))
      }
    }
    #expect(abs(stress.stress() - (try #require(ratios.stress))) < 1e-5)
  }
}
