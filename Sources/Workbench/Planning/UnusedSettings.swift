import ForceLabPlugins
import ForceLabSettings

/// Finds keys that no configuration uses, although they are in the file.
struct UnusedSettings {
  private struct Key: Hashable {
    let name: String
    let location: Location
  }

  private var used: Set<Key> = []
  /// What does not use each key: the first such reader.
  private var unused: [Key: String] = [:]
  private var conflicts: Set<Diagnostic> = []
  /// The parameters with a condition that have an effect in some configuration, and why others have none.
  private var effective: Set<Key> = []
  private var ineffective: [Key: String] = [:]

  /// Considers the configuration `tree`, made of the file and `settings`, of a study.
  mutating func consider(
    _ unused: (keys: Set<String>, reader: String), _ settings: [Setting], _ tree: SettingsNode
  ) {
    for entry in tree.mapping?.entries ?? [] {
      let key = Key(name: entry.key, location: entry.value.location)
      if unused.keys.contains(entry.key) {
        self.unused[key] = self.unused[key] ?? unused.reader
      } else {
        used.insert(key)
      }
    }
    for setting in settings where unused.keys.contains(ParameterPath(setting.path).steps[0]) {
      conflicts.insert(
        Diagnostic(
          "'\(setting.path)' is set where \(unused.reader) does not use it; exclude that "
            + "combination, or write two sweeps", at: setting.location))
    }
  }

  /// Considers the parameters with a condition of a configuration with `settings`.
  mutating func consider(_ found: [ConditionalSetting], _ settings: [Setting]) {
    for one in found {
      let key = Key(name: one.name, location: one.location)
      guard let problem = one.problem else {
        effective.insert(key)
        continue
      }
      guard let setting = settings.first(where: { $0.value.location == one.location }) else {
        ineffective[key] = problem
        continue
      }
      conflicts.insert(Diagnostic("\(problem), or exclude the combination", at: setting.location))
    }
  }

  /// Whether no configuration uses `entry` of the file.
  func contains(_ entry: Mapping.Entry) -> Bool {
    let key = Key(name: entry.key, location: entry.value.location)
    return unused[key] != nil && !used.contains(key)
      || ineffective[key] != nil && !effective.contains(key)
  }

  /// An error for each key that has no effect. A key of the file may be for other configurations.
  var faults: [Diagnostic] {
    let places = Set(conflicts.map(\.location))
    let settings = ineffective.filter { !effective.contains($0.key) }.map {
      Diagnostic($1, at: $0.location)
    }
    let idle = unused.filter { !used.contains($0.key) && !places.contains($0.key.location) }
    // The keys of a preset share its place.
    let groups = idle.sorted { $0.key.name < $1.key.name }.grouped {
      Key(name: $0.value, location: $0.key.location)
    }
    let unused = groups.map { reader, entries in
      let names = entries.map { "'\($0.key.name)'" }
      return Diagnostic(
        "\(reader.name) does not use \(names.listed())"
          + (names.count == 1 ? "; remove it" : ", which are set here; remove this")
          + InvalidExperiment.variantAdvice, at: reader.location)
    }
    // Sets and dictionaries have another order in each process.
    return (conflicts + settings + unused).sorted { $0.message < $1.message }
  }
}

extension InvalidExperiment {
  /// The end of the error for a setting without an effect.
  package static let variantAdvice = ", or set it in a variant of another engine"
}
