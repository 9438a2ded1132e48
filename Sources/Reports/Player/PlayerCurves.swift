import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The curves below the layouts in the player: the energy of each trial over its iterations, or the
/// movement if some trials have no energy.
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
  init(_ run: RunReader, of trials: [Int]) throws(Diagnostic) {
    guard let samples = try SampleCurves(run, trials: Set(trials)) else {
      curves = [:]
      return
    }
    let curves = { (use: Column.Use) in
      run.columns.samples.first { $0.use == use }.map {
        Self.curves($0.name, of: trials, in: samples)
      } ?? [:]
    }
    let ofEnergy = curves(.energy)
    self.curves = ofEnergy.count == trials.count ? ofEnergy : curves(.movement)
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
      // One point is not a curve.
      guard points.count > 1 else { return }
      curves[trial] = Curve(
        name: column, iterations: points.map { Int(exactly: $0.x.rounded()) ?? .max },
        values: points.map { Float($0.y) })
    }
  }
}
