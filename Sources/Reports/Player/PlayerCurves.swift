import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The energy of each trial over its iterations, or the movement if some trials have no energy.
struct PlayerCurves {
  struct Curve: Encodable {
    /// The column of `samples.csv`.
    let name: String
    let iterations: [Int]
    let values: [Float]

    /// About how many bytes of JSON.
    var size: Int { iterations.count * 16 }
  }

  private let curves: [Int: Curve]

  /// None of trials without samples. Throws if `samples.csv` is damaged.
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

  subscript(trial: Int) -> Curve? { curves[trial] }

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
