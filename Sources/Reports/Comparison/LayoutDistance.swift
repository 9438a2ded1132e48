import ForceLabQuality
import ForceLabWorkbench
import ForceLabSettings

/// How far the layouts of a competitor are from those of the base, pair by pair.
public struct LayoutDistance: Sendable {
  /// The Procrustes distances, the least first: what is left of Σ‖xi − yi‖² of two layouts of size 1
  /// after the best shift, turn and scale, from 0 to 1.
  public let distances: [Double]
  /// `same` if in every pair the nodes lie within the threshold, as a part of the size of the layout
  /// (root mean squares both); `different` if in none; else `unclear`.
  public let verdict: Verdict

  /// The middle distance.
  public var median: Double { Statistics.median(of: distances) ?? 0 }

  /// The distances of `pairs` of trials from two runs; nil if none left layouts of the same graph.
  ///
  /// Throws a `Diagnostic` if a layout is damaged. Cost: reads the layouts, two at a time.
  init?(
    _ pairs: [(base: TrialRow, new: TrialRow)], of base: RunRecord, _ new: RunRecord,
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
