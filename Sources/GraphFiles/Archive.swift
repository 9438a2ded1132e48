import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import Foundation
import Synchronization

/// The files in an archive: tar, zip or 7z. No file gets a name on the disk.
package struct Archive: Sendable {
  package struct Member: Sendable {
    package let name: String
    fileprivate let range: Range<Int>
  }

  let file: String
  /// The regular files, in the order of the archive.
  package let members: [Member]
  private let contents = SpillFile(memoryLimit: Self.maxSizeInMemory)
  /// By name, the last as for tar if there are several.
  private let indexes: [UTF8Key: Int]

  static let extensions =
    ([""] + Compression.extensions).map { ".tar" + $0 }
    + [".tgz", ".tbz2", ".txz", ".zip", ".7z"]

  package static func isArchive(_ path: String) -> Bool {
    let name = path.lowercased()
    return extensions.contains(where: name.hasSuffix)
  }

  /// Throws if `bytes`, the content of `file`, are not an archive or damaged, or expand to more than
  /// `Compression.maxSize`.
  package init(_ bytes: [UInt8], file: String, limit: Int = 1 << 30) throws(Diagnostic) {
    self.file = file
    let members = try bytes.withUnsafeBufferPointer {
      [contents] (bytes) throws(Diagnostic) -> [Member] in
      let reader = try ArchiveReader(bytes, file: file, limit: limit, isArchive: true)
      var members: [Member] = []
      while let name = try reader.next() {
        let start = contents.count
        try reader.readContent { (part) throws(Diagnostic) in try contents.append(part) }
        members.append(Member(name: name, range: start..<contents.count))
      }
      return members
    }
    self.members = members
    indexes = Dictionary(
      members.indices.map { (UTF8Key(members[$0].name), $0) }, uniquingKeysWith: { $1 })
  }

  /// Differs between two reads of a file.
  var identity: ObjectIdentifier { ObjectIdentifier(contents) }

  package func bytes(of member: Member) throws(Diagnostic) -> [UInt8] {
    try contents.bytes(in: member.range)
  }

  /// The archives used last and the versions of their files, because their graphs are read one by one, in any order.
  private static let recent = Mutex<[(version: String, archive: Archive)]>([])
  private static let maxRecent = 16
  /// What the recent archives take up in memory; the rest is in temporary files.
  private static let maxSizeInMemory = 1 << 28

  /// The archive at `file`, which is read again only if the file has changed.
  static func read(_ file: FileReference) throws(Diagnostic) -> Archive {
    // A file without a version cannot be read either.
    let version = "\(file.path) \(fileVersion(at: file.path) ?? "")"
    let known = recent.withLock { recent -> Archive? in
      guard let index = recent.firstIndex(where: { $0.version == version }) else { return nil }
      recent.append(recent.remove(at: index))
      return recent.last?.archive
    }
    if let known { return known }
    let archive = try Archive(try GraphFile.bytes(of: file), file: file.path)
    recent.withLock { recent in
      recent.append((version, archive))
      var room = maxSizeInMemory
      let kept = recent.reversed().prefix(maxRecent).prefix {
        room -= $0.archive.contents.sizeInMemory
        return room >= 0
      }
      recent = kept.reversed()
    }
    return archive
  }

  /// The names of the graphs in the archive `file`, if it has several; else nil, for the graph of the
  /// file itself. Leaves errors to those who read the graph.
  static func graphs(in file: FileReference) -> [String?] {
    guard isArchive(file.path), let archive = try? read(file), archive.mainGraph == nil else {
      return [nil]
    }
    let names = archive.graphs.map(\.name)
    return names.isEmpty ? [nil] : names.inReadingOrder
  }

  /// Those of the formats of graphs; tables and texts only if there are no others.
  private var graphs: [Member] {
    let known = indexes.values.sorted().map { members[$0] }.compactMap { member in
      member.name.split(separator: "/").last?.first == "."
        ? nil : GraphFormats.format(of: member.name).map { (member, type(of: $0)) }
    }
    let certain = known.filter { $1.isCertain || GraphFormats.ending(of: $0.name) == "edges" }
    return (certain.isEmpty ? known : certain).map { $0.0 }
  }

  /// The only graph, or the one named like the archive, as in the archives of SuiteSparse.
  private var mainGraph: Member? {
    func stem(_ path: String) -> String {
      GraphNames.stem(path.split(separator: "/").last.map(String.init) ?? path)
    }
    let graphs = graphs
    let named = graphs.count == 1 ? graphs : graphs.filter { stem($0.name) == stem(file) }
    return named.count == 1 ? named[0] : nil
  }

  /// The member `name`, or else the graph of the archive. Throws at `location` if there is none.
  func member(_ name: String, at location: Location?) throws(Diagnostic) -> Member {
    let location = location ?? Location(file: file)
    if !name.isEmpty {
      if let index = indexes[UTF8Key(name)] { return members[index] }
      throw Diagnostic(
        "the archive has no file '\(name.excerpt)'; it has \(list(members))", at: location)
    }
    if let member = mainGraph { return member }
    throw Diagnostic(
      graphs.isEmpty
        ? "the archive has no graph file; it has \(list(members))"
        : "the archive has several graphs; set 'member' to one of \(list(graphs)), or use a corpus",
      at: location)
  }

  private func list(_ members: [Member]) -> String {
    members.isEmpty ? "no files" : members.map(\.name).quotedList
  }
}
