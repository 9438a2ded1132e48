import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import ForceLabYAML

/// A random experiment without errors, and what becomes of it when one thing of it changes.
struct GeneratedExperiment {
  let plan: Plan
  let text: String
  /// The plugins and parameters that it names.
  let reach: Reach

  private static let file = "experiment.yaml"
  private static let budget = "time-budget"
  private static let maxTrials = 6
  private static let maxRepairs = 60

  /// Whether the experiment of `seed` may be valid and need more time or memory than there is.
  static func isHuge(seed: UInt64) -> Bool { SeededGenerator.mix(seed) % 10 == 0 }

  /// Nil if repairs find no valid experiment near the one that `seed` gives.
  init?(seed: UInt64, files: GeneratedFiles, catalog: Catalog) throws(InvalidCase) {
    let catalog = catalog.withPlugins(beside: files.folder)
    var generator = SettingsGenerator(
      catalog: catalog, files: files.names, words: GeneratedFiles.texts,
      random: SeededGenerator(seed: seed))
    generator.extremeShare = generator.choice([0, 0.04, 0.2])
    generator.allowsHuge = Self.isHuge(seed: seed)
    let names = catalog.names(of: .study)
    // Most plugins are of one study.
    let study = generator.chance(0.6) ? names[0] : generator.choice(names)
    guard let page = catalog.entry(of: .study, named: study)?.page else { return nil }
    var keys = generator.parameters(page.entries)
    keys["name"] = .scalar("generated")
    keys["study"] = .scalar(study)
    keys["timeout"] = .scalar("0.05")
    // Only a worker process is ended at its time limit while it uses up a budget.
    if keys[Self.budget] != nil { keys[Self.budget] = .scalar("2ms") }
    keys = SettingsNode(.mapping(keys), at: .generated).withFewMoves.mapping ?? keys
    let repair = Repair(folder: files.folder, catalog: catalog, files: files.names)
    guard let first = try repair.valid(keys) else { return nil }

    // What depends on columns and paths.
    let root = Experiment.page.joined(with: page)
    generator.paths = Reach(first.document, page: page, in: catalog, defaults: true).paths
      .filter { $0.path != Self.budget }
    generator.words =
      (first.plan.columns + first.plan.sampleColumns).map(\.name) + generator.paths.map(\.path)
      + ["tick_ns_median", "a", "b"] + GeneratedFiles.texts.suffix(3)
    let own = Set(["name", "study", "folder", "timeout", "program"])
    let entries = Experiment.page.entries.filter { !own.contains($0.name) }
    var all = first.document.mapping ?? keys
    for entry in generator.parameters(entries).entries { all[entry.key] = entry.value }
    guard var last = try repair.valid(all) else { return nil }
    for key in ["sweep", "repeat", "warm-up", "variants"]
    where last.plan.trialCount > Self.maxTrials {
      var fewer = last.document.mapping ?? all
      fewer[key] = nil
      guard let found = try repair.valid(fewer) else { return nil }
      last = found
    }
    guard last.plan.trialCount <= Self.maxTrials else { return nil }
    plan = last.plan
    text = last.document.blockText
    reach = Reach(last.document, page: root, in: catalog)
  }

  /// A valid experiment from this one with one change; nil if it is refused, as most are.
  func mutated(seed: UInt64, files: GeneratedFiles, catalog: Catalog) throws(InvalidCase) -> Plan? {
    var random = SeededGenerator(seed: seed, stream: 2)
    var document = plan.document
    var mutation = Mutation(step: random.index(below: max(1, document.size)), random: random)
    mutation.change(&document)
    let repair = Repair(folder: files.folder, catalog: catalog, files: files.names)
    let (budget, moves) = (
      self.plan.document[Self.budget]?.flowText, document.withFewMoves.flowText
    )
    guard let mapping = document.mapping, let plan = try repair.plan(mapping).plan,
      plan.trialCount <= Self.maxTrials, document[Self.budget]?.flowText == budget,
      document.flowText == moves
    else { return nil }
    return plan
  }

  /// Removes what contradicts other values, until an experiment has no errors.
  private struct Repair {
    let folder: String
    let catalog: Catalog
    let files: [String]

    func valid(_ keys: Mapping) throws(InvalidCase) -> (plan: Plan, document: SettingsNode)? {
      var keys = keys
      for _ in 0..<maxRepairs {
        let (document, result) = try planned(keys)
        switch result {
        case .success(let plan): return (plan, document)
        case .failure(let invalid):
          guard let location = invalid.diagnostics[0].location else { return nil }
          var mapping = document.mapping ?? keys
          let isHere = location.file == GeneratedExperiment.file
          guard isHere ? mapping.remove(at: location) : mapping.removeFile(location.file) else {
            return nil
          }
          keys = mapping
        }
      }
      return nil
    }

    func plan(_ keys: Mapping) throws(InvalidCase) -> (plan: Plan?, document: SettingsNode) {
      let (document, result) = try planned(keys)
      return (try? result.get(), document)
    }

