import ForceLabPlugins
import ForceLabSettings

struct Combinations {
  struct Combination: Sendable {
    var settings: [Setting]
    var exclude: [Exclusion]
  }

  private static let maxCombinations = 1_000_000

  private var generator: SeededGenerator
  private var variantLocations: [String: Location] = [:]
  private let form: (String) throws(ParameterError) -> ValueForm
  private(set) var faults: [Diagnostic] = []
  private(set) var notes: [String: Diagnostic] = [:]

  /// `form` returns the form of the value at a path. It throws if the path does not exist.
  init(seed: UInt64, form: @escaping (String) throws(ParameterError) -> ValueForm) {
    generator = SeededGenerator(seed: seed, stream: 0x5357_4545_50)
    self.form = form
  }

  /// The combinations of all sweeps, in order; one without settings if there is no sweep.
  mutating func all(of sweeps: Sweeps) -> [Combination] {
    (sweeps.all.isEmpty ? [Sweep()] : sweeps.all).flatMap { combinations(of: $0) }
  }

  private mutating func combinations(of sweep: Sweep) -> [Combination] {
    checkPaths(of: sweep)
    checkSize(of: sweep)
    guard faults.isEmpty else { return [] }
    // In the order of the file: the first factor varies slowest.
    var factors = sweep.outer.map { settings(of: $0).map { [$0] } }
    if !sweep.variants.all.isEmpty { factors.append(sweep.variants.all.map(\.all)) }
    factors += sweep.grid.all.map { settings(of: $0).map { [$0] } }
    factors.append(zipped(sweep.zip.all))
    if let sample = sweep.sample { factors.append(draw(sample)) }
    let combinations = factors.reduce([[]]) { combinations, factor in
      combinations.flatMap { combination in factor.map { combination + $0 } }
    }
    guard faults.isEmpty else { return [] }
    return combinations.map { settings in
      // The last of several settings of one path: a variant overrides what varies at the top of the file.
      let last = settings.reversed().uniqued(on: \.path).reversed()
      return Combination(settings: Array(last), exclude: sweep.exclude)
    }
  }

  private mutating func checkPaths(of sweep: Sweep) {
    var seen: Set<String> = []
    for axis in sweep.axes {
      if !seen.insert(axis.key).inserted {
        error("'\(axis.key)' is swept twice; remove one of them", at: axis.location)
      }
      checkPath(axis.key, at: axis.location)
    }
    checkVariants(of: sweep, swept: seen)
    let names = sweep.variants.all.map(\.name)
    for exclusion in sweep.exclude {
      faults += exclusion.conditions.problems(variants: names, form)
    }
  }

  private mutating func checkVariants(of sweep: Sweep, swept: Set<String>) {
    for variant in sweep.variants.all {
      // An alias has the location of its anchor, and names the same variant again.
      if let other = variantLocations.updateValue(variant.location, forKey: variant.name),
        other != variant.location
      {
        error("there are two variants '\(variant.name)'; rename one of them", at: variant.location)
      }
    }
    for setting in sweep.variants.all.flatMap(\.settings) {
      if swept.contains(setting.path) {
        error(
          "'\(setting.path)' is swept, too; remove it from the variant or from the sweep",
          at: setting.location)
      }
      checkPath(setting.path, at: setting.location)
    }
  }

  private mutating func checkSize(of sweep: Sweep) {
    let zipped = sweep.zip.all.first.map { $0.value.count } ?? 1
    let counts =
      (sweep.outer + sweep.grid.all).map(\.value.count)
      + [zipped, sweep.sample?.count ?? 1, max(1, sweep.variants.all.count)]
    guard counts.reduce(1.0, { $0 * Double($1) }) > Double(Self.maxCombinations) else { return }
    let first = (sweep.outer + sweep.axes).first
    guard let place = first?.location ?? sweep.variants.all.first?.location else { return }
    error(
      "the sweep has more than \(Self.maxCombinations) combinations; use fewer values, "
        + "or draw some with `sample`", at: place)
  }

  private mutating func checkPath(_ path: String, at location: Location) {
    do {
      _ = try form(path)
    } catch {
      self.error(error.message, at: location)
    }
  }

  private mutating func settings(of axis: Axes.Entry) -> [Setting] {
    do {
      let isWhole = isWhole(axis)
      return try axis.value.nodes(isWhole: isWhole).map {
        Setting(key: axis.key, keyLocation: axis.location, value: $0)
      }
    } catch {
      self.error(error.message, at: axis.location)
      return []
    }
  }

  /// Whether the values are rounded to whole numbers, which is noted where it changes them.
  private mutating func isWhole(_ axis: Axes.Entry) -> Bool {
    // `checkPaths` has reported unknown paths.
    guard let form = try? form(axis.key), form.isWholeNumber else { return false }
    if axis.value.needsRounding {
      notes[axis.key] = Diagnostic(
        "the values of '\(axis.key)' are rounded, because it is a whole number", at: axis.location,
        severity: .note)
    }
    return true
  }

  private mutating func zipped(_ axes: [Axes.Entry]) -> [[Setting]] {
    let columns = axes.map { settings(of: $0) }
    guard let count = columns.first?.count else { return [[]] }
    for (axis, column) in Swift.zip(axes, columns) where column.count != count && faults.isEmpty {
      error(
        "the axes of a zip must have the same number of values, found \(count) of "
          + "'\(axes[0].key)' and \(column.count) of '\(axis.key)'", at: axis.location)
    }
    return faults.isEmpty ? (0..<count).map { row in columns.map { $0[row] } } : []
  }

  private mutating func draw(_ sample: Sample) -> [[Setting]] {
    let count = sample.count
    var rows = [[Setting]](repeating: [], count: count)
    // Values with errors are reported and left out, perhaps all of an axis.
    for axis in sample.over.all where axis.value.count > 0 {
      let isWhole = isWhole(axis)
      if case .range(let range, let location) = axis.value, range.count != nil {
        notes["\(axis.key).count"] = Diagnostic(
          "the 'count' of this range has no effect: 'sample' draws \(count) numbers from all of it",
          at: location, severity: .note)
      }
      let strata = (0..<count).shuffled(using: &generator)
      for row in 0..<count {
        let unit = generator.unit()
        let part = sample.method == .random ? unit : (Double(strata[row]) + unit) / Double(count)
        rows[row].append(
          Setting(
            key: axis.key, keyLocation: axis.location,
            value: axis.value.node(at: part, isWhole: isWhole)))
      }
    }
    return rows
  }

  private mutating func error(_ message: String, at location: Location) {
    faults.append(Diagnostic(message, at: location))
  }
}
