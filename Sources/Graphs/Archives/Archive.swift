import ForceLabPlugins
import ForceLabSettings
import Foundation

/// A tar archive: POSIX ustar, with the long names of GNU tar and pax.
package struct Archive {
  package struct Member {
    package let name: String
    package let bytes: Range<Int>
  }

  let bytes: [UInt8]
  let file: String
  /// The regular files, in the order of the archive.
  package private(set) var members: [Member] = []

  /// Whether `path` is named like a tar archive, compressed or not.
  static func isArchive(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".tar", ".tar.gz", ".tgz"].contains(where: name.hasSuffix)
  }

  /// Throws if `bytes`, the content of `file`, are not an archive or damaged.
  package init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    (self.bytes, self.file) = (bytes, file)
    var place = 0
    var longName: String?
    while place + 512 <= bytes.count {
      let header = bytes[place..<place + 512]
      if header.allSatisfy({ $0 == 0 }) { return }
      guard hasChecksum(header), let size = Self.number(header.dropFirst(124).prefix(12)) else {
        throw error(
          place == 0 ? "not a tar archive" : "the archive is damaged at byte \(place)")
      }
      let content = place + 512..<place + 512 + size
      guard content.upperBound <= bytes.count else { throw error("the archive is truncated") }
      let kind = header[place + 156]
      switch kind {
      case UInt8(ascii: "L"): longName = Self.text(bytes[content])
      case UInt8(ascii: "x"): longName = Self.path(inPax: bytes[content])
      case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
        members.append(Member(name: longName ?? Self.name(header), bytes: content))
        longName = nil
      default: longName = nil
      }
      // Sizes fit the file, so that this does not overflow.
      place = content.upperBound + (512 - size % 512) % 512
    }
    if members.isEmpty { throw error("not a tar archive") }
  }

  private func error(_ message: String) -> Diagnostic {
    Diagnostic("\(message); download it again, or extract the graph", at: Location(file: file))
  }

  private func hasChecksum(_ header: ArraySlice<UInt8>) -> Bool {
    let start = header.startIndex
    let sum = header.indices.reduce(0) { sum, index in
      sum + (148..<156 ~= index - start ? 32 : Int(header[index]))
    }
    return Self.number(header.dropFirst(148).prefix(8)) == sum
  }

  private static func name(_ header: ArraySlice<UInt8>) -> String {
    let name = text(header.prefix(100))
    let isPOSIX = header.dropFirst(257).starts(with: Array("ustar\0".utf8))
    let prefix = isPOSIX ? text(header.dropFirst(345).prefix(155)) : ""
    return prefix.isEmpty ? name : "\(prefix)/\(name)"
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Octal digits, or a number of base 256; nil for other text and numbers above 2⁴⁰.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if let first = field.first, first & 0x80 != 0 {
      let bytes = [first & 0x7F] + field.dropFirst()
      guard bytes.dropLast(5).allSatisfy({ $0 == 0 }) else { return nil }
      return bytes.suffix(5).reduce(0) { $0 << 8 | Int($1) }
    }
    let digits = text(field).trimmingCharacters(in: .whitespaces)
    guard let value = digits.isEmpty ? 0 : Int(digits, radix: 8), (0...1 << 40).contains(value)
    else { return nil }
    return value
  }

  /// The value of `path` among the lines “length key=value” of a pax header.
  private static func path(inPax bytes: ArraySlice<UInt8>) -> String? {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let field = line.drop { $0 != UInt8(ascii: " ") }.dropFirst()
      if field.starts(with: Array("path=".utf8)) { return text(field.dropFirst(5)) }
    }
    return nil
  }
}

/// Graphs in archives.
extension Archive {
  /// The members of the archive `file` that are graphs, if it has several; else nil, for the graph of the
  /// file itself. Errors are left to those who read the graph.
  static func graphs(in file: FileReference) -> [String?] {
    guard isArchive(file.path), let bytes = try? GraphFile.bytes(of: file),
      let archive = try? Archive(bytes, file: file.path), archive.mainGraph == nil
    else { return [nil] }
    let names = archive.graphs.map(\.name)
    return names.isEmpty ? [nil] : names.inReadingOrder
  }

  /// Those of the formats of graphs; tables and texts only if there are no others.
  private var graphs: [Member] {
    let known = members.filter {
      GraphFormat(path: $0.name) != nil && $0.name.split(separator: "/").last?.first != "."
    }
    let certain = known.filter {
      switch GraphFormat(path: $0.name) {
      case .edgeList, .json: $0.name.hasSuffix(".edges")
      default: true
      }
    }
    return certain.isEmpty ? known : certain
  }

  /// The only graph, or the one named like the archive, as in the archives of SuiteSparse.
  private var mainGraph: Member? {
    let stem = GraphNames.stem(file.split(separator: "/").last.map(String.init) ?? file)
    let graphs = graphs
    if graphs.count == 1 { return graphs[0] }
    let named = graphs.filter {
      GraphNames.stem($0.name.split(separator: "/").last.map(String.init) ?? "") == stem
    }
    return named.count == 1 ? named[0] : nil
  }

  /// The member `name`, or else the graph of the archive. Throws at `location` if there is none.
  func member(_ name: String, at location: Location?) throws(Diagnostic) -> Member {
    let location = location ?? Location(file: file)
    if !name.isEmpty {
      guard let member = members.first(where: { $0.name.hasSameUTF8(as: name) }) else {
        throw Diagnostic(
          "the archive has no file '\(name.excerpt)'; it has \(list(members))", at: location)
      }
      return member
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
