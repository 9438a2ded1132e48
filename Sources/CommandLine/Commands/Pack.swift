import ArgumentParser
import ForceLabEngines
import ForceLabFiles
import ForceLabGraphFiles
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct Pack: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Pack runs into an archive that others can cite and run again.",
    discussion: """
      The archive has the run folders (experiments, input files, environment, results, report), the manifests \
      of engines, a CITATION.cff with the citations of the graphs, the metadata of an RO-Crate, and a script \
      that runs all again and compares: all but times must be equal.

        forcelab pack Results/quickstart/RUN
        unzip -d bundle quickstart.zip && sh bundle/reproduce.sh

      For a run of two builds, as of run --against, name the other build in the variable FORCELAB_BASE.

      With --anonymous, each name of a machine, user or repository, each path, commit and e-mail address is \
      replaced by the same name everywhere, such as host-1, and reports are written again. The names are those \
      of this machine and user, of the repository in the working folder, and of the environments of the runs. \
      The program cannot know other names that identify somebody, such as those of nodes in graphs, of \
      colleagues or of a project: hide each of them with --hide, and read the archive before you send it.

      Packs only finished runs whose files have not changed, and no other files in their folders. The same \
      runs give the same archive, byte by byte.
      """)

  @Argument(help: .value("run", "Run folders."), completion: .directory)
  var runs: [String]

  @Option(
    name: [.customShort("o"), .long],
    help: .value(
      "file",
      "Archive to write, .zip or .tar.gz. By default NAME.zip in the working folder, which must not exist."
    ),
    completion: .file(extensions: ["zip", "gz"]))
  var out: String?

  @Flag(help: "Replace what identifies people and machines.")
  var anonymous = false

  @Option(
    help: .value(
      "name",
      "Also replace this name, even with the escapes of JSON, XML, YAML or CSV. Can be given several times."
    ))
  var hide: [String] = []

  @Option(
    help: .value(
      "name",
      "An author for CITATION.cff; by default, the name of the user. Can be given several times."))
  var author: [String] = []

  @Option(help: .value("identifier", "The license of the bundle, such as CC-BY-4.0."))
  var license: String?

  func validate() throws {
    if let out, !ArchiveWriter.extensions.contains(where: out.lowercased().hasSuffix) {
      throw ValidationError("unsupported file type '\(out)'; use .zip or .tar.gz")
    }
    if let license, license.wholeMatch(of: /[A-Za-z0-9.+-]+/) == nil {
      throw ValidationError("'\(license)' is not a license of spdx.org/licenses, such as CC-BY-4.0")
    }
    guard !author.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
      throw ValidationError("--author is empty; give a name")
    }
    guard anonymous || hide.isEmpty else {
      throw ValidationError("--hide needs --anonymous; add it")
    }
    guard !anonymous || author.isEmpty else {
      throw ValidationError("--author and --anonymous are both given; use one of them")
    }
  }

  func run() throws {
    if let out { try RunManifest.checkIsFree(out) }
    let originals = try collect(runs) { try finishedRun($0) }
    guard Set(originals.map { physicalPath($0.folder) }).count == originals.count else {
      throw Diagnostic("a run is named twice; name each run once", at: nil)
    }
    var anonymizer =
      anonymous
      ? try Anonymizer(originals, hiding: hide, vocabulary: vocabulary(of: originals)) : nil
    for note in anonymizer?.notes ?? [] { standardError(note) }
    var bundle = RunBundle()
    (bundle.license, bundle.version) = (license, Lab.version)
    let user = [NSFullUserName(), NSUserName()].first { !$0.isEmpty } ?? "unknown"
    bundle.authors = anonymous ? ["Anonymous"] : author.isEmpty ? [user] : author
    let copies = anonymous ? try TemporaryFolder() : nil
    for original in originals {
      let name = fileName(anonymizer?.replaced(original.name ?? "run") ?? original.name ?? "run")
      var (unique, number) = (name, 1)
      while bundle.runs.contains(where: { $0.name == unique }) {
        number += 1
        unique = "\(name)-\(number)"
      }
      let copy = try copies.map {
        try self.copy(original, &anonymizer, to: "\($0.folder.path)/\(unique)")
      }
      let engines = try engines(of: copy ?? original, in: original.folder)
      for (name, text) in engines { bundle.engines[name] = anonymizer?.replaced(text) ?? text }
      bundle.runs.append((unique, copy ?? original))
    }
    let path = out ?? "\(bundle.runs[0].name).zip"
    if out == nil, FileManager.default.fileExists(atPath: path) {
      throw Diagnostic(
        "the file exists; remove it, or name the archive with --out", at: Location(file: path))
    }
    let isInterrupted = Interruption.watched(isQuiet: true)
    do {
      try replaceFile(at: path) { (file) throws(Diagnostic) in
        let archive = try ArchiveWriter(file, isZip: path.lowercased().hasSuffix(".zip"))
        try write(bundle, to: archive, isInterrupted)
        file = archive.file
      }
    } catch {
      throw isInterrupted() ? ExitCode(130) : error
    }
    output(path)
  }

  /// Throws if the run in `folder` has not finished, or is not as it was written.
  private func finishedRun(_ folder: String) throws -> RunReader {
    let run = try RunReader(folder: folder)
    let place = Location(file: run.folder)
    let resumption =
      "resume it with `\(Diagnostic.program) run FILE --resume --out \(run.folder.asArgument)`"
    switch RunStatus(folder: run.folder).state {
    case .finished: break
    case .running, .onCluster: throw Diagnostic("the run has not ended; wait for it", at: place)
    case .interrupted:
      throw Diagnostic("the run was interrupted; \(resumption)", at: place)
    case .damaged:
      throw Diagnostic(
        "the run is damaged; see `\(Diagnostic.program) show` and `verify`", at: place)
    }
    let manifest = try RunManifest(folder: run.folder)
    if let lost = try manifest.lostRecords() { throw lost }
    let states = try manifest.states()
    guard manifest.damage.isEmpty,
      states.allSatisfy({ $0.state != .changed && $0.state != .missing })
    else {
      throw Diagnostic(
        "files of the run have changed; `\(Diagnostic.program) verify` lists them", at: place)
    }
    guard !states.contains(where: { RunManifest.isUnrecordedTable($0.name, $0.state) }) else {
      throw Diagnostic(
        "the run was interrupted before it recorded its files; \(resumption)", at: place)
    }
    let others = states.count { $0.state != .written }
    if others > 0 {
      let text =
        "\(counted(others, "file")) in the folder left out, which the run did not write or record"
      standardError(Diagnostic(text, at: place, severity: .note))
    }
    if RunBundle.hasTwoBuilds(run) {
      let text = "the run compares two builds; to run it again, name the other one in FORCELAB_BASE"
      standardError(Diagnostic(text, at: place, severity: .note))
    }
    if lacksInputs(run) {
      let text =
        "the run has no copies of the files that its experiment names (more than 64 MiB, or beside an engine)"
      guard !anonymous else {
        throw Diagnostic(
          "\(text), whose paths tell where they are; run it again with fewer files", at: place)
      }
      standardError(Diagnostic("\(text); pass them on, too", at: place, severity: .warning))
    }
    return run
  }

  /// The words that experiments and tables need, in small letters.
  private func vocabulary(of runs: [RunReader]) -> Set<String> {
    let texts =
      [Experiment.schema(of: Lab.catalog)]
      + runs.flatMap { $0.paths + $0.columns.trials.map(\.name) }
    return Set(
      texts.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) })
  }

  private func fileName(_ name: String) -> String {
    let text = String(
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_".contains($0) ? $0 : "-" })
    return text.isEmpty ? "run" : text
  }

  /// An anonymous copy of `run` in a new folder at `path`, with a new report.
  private func copy(
    _ run: RunReader, _ anonymizer: inout Anonymizer?, to path: String
  ) throws -> RunReader {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let folder = try describing("cannot write", at: Location(file: path)) {
      () throws(SystemError) in
      try Folder(path)
    }
    try anonymizer?.copy(run, to: folder, contents: expanded)
    _ = try Report.write(path, catalog: Lab.catalog, charts: Lab.charts)
    return try RunReader(folder: path)
  }

  /// The content of a compressed file, and of the files in an archive and their names; of XML, in UTF-8.
  private func expanded(_ bytes: Data, name: String) -> [[UInt8]] {
    let content = (try? Compression.decompressed([UInt8](bytes), file: name)) ?? []
    // What cannot be read is no archive.
    let archive = try? Archive([UInt8](bytes), file: name)
    let members = archive?.members ?? []
    let parts =
      members.map { Array($0.name.utf8) } + members.compactMap { try? archive?.bytes(of: $0) }
    return ([content] + parts).map { (try? XMLEncoding.utf8($0, file: name)) ?? $0 }
  }

  /// The manifests of the engines of `run`, by file name. Warns if the run in `folder` cannot be run again.
  private func engines(of run: RunReader, in folder: String) throws -> [String: String] {
    do {
      let files = try plan(of: run).files.filter { $0.hasSuffix(EngineManifest.suffix) }
      let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
      let names = files.map { URL(fileURLWithPath: $0).lastPathComponent }
      return Dictionary(zip(names, texts)) { $1 }
    } catch {
      let reason = knownDiagnostics(of: error)?.first?.message ?? "\(error)"
      standardError(
        Diagnostic(
          "the bundle cannot be run again here: \(reason)", at: Location(file: folder),
          severity: .warning))
      return [:]
    }
  }

  /// Whether the run has no copies of the files that its experiment names.
  private func lacksInputs(_ run: RunReader) -> Bool {
    let folder = run.experiment?["folder"]?.scalar?.text
    guard let folder, !folder.hasPrefix("inputs") else { return false }
    return (try? plan(of: run)).map { $0.inputNote != nil } ?? true
  }

  private func plan(of run: RunReader) throws -> Plan {
    let file = "\(run.folder)/experiment.yaml"
    let plan = try Plan(path: file, catalog: Lab.catalog)
    let settings = plan.configurations.map(\.settings)
    guard run.columns.configurations.map({ $0 == settings }) != false else {
      throw Diagnostic(
        "its configurations are others than those of the run", at: Location(file: file))
    }
    return plan
  }

  private func write(
    _ bundle: RunBundle, to archive: ArchiveWriter, _ isInterrupted: () -> Bool
  ) throws(Diagnostic) {
    var sources: [String: (folder: Folder, name: String)] = [:]
    for (name, run) in bundle.runs {
      let part = RunBundle.folder(of: name)
      sources[part] = (run.files, "")
      // All are as they were recorded, or `finishedRun` has refused the run.
      for file in try RunManifest(folder: run.folder).recordedFiles {
        sources[part + file] = (run.files, file)
      }
      sources[part + RunManifest.journalName] = (run.files, RunManifest.journalName)
    }
    let texts = bundle.files
    for name in (Array(sources.keys) + texts.keys).sorted() {
      if isInterrupted() { throw Diagnostic("interrupted", at: nil) }
      if let text = texts[name] {
        let bytes = Data(text.utf8)
        try archive.begin(name, size: bytes.count, isProgram: name == RunBundle.script)
        try archive.write(bytes)
      } else if let (folder, file) = sources[name] {
        if name.hasSuffix("/") {
          try archive.begin(name, size: 0)
        } else {
          try archive.add(name, from: file, in: folder)
        }
      }
    }
    try archive.finish()
  }
}