    /// The plan of `keys`, written as text and read again. Throws if an error does not say where or what
    /// it is.
    private func planned(
      _ keys: Mapping
    ) throws(InvalidCase) -> (SettingsNode, Result<Plan, InvalidExperiment>) {
      let text = SettingsNode(.mapping(keys), at: .generated).blockText
      let document: SettingsNode
      do throws(Diagnostic) {
        document = try YAMLDocument.parse(text, file: GeneratedExperiment.file)
      } catch {
        throw InvalidCase("the text that was written cannot be read: \(error)", text)
      }
      do throws(InvalidExperiment) {
        return (document, .success(try Plan(document: document, folder: folder, catalog: catalog)))
      } catch {
        for diagnostic in error.diagnostics
        where diagnostic.location == nil || diagnostic.message.isEmpty {
          throw InvalidCase("an error without a place: \(diagnostic)", text)
        }
        if error.diagnostics.isEmpty { throw InvalidCase("refused without a reason", text) }
        return (document, .failure(error))
      }
    }
  }
}

/// What an experiment did that none may do.
struct InvalidCase: Error {
  let message: String
  let text: String

  init(_ message: String, _ text: String) { (self.message, self.text) = (message, text) }
}

/// One change of a document: of the value, counted from the root, that `step` steps lead to.
private struct Mutation {
  var step: Int
  var random: SeededGenerator

  private static let values = [
    "null", "-1", "0", "1e308", "1e-310", "x", "true", "[]", "{}", ".inf",
  ]

  mutating func change(_ node: inout SettingsNode) {
    step -= 1
    guard step >= 0 else { return replace(&node) }
    switch node.content {
    case .scalar: break
    case .sequence(var items):
      for index in items.indices where step >= 0 { change(&items[index]) }
      node.content = .sequence(items)
    case .mapping(var mapping):
      for index in mapping.entries.indices where step >= 0 { change(&mapping.entries[index].value) }
      node.content = .mapping(mapping)
    }
  }

  private mutating func replace(_ node: inout SettingsNode) {
    switch node.content {
    case .sequence(var items) where !items.isEmpty:
      let item = items[random.index(below: items.count)]
      if random.unit() < 0.5 { items.append(item) } else { items.removeLast() }
      node.content = .sequence(items)
    case .mapping(var mapping) where mapping.entries.count > 1:
      mapping.entries.remove(at: random.index(below: mapping.entries.count))
      node.content = .mapping(mapping)
    default:
      if let number = node.scalar?.number, random.unit() < 0.5 {
        let factor = [-1, 0.5, 2, 1000, 1e-9][random.index(below: 5)]
        node.content = (number * factor).encoded().content
      } else {
        let text = Self.values[random.index(below: Self.values.count)]
        node = (try? YAMLDocument.parse(text, file: "mutation")) ?? node
      }
    }
  }
}

extension SettingsNode {
  /// The number of values in it, with itself.
  fileprivate var size: Int {
    switch content {
    case .scalar: 1
    case .sequence(let items): items.reduce(1) { $0 + $1.size }
    case .mapping(let mapping): mapping.entries.reduce(1) { $0 + $1.value.size }
    }
  }

  /// Removes the innermost entry or item at `place`. Returns false if there is none.
  fileprivate mutating func remove(at place: Location) -> Bool {
    switch content {
    case .scalar: return false
    case .mapping(var mapping):
      guard mapping.remove(at: place) else { return false }
      content = .mapping(mapping)
    case .sequence(var items):
      var isFound = false
      for index in items.indices where !isFound { isFound = items[index].remove(at: place) }
      if !isFound {
        guard let index = items.firstIndex(where: { $0.location.isAt(place) }) else { return false }
        items.remove(at: index)
      }
      content = .sequence(items)
    }
    return true
  }

  fileprivate func names(_ file: String) -> Bool {
    switch content {
    case .scalar(let scalar): !scalar.text.isEmpty && file.hasSuffix(scalar.text)
    case .sequence(let items): items.contains { $0.names(file) }
    case .mapping(let mapping): mapping.entries.contains { $0.value.names(file) }
    }
  }
}

extension Location {
  fileprivate func isAt(_ other: Location) -> Bool {
    (line, column) == (other.line, other.column)
  }
}

extension Mapping {
  /// Removes the innermost entry at `place`. Returns false if there is none.
  fileprivate mutating func remove(at place: Location) -> Bool {
    for index in entries.indices {
      if entries[index].value.remove(at: place) { return true }
      guard entries[index].value.location.isAt(place) || entries[index].keyLocation.isAt(place)
      else { continue }
      entries.remove(at: index)
      return true
    }
    return false
  }

  /// Removes the first entry that names `file`, which has an error. Returns false if there is none.
  fileprivate mutating func removeFile(_ file: String) -> Bool {
    guard let index = entries.firstIndex(where: { $0.value.names(file) }) else { return false }
    entries.remove(at: index)
    return true
  }
}

extension SettingsNode {
  /// With one move for each node in each `annealing`, which takes a second if the graph is dense.
  fileprivate var withFewMoves: SettingsNode {
    var node = self
    switch content {
    case .scalar: break
    case .sequence(let items): node.content = .sequence(items.map(\.withFewMoves))
    case .mapping:
      node.changeValues { entry in
        guard entry.key == "placement" || entry.key == "start" || entry.key == "annealing" else {
          return entry.value.withFewMoves
        }
        if entry.value.scalar?.text == "annealing" {
          return .mapping(["annealing": .mapping(["moves": .scalar("1")])])
        }
        guard entry.key == "annealing" else { return entry.value.withFewMoves }
        var parameters = entry.value.withFewMoves.mapping ?? Mapping()
        parameters["moves"] = .scalar("1")
        return SettingsNode(.mapping(parameters), at: entry.value.location)
      }
    }
    return node
  }
}
