import ForceLabMechanics
import Foundation

/// The numbers of a side that a frame begins with.
struct SideNumbers {
  var isSettled = false
  var iteration = 0
  var alpha = 0.0
  var movement = 0.0
  var greatest = 0.0
  var kinetic = Double.nan
  var potential = Double.nan
  var stress = Double.nan
  var milliseconds = 0.0
}

/// A frame for the page, all numbers 32-bit and little-endian: a mark, the number of the frame, the
/// number of sides, and whether the simulation runs; then of each side twelve numbers and the positions,
/// node by node.
struct FrameData {
  static let mark: UInt32 = 0x3156_4C46  // FLV1

  private var words: [UInt32] = []
  init(number: Int, sides: Int, isRunning: Bool) {
    words = [Self.mark, UInt32(truncatingIfNeeded: number), UInt32(sides), isRunning ? 1 : 0]
  }

  /// Returns whether all coordinates are finite.
  mutating func add(_ particles: Particles, revision: Int, _ side: SideNumbers) -> Bool {
    let (count, dimensions) = (particles.count, particles.dimensions)
    words += [
      UInt32(truncatingIfNeeded: revision), UInt32(count), UInt32(dimensions),
      UInt32(truncatingIfNeeded: side.iteration), side.isSettled ? 1 : 0,
    ]
    words += [
      side.alpha, side.movement, side.greatest, side.kinetic, side.potential, side.stress,
      side.milliseconds,
    ].map { Float($0).bitPattern }
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

  var data: Data { words.withUnsafeBytes { Data($0) } }
}
