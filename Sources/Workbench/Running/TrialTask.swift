import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

/// A trial as it is told to whoever runs it, in this process or another.
struct TrialTask: Codable, Sendable {
  /// The trial's numbers; see `Trial`.
  let trial, configuration, repetition: Int
  let seed: UInt64
  let isWarmUp: Bool
  /// The name of the study.
  let study: String
  /// The experiment file of the configuration, as YAML.
  let document: String
  /// The folder that relative paths start from.
  let folder: String
  /// The folder of the run.
  let results: String
  /// The trial with whose layout this one is compared, if it is.
  let firstTrial: Int?
  /// The columns of `samples.csv` after the trial's number.
  let sampleColumns: [String]
  /// How long it may take, in seconds; nil if as long as it wants.
  let timeout: Double?
  /// How many bytes of memory its process may use; nil if as many as it wants.
  let memory: Int?

  /// Runs the trial by `study`. Its samples and its layout are on disk when this returns.
  ///
  /// Throws a `Diagnostic` that names the file if one cannot be written or read.
  func run(_ study: any Study) throws(Diagnostic) -> TrialRecord {
    let folder = RunFolder(existing: results)
    var told = Trial(
      number: trial, configuration: configuration, repetition: repetition, seed: seed,
      isWarmUp: isWarmUp)
    // What is longer than a lifetime would overflow the clock.
    told.deadline = timeout.map { .now.advanced(by: .seconds(min($0, 1e10))) }
    told.firstLayout = try firstTrial.map { (number) throws(Diagnostic) in
      try folder.layout(of: number)
    }
    var samples = SampleSpool(of: trial, columns: sampleColumns, in: folder)
    let names = study.sampleColumns.map(\.name)
    let outcome: Outcome
    do {
      outcome = try study.run(told) { try samples.add($0, names) }
    } catch let failure as RunFolder.WriteFailure {
      throw failure.diagnostic
    } catch {
      outcome = Outcome(.failed, "\(error)")
    }
    let sampleBytes = try samples.finish()
    var files = outcome.files
    if let layout = outcome.layout { files.append(LayoutFile.file(of: layout, trial)) }
    for file in files where folder.size(of: file.name) != file.bytes.count || !file.isShared {
      try folder.write(file.bytes, to: file.name)
    }
    let lengths = Dictionary(files.map { ($0.name, $0.bytes.count) }, uniquingKeysWith: { $1 })
    return TrialRecord(self, outcome, files: lengths, sampleBytes: sampleBytes)
  }

  /// Reads the study of the task, which was sound when the task was made.
  ///
  /// Throws what is wrong if `catalog` is not the one that the task was made with.
  func decodedStudy(_ catalog: Catalog) throws(Diagnostic) -> any Study {
    let document = try YAMLDocument.parse(document, file: "trial \(trial)")
    guard let type = catalog.type(of: .study, named: study) as? any Study.Type else {
      throw Diagnostic("this program knows no study '\(study)'", at: document.location)
    }
    var decoder = ParameterDecoder(catalog: catalog, folder: folder)
    if let study = decoder.study(type, from: document) { return study }
    throw decoder.diagnostics.first ?? Diagnostic("no study", at: document.location)
  }
}

extension ParameterDecoder {
  /// The study whose parameters stand in the experiment file `document` among those of the
  /// experiment; nil after an error was reported.
  mutating func study(_ type: any Study.Type, from document: SettingsNode) -> (any Study)? {
    // The experiment has told of keys that neither knows.
    let own = Set(type.parameterNames)
    let others = Set(document.mapping?.entries.map(\.key) ?? []).subtracting(own)
    return decode(type, from: document, sharing: others)
  }
}
