import ForceLabFiles
import ForceLabSettings
import Foundation

/// Replaces what identifies people and machines in texts, each by the same name everywhere, such as `host-1`.
///
/// Found are the names that it knows, all e-mail addresses, all absolute paths of two or more parts, and all commits
/// of git. Names are whole words, in any case of letters, with or without accents, also where a file escapes them.
package struct Anonymizer {
  package enum Kind: String { case host, user, path, commit, email, name, hash }

  private var replacements: [String: String] = [:]
  private var counts: [Kind: Int] = [:]
  /// Folded, by the first character, longest first.
  private(set) var words: [Unicode.Scalar: [(characters: [Unicode.Scalar], kind: Kind)]] = [:]
  private var commits: Set<String> = []
  /// Those of the hosts, each after a dot: any host there is replaced.
  private var domains: [[UInt8]] = []
  /// The names that are words of experiments, too, and are replaced only in addresses, paths and columns of hosts.
  package private(set) var notes: [Diagnostic] = []

  /// They identify nobody.
  private static let general: Set = ["root", "nobody", "localhost", "user", "unknown", "admin"]

  /// Knows the names of this machine, its user, the repository of the working folder, and `runs`; and `hidden`
  /// ones. Names that are among `vocabulary`, in small letters, could be part of the experiment.
  package init(_ runs: [RunReader], hiding hidden: [String], vocabulary: Set<String>)
    throws(Diagnostic)
  {
    func git(_ arguments: String...) -> [String] {
      Machine.lines(of: ["GIT_ALLOW_PROTOCOL=", "git", "--no-optional-locks"] + arguments) ?? []
    }
    let vocabulary = Set(vocabulary.map(Self.folded))
    for name in hidden {
      guard name.count > 1, case let small = Self.folded(name), !Self.general.contains(small),
        !vocabulary.contains(small)
      else {
        throw Diagnostic(
          "'\(name)' is a word that experiments need, a general name such as 'root', or shorter than two characters, "
            + "so it cannot be hidden; rename it in the experiment", at: nil)
      }
      add(name, .name)
    }
    let environments = runs.compactMap(\.environment).flatMap { [$0] + ($0.resumed ?? []) }
    commits = Set(environments.compactMap(\.commit) + git("rev-parse", "HEAD"))
    let hosts = Set(runs.flatMap { $0.allTrials.map(\.host) } + [hostName, Machine.host])
      .union(environments.flatMap { ($0.hosts ?? []).map(\.name) })
    for host in hosts.sorted() {
      add(host, .host, unless: vocabulary)
      guard let dot = host.firstIndex(of: ".") else { continue }
      add(String(host[..<dot]), .host, unless: vocabulary)
      let domain = String(host[dot...].dropFirst())
      guard domain.contains(".") else { continue }
      add(domain, .host, unless: vocabulary)
      domains.append(Array(".\(domain.lowercased())".utf8))
    }
    let home = NSHomeDirectory()
    for path in Set(
      [home, FileManager.default.currentDirectoryPath] + runs.map { physicalPath($0.folder) })
    where path.dropFirst().contains("/") { add(path, .path) }
    let paths = environments.flatMap(\.command) + [home]
    let homes = paths.compactMap { path in
      let parts = path.split(separator: "/")
      return path.hasPrefix("/") && parts.count > 1 && ["home", "Users"].contains(parts[0])
        ? String(parts[1]) : nil
    }
    let names = [NSFullUserName()] + git("config", "--get-all", "user.name")
    let words = names.flatMap { $0.split(separator: " ") }.filter { $0.count > 2 }.map(String.init)
    let variables = ProcessInfo.processInfo.environment
    let accounts = [NSUserName()] + ["USER", "LOGNAME"].compactMap { variables[$0] }
    for name in names + words + accounts + homes { add(name, .user, unless: vocabulary) }
    // OWNER/NAME, the end of the address of a remote.
    for line in git("config", "--get-regexp", "^remote\\..*\\.url$") {
      let parts = line.split { " /:".contains($0) }.suffix(2).map(String.init)
      let project = parts.joined(separator: "/")
      let name = project.hasSuffix(".git") ? String(project.dropLast(4)) : project
      for name in [name] + parts.prefix(1) { add(name, .name, unless: vocabulary) }
    }
  }

  private mutating func add(_ name: String, _ kind: Kind, unless vocabulary: Set<String> = []) {
    let small = Self.folded(name)
    guard !small.isEmpty, !Self.general.contains(small) else { return }
    guard name.count > 1, !vocabulary.contains(small) else {
      let note = Diagnostic(
        "the name '\(name)' is also a word of experiments, so it is replaced only in addresses, paths and columns of hosts",
        at: nil, severity: .warning)
      if !notes.contains(note) { notes.append(note) }
      return
    }
    let characters = Array(small.unicodeScalars)
    guard words[characters[0]]?.contains(where: { $0.characters == characters }) != true else {
      return
    }
    words[characters[0], default: []].append((characters, kind))
    words[characters[0]]?.sort { $0.characters.count > $1.characters.count }
  }

  /// Also replaces the hash `old`, of a file that has changed, by `new`.
  mutating func replace(hash old: String, with new: String) {
    add(old, .hash)
    replacements[old] = new
  }

  /// The name that stands for `text` everywhere.
  mutating func name(for text: String, _ kind: Kind) -> String {
    if let known = replacements[text] { return known }
    counts[kind, default: 0] += 1
    let name = "\(kind.rawValue)-\(counts[kind, default: 1])"
    replacements[text] = name
    return name
  }

  package mutating func replaced(_ text: String) -> String {
    String(decoding: replaced(Array(text.utf8)), as: UTF8.self)
  }

  /// Cost: linear.
  mutating func replaced(_ text: [UInt8]) -> [UInt8] {
    var (result, index) = ([UInt8](), 0)
    let starts = Self.wordStarts(text)
    result.reserveCapacity(text.count)
    while index < text.count {
      guard let (count, kind, found) = match(text, index, starts[index]) else {
        result.append(text[index])
        index += 1
        continue
      }
      let commit = kind == .commit ? commits.first { $0.hasPrefix(found.lowercased()) } : nil
      result += name(for: commit ?? found, kind).utf8
      index += count
    }
    return result
  }

  /// The first of the known names in `bytes`, such as those of an archive; addresses and paths may be of others.
  func knownName(in bytes: [UInt8]) -> String? {
    let starts = Self.wordStarts(bytes)
    return bytes.indices.lazy.compactMap { starts[$0] ? word(bytes, $0)?.text : nil }.first
  }

  /// How many bytes at `index` are to be replaced, what they are, and their text without escapes.
  private func match(
    _ text: [UInt8], _ index: Int, _ beginsWord: Bool
  ) -> (count: Int, kind: Kind, text: String)? {
    let word = beginsWord ? word(text, index) : nil
    guard Self.begins(text, index) else { return word }
    func found(_ count: Int, _ kind: Kind) -> (Int, Kind, String) {
      (count, kind, String(decoding: text[index..<index + count], as: UTF8.self))
    }
    if let word, word.kind == .path {
      let rest = text[(index + word.count)...].prefix(while: Self.isOfPath)
      return found(word.count + rest.count, .path)
    }
    if let count = Self.pathCount(text, index) { return found(count, .path) }
    if beginsWord, let count = Self.addressCount(text, index) { return found(count, .email) }
    if let count = hostCount(text, index) { return found(count, .host) }
    if let word { return word }
    let digits = text[index...].prefix(while: Self.isHexDigit).count
    guard (7...40).contains(digits), !Self.continues(text, index + digits) else { return nil }
    let commit = String(decoding: text[index..<index + digits], as: UTF8.self).lowercased()
    let isCommit = digits == 40 || commits.contains { $0.hasPrefix(commit) }
    return isCommit ? found(digits, .commit) : nil
  }

  /// The size of the name of a host in one of the domains; nil if there is none at `index`.
  private func hostCount(_ text: [UInt8], _ index: Int) -> Int? {
    guard !domains.isEmpty, Self.continues(text, index), !Self.isEscape(text, index) else {
      return nil
    }
    let name = text[index..<index + Self.domainCount(text, index)].map(Self.small)
    return domains.contains { name.count > $0.count && name.suffix($0.count).elementsEqual($0) }
      ? name.count : nil
  }

  /// The size of the absolute path at `index`, or of one below the home; nil if there is none.
  private static func pathCount(_ text: [UInt8], _ index: Int) -> Int? {
    let isOfHome = text[index] == UInt8(ascii: "~")
    guard isOfHome || text[index] == slash else { return nil }
    // Not a part of a relative path or an address, but file:///home.
    let before = text[..<index].suffix(3)
    if let last = before.last, isOfPath(last), !before.elementsEqual("://".utf8),
      !isEscape(text, index - 1)
    {
      return nil
    }
    var count = text[index...].prefix(while: isOfPath).count
    while count > 0, text[index + count - 1] == UInt8(ascii: ".") { count -= 1 }
    let parts = text[index..<index + count].split(
      separator: slash, omittingEmptySubsequences: false)
    guard parts.count > (isOfHome ? 1 : 2), !parts[1].isEmpty else { return nil }
    return isOfHome || !parts[2].isEmpty ? count : nil
  }

  private static func addressCount(_ text: [UInt8], _ index: Int) -> Int? {
    let isLocal = { (byte: UInt8) in continues(byte) || "._%+-".utf8.contains(byte) }
    if index > 0, isLocal(text[index - 1]), !isEscape(text, index - 1) { return nil }
    if isEscape(text, index) { return nil }
    // The letters of \u00fc: the address begins before them.
    if index > 0, text[index - 1] == backslash, isLetter(character(text, index - 1).scalar) {
      return nil
    }
    var at = index
    while at < text.count, case let (scalar, count) = character(text, at),
      isLetter(scalar) || isLocal(text[at])
    { at += count }
    guard at > index, at + 1 < text.count, text[at] == UInt8(ascii: "@"),
      !(48...57).contains(text[at + 1])
    else { return nil }
    let domain = domainCount(text, at + 1)
    return domain > 0 ? at - index + 1 + domain : nil
  }

  /// The size of the name of a host or domain at `index`, without the point that ends a sentence.
  private static func domainCount(_ text: [UInt8], _ index: Int) -> Int {
    var count = text[index...].prefix { continues($0) || "-.".utf8.contains($0) }.count
    while count > 0, "-.".utf8.contains(text[index + count - 1]) { count -= 1 }
    return count
  }

  private static let slash = UInt8(ascii: "/")
  static let backslash = UInt8(ascii: "\\")

  /// Whether a name may begin at `index`: after an escape such as \n, too.
  private static func begins(_ text: [UInt8], _ index: Int) -> Bool {
    index == 0 || !continues(text[index - 1]) || !continues(text[index])
      || isEscape(text, index - 1)
  }

  private static func isEscape(_ text: [UInt8], _ index: Int) -> Bool {
    index > 0 && text[index - 1] == backslash && "nrt".utf8.contains(text[index])
  }

  private static func continues(_ text: [UInt8], _ index: Int) -> Bool {
    index < text.count && continues(text[index])
  }

  /// Letters, also those that are no ASCII, and digits.
  static func continues(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (48...57).contains(byte) || (97...122).contains(small(byte))
  }

  private static func isOfPath(_ byte: UInt8) -> Bool {
    continues(byte) || "/._-+~%@".utf8.contains(byte)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...102).contains(small(byte))
  }

  static func small(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}
