import ForceLabFiles
import ForceLabSettings
import Foundation

extension Anonymizer {
  /// Writes a copy of `run` to `target`, with a new journal. What reports write is left out, because a new report
  /// can be written. `contents` are those of a compressed file with these bytes and name.
  package mutating func copy(
    _ run: RunReader, to target: Folder, contents: (Data, String) -> [[UInt8]]
  ) throws(Diagnostic) {
    let source = run.files
    let manifest = try RunManifest(of: source)
    var files: [String: (name: String, stamp: FileStamp)] = [:]
    // The hash of a graph is its name, and occurs in other files.
    let names = manifest.stamps.keys.filter { !RunManifest.isDerived($0) }.sorted {
      ($0.hasPrefix("graphs/") ? 0 : 1, $0) < ($1.hasPrefix("graphs/") ? 0 : 1, $1)
    }
    for name in names {
      guard let bytes = try source.bytes(of: name) else { continue }
      let new = try replaced(bytes, of: name, in: source, contents)
      let stamp = FileStamp(new)
      let hash = ContentHash.short(bytes)
      if name == "graphs/\(hash).json", stamp.hash != hash { replace(hash: hash, with: stamp.hash) }
      let newName = replaced(name)
      try target.write(new, to: newName)
      files[name] = (newName, stamp)
    }
    var journal = try DraftFile(of: Journal.name, in: target)
    var origin = manifest.origin
    // The paths of files tell where they were.
    origin.files = [:]
    try journal.append(JournalLine.text(of: origin))
    var reader = try JournalReader(in: source)
    while let line = try reader?.next() {
      guard let record = line.record else { continue }
      let own = record.files.keys.compactMap { files[$0] }
      let new = record.replacing(
        host: name(for: record.host, .host),
        files: Dictionary(own.map { ($0.name, $0.stamp) }) { $1 }
      ) { replaced($0) }
      try journal.append(TrialResult(record: new).line)
    }
    let stamps = Dictionary(files.values.map { ($0.name, $0.stamp) }) { $1 }
    try journal.append(JournalLine.text(of: JournalLine.Manifest(manifest: stamps)))
    try journal.commit(isSynchronized: false)
  }

  private mutating func replaced(
    _ bytes: Data, of name: String, in source: Folder, _ contents: (Data, String) -> [[UInt8]]
  ) throws(Diagnostic) -> Data {
    switch name {
    case Journal.samplesName: return bytes
    case RunEnvironment.fileName:
      return Data(replaced(try RunEnvironment.kept(in: source).get()).prettyJSON.utf8)
    case RunReader.experimentName:
      // Without copies of input files, it is the way to the original folder.
      let lines = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { line in
        let leads = line.hasPrefix("folder: ") && !line.hasPrefix("folder: \(RunInputs.part)")
        return leads ? "folder: ." : line
      }
      return Data(replaced(lines.joined(separator: "\n")).utf8)
    case RunTables.trialsName: return try trials(bytes, path: source.location(of: name).file)
    default: break
    }
    if name.hasPrefix("layouts/"), name.hasSuffix(".csv"), bytes.contains(UInt8(ascii: "\"")) {
      // A new id may need no quotes, and the run of the bundle then writes none.
      let table = try CSVTable(
        String(decoding: bytes, as: UTF8.self), path: source.location(of: name).file)
      let rows = [table.header] + table.rows.map { row in row.fields.map { replaced($0) } }
      let lines = rows.map { $0.map(LayoutFile.field).joined(separator: ",") + "\n" }
      return Data(lines.joined().utf8)
    }
    if name.hasPrefix("frames/") {
      let header = bytes.prefix { $0 != UInt8(ascii: "\n") }
      return Data(replaced([UInt8](header))) + bytes.dropFirst(header.count)
    }
    // UTF-16 and archives have zero bytes.
    if !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil {
      return Data(replaced([UInt8](bytes)))
    }
    for content in ([[UInt8](bytes)] + contents(bytes, name)).lazy.flatMap(Self.readings) {
      guard let known = knownName(in: content) else { continue }
      throw Diagnostic(
        "the file is not text and contains '\(known)', which cannot be replaced there; name the extracted file, or "
          + "a copy in UTF-8, in the experiment, and run it again", at: source.location(of: name))
    }
    return bytes
  }

  /// `content` and, if it is not text in UTF-8, what it is in UTF-16 or Latin-1. Latin-1 has no control characters,
  /// but compressed bytes have, in which short names would be found by chance.
  static func readings(of content: [UInt8]) -> [[UInt8]] {
    let encodings: [String.Encoding] =
      content.contains { $0 < 9 }
      ? [.utf16LittleEndian, .utf16BigEndian]
      : String(validating: content, as: UTF8.self) == nil ? [.isoLatin1] : []
    return [content]
      + encodings.compactMap { String(bytes: content, encoding: $0)?.utf8 }.map(Array.init)
  }

  private mutating func replaced(_ old: RunEnvironment) -> RunEnvironment {
    var environment = old
    (environment.commit, environment.isDirty) = (nil, nil)
    environment.jobs = old.jobs.map { _ in [] }
    // The last part of a path says what was run.
    environment.command = old.command.map {
      replaced($0.split(separator: "/").last.map(String.init) ?? $0)
    }
    environment.programs = old.programs?.mapValues { replaced($0) }
    environment.citations = old.citations?.map { replaced($0) }
    environment.resumed = old.resumed?.map { replaced($0) }
    environment.hosts = old.hosts?.map { host in
      var host = host
      host.name = name(for: host.name, .host)
      return host
    }
    return environment
  }

  /// The table of trials: a host may have the name of another word, so its column is replaced as a whole.
  private mutating func trials(_ bytes: Data, path: String) throws(Diagnostic) -> Data {
    let table = try CSVTable(String(decoding: bytes, as: UTF8.self), path: path)
    let host = table.header.firstIndex(of: TrialColumns.host)
    var text = csvLine(table.header)
    for row in table.rows {
      text += csvLine(
        row.fields.enumerated().map { index, field in
          index == host && !field.isEmpty ? name(for: field, .host) : replaced(field)
        })
    }
    return Data(text.utf8)
  }
}
