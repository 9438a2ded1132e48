import Foundation
import ForceLabSettings

/// The movement of some trials over their iterations, as `samples.csv` of a run tells it.
struct ConvergenceCurves {
  /// By the number of the trial; trials without samples have none.
  private(set) var curves: [Int: Sparklines.Curve] = [:]

  /// More of a file is not read: curves in a table are not worth waiting for.
  private static let greatestLength = 1 << 28

  /// The curves of `trials` of the run in `folder`; none if it keeps no movement.
  ///
  /// Cost: linear in the file up to the last of the trials.
  init(_ trials: Set<Int>, in folder: String) {
    guard let last = trials.max(),
      let data = try? Data(
        contentsOf: URL(fileURLWithPath: folder + "/samples.csv"), options: .alwaysMapped)
    else { return }
    var lines = data.prefix(Self.greatestLength).split(separator: UInt8(ascii: "\n")).makeIterator()
    guard let header = lines.next().map({ Self.fields($0) }),
      let iteration = header.firstIndex(of: "iteration"),
      let movement = header.firstIndex(of: "movement"), header.first == "trial"
    else { return }
    while let line = lines.next() {
      let fields = line.split(
        separator: UInt8(ascii: ","), maxSplits: movement + 1, omittingEmptySubsequences: false)
      guard fields.count > movement, let trial = Int(Self.text(fields[0])) else { continue }
      guard trial <= last else { break }
      guard trials.contains(trial), let place = Int(Self.text(fields[iteration])),
        let value = Double(Self.text(fields[movement]))
      else { continue }
      curves[trial, default: []].append((place, value))
    }
  }

  private static func fields(_ line: Data) -> [String] {
    text(line).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func text(_ bytes: Data) -> String { String(decoding: bytes, as: UTF8.self) }
}
