import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// Recorded frames in few bytes: coordinates as whole numbers from 0 to 65 535 in their axis's
/// range over all frames; of later frames the differences from the one before, zigzag and LEB128
/// (one byte where nodes move less than a thousandth of the axis).
struct FrameCode {
  let low, high: [Float]
  /// The numbers: frame by frame, axis by axis, node by node, in base64.
  let base64: String
  private static let steps: Float = 65_535

  init(_ frames: Frames) {
    let count = frames.nodes
    let axes = (0..<frames.dimensions).map { axis in
      frames.iterations.indices.lazy.flatMap { frames[$0].dropFirst(axis * count).prefix(count) }
        .filter(\.isFinite)
    }
    // Without nodes there is nothing between.
    low = axes.map { $0.isEmpty ? 0 : $0.reduce(.infinity, min) }
    high = axes.map { $0.isEmpty ? 0 : $0.reduce(-.infinity, max) }
    base64 = Self.bytes(of: frames, low, high).base64EncodedString()
  }

  private static func bytes(of frames: Frames, _ low: [Float], _ high: [Float]) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frames.coordinates.count * 5 / 4)
    var before = [Int32](repeating: 0, count: frames.nodes * frames.dimensions)
    for frame in frames.iterations.indices {
      for (index, value) in frames[frame].enumerated() {
        // A node that does not exist stays where it was.
        guard value.isFinite else {
          append(0, to: &bytes)
          continue
        }
        let axis = index / frames.nodes
        // Halves, for the span of two floats may not be one.
        let span = high[axis] / 2 - low[axis] / 2
        let part = span > 0 ? (value / 2 - low[axis] / 2) / span : 0
        let step = Int32(clamping: (max(0, min(1, part)) * steps).rounded())
        append(step - before[index], to: &bytes)
        before[index] = step
      }
    }
    return Data(bytes)
  }

  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    var rest = UInt32(bitPattern: (number << 1) ^ (number >> 31))
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension Payload {
  /// The energy of a trial over its iterations, or the movement if some trials have no energy.
  struct Curve: Encodable {
    /// The column of `samples.csv`.
    let name: String
    let iterations: [Int]
    let values: [Float]
  }

  /// The curves by trial; none of trials without samples. Throws if `samples.csv` is damaged.
  static func curves(of trials: [Int], in run: RunReader) throws(Diagnostic) -> [Int: Curve] {
    guard let samples = try SampleCurves(run, trials: Set(trials)) else { return [:] }
    func curves(_ use: Column.Use) -> [Int: Curve] {
      guard let column = samples.column(for: use) else { return [:] }
      return trials.reduce(into: [:]) { curves, trial in
        let points = samples.points(column.name, of: trial).filter { Float($0.y).isFinite }
        // One point is not a curve.
        guard points.count > 1 else { return }
        curves[trial] = Curve(
          name: column.name, iterations: points.map { Int(exactly: $0.x.rounded()) ?? .max },
          values: points.map { Float($0.y) })
      }
    }
    let ofEnergy = curves(.energy)
    return ofEnergy.count == trials.count ? ofEnergy : curves(.movement)
  }
}
