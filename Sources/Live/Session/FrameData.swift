import ForceLabMechanics
import Foundation

/// A frame for the page, all numbers 32-bit and little-endian: a mark, the number of the frame, the
/// number of layouts, and whether the simulation runs; then of each layout twelve numbers and the positions,
/// node by node; then the counts of a scene.
struct FrameData {
  static let mark: UInt32 = 0x3156_4C46  // FLV1

  private var words: [UInt32] = []
  init(number: Int, layouts: Int, isRunning: Bool) {
    words = [Self.mark, UInt32(truncatingIfNeeded: number), UInt32(layouts), isRunning ? 1 : 0]
  }

  /// The measures of a layout are alpha, movement, maximum movement, kinetic and potential energy, stress
  /// and the milliseconds of a tick; not a number if unknown. Returns whether all coordinates are finite.
  mutating func add(
    _ particles: Particles, revision: Int, iteration: Int, isSettled: Bool, measures: [Double]
  ) -> Bool {
    let (count, dimensions) = (particles.count, particles.dimensions)
    words += [
      UInt32(truncatingIfNeeded: revision), UInt32(count), UInt32(dimensions),
      UInt32(truncatingIfNeeded: iteration), isSettled ? 1 : 0,
    ]
    words += measures.map { Float($0).bitPattern }
    let start = words.count
    words += repeatElement(0, count: count * dimensions)
    var isFinite = true
    words.withUnsafeMutableBufferPointer { words in
      for axis in 0..<dimensions {
        let lane = particles.position[axis]
        for node in 0..<count {
          let value = Float(lane[node])
          isFinite = isFinite && value.isFinite
          words[start + node * dimensions + axis] = value.bitPattern.littleEndian
        }
      }
    }
    return isFinite
  }

  mutating func add(counts: [Int]) { words += counts.map { UInt32(clamping: $0) } }

  var data: Data { words.withUnsafeBytes { Data($0) } }
}
