import ForceLabSettings

/// The curves that the player shows below the layouts: the energy of each trial against its iteration,
/// or the movement, if some of them have no energy.
struct PlayerCurves {
  /// A curve.
  struct Curve: Encodable {
    /// The column of `samples.csv`.
    let name: String
    let iterations: [Int]
    let values: [Float]

    /// About how many bytes it has in JSON.
    var size: Int { iterations.count * 16 }
  }

  private let curves: [Int: Curve]

  /// The curves of `trials` of `run`; none of those without samples.
  ///
  /// Throws a `Diagnostic` with the line if `samples.csv` is damaged.
  init(_ run: RunRecord, of trials: [Int]) throws(Diagnostic) {
    guard let samples = try SampleCurves(run, trials: Set(trials)) else {
      curves = [:]
      return
    }
    let ofEnergy = Self.curves("total_energy", of: trials, in: samples)
    curves =
      ofEnergy.count == trials.count
      ? ofEnergy : Self.curves("movement", of: trials, in: samples)
  }

  /// The curve of `trial`; nil if it has none.
  subscript(trial: Int) -> Curve? { curves[trial] }

  /// About how many bytes they have together.
  var size: Int { curves.values.reduce(0) { $0 + $1.size } }

  private static func curves(_ column: String, of trials: [Int], in samples: SampleCurves)
    -> [Int: Curve]
  {
    trials.reduce(into: [:]) { curves, trial in
      let points = samples.points(column, of: trial).filter { Float($0.y).isFinite }
      // A point alone is no curve.
      guard points.count > 1 else { return }
      curves[trial] = Curve(
        name: column, iterations: points.map { Int(exactly: $0.x.rounded()) ?? .max },
        values: points.map { Float($0.y) })
    }
  }
}
