import ForceLabQuality
import ForceLabWorkbench
import ForceLabSettings

/// The distances of a candidate's layouts from those of the base, pair by pair.
public struct LayoutDistance: Sendable {
  /// The Procrustes distances from 0 to 1 in ascending order: Σ‖xi − yi‖² of two layouts of size 1
  /// after the best translation, rotation and scaling.
  public let distances: [Double]
  /// `same` if the distance of every pair is within the threshold, relative to the size of the
  /// layout (both root mean squares); `different` if that of none is; else `unclear`.
  public let verdict: ComparisonVerdict

  public var median: Double { Statistics.median(of: distances) ?? 0 }

  /// Nil if none left layouts of the same graph. Throws if a layout is damaged.
  init?(
    _ pairs: [(base: TrialRow, new: TrialRow)], of base: RunReader, _ new: RunReader,
    threshold: Double
  ) throws(Diagnostic) {
    var distances: [Double] = []
    for pair in pairs {
      guard let first = try base.layout(of: pair.base), let second = try new.layout(of: pair.new),
        let distance = Procrustes.distance(first, second)
      else { continue }
      distances.append(distance)
    }
    guard !distances.isEmpty else { return nil }
    self.distances = distances.sorted()
    let limit = threshold * threshold
    let near = distances.count { $0 <= limit }
    verdict = near == distances.count ? .same : near == 0 ? .different : .unclear
  }
}
