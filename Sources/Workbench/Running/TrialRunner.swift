import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import Foundation

struct TrialRunner {
  let context: TrialContext
  /// With the plugins that files in the folder of the experiment describe, which are read once.
  private let catalog: Catalog
  private let files: Folder
  /// That of each configuration.
  private var studies: [Int: any Study] = [:]

  /// Throws a `Diagnostic` if the run folder is missing.
  init(_ context: TrialContext, _ catalog: Catalog) throws(Diagnostic) {
    self.context = context
    self.catalog = catalog.withPlugins(beside: context.folder)
    files = try RunFolder(existing: context.results).files
  }

  init(_ context: TrialContext, _ plan: Plan) throws(Diagnostic) {
    try self.init(context, [])
    for configuration in plan.configurations { studies[configuration.number] = configuration.study }
  }

  /// Throws a `Diagnostic` if a file of the configuration has changed, or if `catalog` is not that of the plan.
  mutating func add(_ number: Int, _ settings: SettingsNode) throws(Diagnostic) {
    guard let type = catalog.type(of: .study, named: context.study) as? any Study.Type else {
      throw Diagnostic("unknown study '\(context.study)'", at: nil)
    }
    var decoder = ParameterDecoder(catalog: catalog, folder: context.folder)
    let study = decoder.study(type, from: settings)
    for path in decoder.files.sorted() {
      guard let hash = context.files[path], try ContentHash.ofFile(path) != hash else { continue }
      throw Diagnostic(
        "the file has changed since the run began; restore it, or start over with --fresh",
        at: Location(file: path))
    }
    guard let study else {
      throw decoder.diagnostics.first ?? Diagnostic("invalid study", at: nil)
    }
    studies[number] = study
  }

  /// Its files are written when this returns. Throws a `Diagnostic` that names the file.
  func run(_ trial: Trial) throws(Diagnostic) -> TrialResult {
    var trial = trial
    guard let study = studies[trial.configuration] else {
      throw Diagnostic("unknown configuration \(trial.configuration)", at: nil)
    }
    trial.deadline = context.timeout.map { .now.advanced(by: .seconds($0)) }
    if let first = trial.firstTrial {
      trial.firstLayout = try LayoutFile.layout(of: first, in: files)
    }
    let sampleNames = study.sampleColumns.map(\.name)
    var samples = SampleSpool(of: trial.number, context, in: files)
    let outcome: Outcome
    /// Why samples could not be written. The study that passes this error on has not failed.
    var failure: Diagnostic?
    do {
      outcome = try study.run(trial) { fields in
        do throws(Diagnostic) {
          try samples.add(fields, sampleNames)
        } catch {
          failure = error
          throw error
        }
      }
    } catch {
      outcome = Outcome(.failed, "\(error)")
    }
    if let failure { throw failure }
    let (stamp, text) = try samples.finish()
    var artifacts = outcome.files
    if let layout = outcome.layout {
      let text = LayoutFile.text(of: layout, ids: outcome.nodeIDs)
      artifacts.append(Artifact(LayoutFile.name(trial.number), Data(text.utf8)))
    }
    var stamps: [String: FileStamp] = [:]
    for file in artifacts {
      let stamp = FileStamp(file.bytes)
      stamps[file.name] = stamp
      guard file.isShared else {
        // What a kill leaves of it is not in the journal.
        let written = try files.append(to: file.name)
        defer { written.close() }
        try written.append(file.bytes)
        continue
      }
      if try !stamp.matches(file.name, in: files) { try files.write(file.bytes, to: file.name) }
    }
    let record = TrialRecord(trial.number, outcome, files: stamps, samples: stamp)
    return TrialResult(record: record, samples: text)
  }
}

extension ParameterDecoder {
  /// Nil after an error was reported.
  mutating func study(_ type: any Study.Type, from document: SettingsNode) -> (any Study)? {
    decode(type, from: document, sharing: document.keys(besides: type))
  }

  /// Those of the problems of the study that its errors do not cause, if it has errors.
  func problems<Value: Study>(ofFaulty type: Value.Type, from document: SettingsNode)
    -> [any Error]
  {
    var decoder = self
    let found = decoder.decodePartially(type, from: document, sharing: document.keys(besides: type))
    guard let (study, failed) = found, type.validationInputs.isDisjoint(with: failed) else {
      return []
    }
    return study.problems().filter { problem in
      // A note on what is missing would be wrong of a part with an error.
      if (problem as? Diagnostic)?.severity == .note { return false }
      let path = (problem as? ParameterError)?.parameter ?? ""
      return !failed.contains(String(path.prefix { $0 != "." }))
    }
  }
}

extension SettingsNode {
  /// The keys that are not of `type`. Beside a study, the decoder of `Experiment` reports unknown ones.
  func keys(besides type: any Configurable.Type) -> Set<String> {
    Set(mapping?.entries.map(\.key) ?? []).subtracting(type.parameterNames)
  }
}
