import ForceLabFiles
import ForceLabSettings

/// The files that an experiment names, such as graphs, which a run copies into its folder: the folder can then be
/// moved to another machine and run again.
///
/// The copies are in `inputs`, in folders like the originals, so that relative paths remain; those of collections that
/// the program has fetched are beside the experiment, where they are found by name. Programs are not copied: nobody
/// should get one with the results of somebody else.
package struct RunInputs: Sendable {
  static let part = "inputs"
  /// The maximum size of all copies together.
  static let limit = 64 << 20

  /// The path of each file in `inputs`, and where it is now.
  private var copies: [(name: String, path: String)] = []
  /// The experiment's folder, below `inputs`.
  private let folder: String
  /// That of the originals.
  private let original: String
  /// Why there are no copies, such as “312 MB”; nil if there are, or if there are no files.
  let reason: String?

  /// The files of a plan, of which `programs` are not copied, of an experiment in `folder`.
  init(_ all: [String], programs: Set<String>, folder: String) {
    let original = physicalPath(folder)
    let files = all.filter { !programs.contains($0) }.map(physicalFile).sorted().uniqued
    let cache = physicalPath(cacheFolder) + "/"
    let common = files.filter { !$0.hasPrefix(cache) }.map(parentFolder).reduce(
      Self.parts(original)
    ) { common, folder in
      zip(common, Self.parts(folder)).prefix { $0 == $1 }.map(\.0)
    }
    let below = { (path: String) in
      let path = path.hasPrefix(cache) ? "\(original)/\(path.dropFirst(cache.count))" : path
      return Self.parts(path).dropFirst(common.count).joined(separator: "/")
    }
    (self.original, self.folder) = (original, below(original))
    let size = files.reduce(0) { sum, file in
      // Of a link, that of its target. A file that is missing is reported elsewhere.
      sum + ((try? ReadFile(at: file))?.size ?? 0)
    }
    let hasOwnProgram = programs.contains { physicalFile($0).hasPrefix(original + "/") }
    reason =
      size > Self.limit
      ? "they have \((size - 1) >> 20 + 1) MiB, more than \(Self.limit >> 20) MiB"
      : hasOwnProgram && !files.isEmpty ? "an engine beside the experiment is not copied" : nil
    if reason == nil { copies = files.map { (below($0), $0) } }
  }

  /// Where paths of the experiment begin: at the copies in a run folder at `path`, or else at the originals.
  fileprivate func folder(in path: String) -> String {
    copies.isEmpty
      ? Self.relative(original, to: physicalPath(path))
      : ([Self.part] + (folder.isEmpty ? [] : [folder])).joined(separator: "/")
  }

  /// Changes absolute paths, and those with `..`, to the shortest ones that begin at `folder`: each file has one path,
  /// wherever the experiment is.
  static func relativePaths(in folder: String) -> ParameterWalk.Change {
    let physical = physicalPath(folder)
    // A working folder that was deleted has no path.
    guard physical.hasPrefix("/") else { return { node, _, _ in node } }
    return { node, form, _ in
      guard case .path = form, let text = node.scalar?.text, !text.isEmpty,
        text.hasPrefix("/") || parts(text).contains("..")
      else { return node }
      let path = physicalFile(text.hasPrefix("/") ? text : "\(folder)/\(text)")
      return .scalar(.string(relative(path, to: physical)), at: node.location)
    }
  }

  /// Copies the files into `folder`, and records those that were not there in its journal.
  func write(in folder: Folder) throws(Diagnostic) {
    var stamps: [String: FileStamp] = [:]
    func write(_ bytes: [UInt8], to name: String) throws(Diagnostic) {
      let (name, stamp) = ("\(Self.part)/\(name)", FileStamp(bytes))
      if try stamp.matches(name, in: folder) { return }
      try folder.write(bytes, to: name)
      stamps[name] = stamp
    }
    for copy in copies {
      let place = Location(file: copy.path)
      try write(fileBytes(at: copy.path, limit: Self.limit, location: place), to: copy.name)
    }
    // Paths such as ../graphs/a.mtx need the folder that they begin at.
    if !copies.isEmpty, !self.folder.isEmpty {
      let text = "The paths in experiment.yaml begin in this folder.\n"
      try write(Array(text.utf8), to: self.folder + "/README")
    }
    try Journal.record(stamps, in: folder)
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  /// The path from `folder` to `path`, which are absolute.
  package static func relative(_ path: String, to folder: String) -> String {
    let (target, start) = (parts(path), parts(folder))
    let common = zip(target, start).prefix { $0 == $1 }.count
    let steps = start.dropFirst(common).map { _ in ".." } + target.dropFirst(common)
    return steps.isEmpty ? "." : steps.joined(separator: "/")
  }
}

extension Plan {
  /// A note for people if a run does not copy the files that the experiment names.
  public var inputNote: Diagnostic? {
    inputs.reason.map {
      Diagnostic(
        "the run folder gets no copies of the files that the experiment names, because \($0); to run a moved "
          + "folder again, move these files, too", at: nil, severity: .note)
    }
  }

  /// The experiment as it is kept in a run folder at `path`.
  func portableDocument(in path: String) -> SettingsNode {
    files.isEmpty
      ? document : document.setting("folder", to: .scalar(.string(inputs.folder(in: path))))
  }
}
