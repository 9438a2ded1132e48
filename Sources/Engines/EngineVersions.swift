import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import Foundation

/// An engine in Python whose version the experiment chooses: each version has a virtual environment of its own in
/// the cache of the user.
extension EngineManifest {
  private static let python = "python3"

  /// The package whose version is that of the engine; nil if a version cannot be chosen.
  package var versionedPackage: String? { packages.first }

  private func environmentFolder(_ version: String) -> String {
    "\(cacheFolder)/engines/\(name)-\(version)"
  }

  /// The same engine with the Python of the environment of `version`.
  package func choosing(_ version: String) -> Self {
    var copy = self
    copy.command[0] = "\(environmentFolder(version))/bin/\(Self.python)"
    copy.install = "\(Diagnostic.program) engine install \(name) \(version)"
    copy.chosenVersion = version
    return copy
  }

  func checkPackages() throws(ParameterError) {
    guard !packages.isEmpty else { return }
    guard command[0].split(separator: "/").last.map(String.init) == Self.python else {
      throw ParameterError(
        "'packages' are those of a program in Python; begin 'command' with \(Self.python), or remove them",
        parameter: "packages")
    }
    for package in packages where !Self.isPackageText(package, and: "=<>!~,[]") {
      throw ParameterError(
        "'\(package.excerpt)' is not a package of PyPI; write it as in [igraph, numpy<3]",
        parameter: "packages")
    }
  }

  /// Throws if `version` cannot be one, such as a path.
  package static func checkVersion(_ version: String) throws(ParameterError) {
    guard isPackageText(version, and: "+!") else {
      throw ParameterError(
        "'\(version.excerpt)' is not a version; write it as on PyPI, such as 0.11.9",
        parameter: "version")
    }
  }

  /// Letters, digits, `.`, `-`, `_` and `others`; the first is a letter or a digit.
  private static func isPackageText(_ text: String, and others: String) -> Bool {
    func isPlain(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber)
    }
    return text.first.map(isPlain) == true
      && text.allSatisfy { isPlain($0) || ".-_\(others)".contains($0) }
  }

  /// Makes the environment of `version` and installs the packages into it with pip, again if it exists.
  /// Returns the version that the engine then reports. Throws what pip says if that fails.
  package func install(_ version: String) throws(Diagnostic) -> String {
    guard let package = versionedPackage else {
      throw Diagnostic(
        "the manifest of '\(name)' has no 'packages', so that its versions cannot be installed; add them, or write "
          + "a manifest for each version", at: Location(file: file))
    }
    let folder = environmentFolder(version)
    let isNew = !FileManager.default.fileExists(atPath: folder)
    do {
      return try install(package, version, in: folder)
    } catch {
      // What cannot be removed is repaired by the next installation.
      if isNew { _ = try? FileManager.default.removeItem(atPath: folder) }
      throw error
    }
  }

  private func install(_ package: String, _ version: String, in folder: String) throws(Diagnostic)
    -> String
  {
    try run(Self.python, ["-m", "venv", folder])
    let packages =
      ["\(package.prefix { !"=<>!~,".contains($0) })==\(version)"] + packages.dropFirst()
    try run(
      "\(folder)/bin/\(Self.python)",
      ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary", "--"]
        + packages)
    do {
      return try EngineProcess(choosing(version)).greeting.version
    } catch {
      throw Diagnostic("\(error)", at: Location(file: file))
    }
  }

  private func run(_ program: String, _ arguments: [String]) throws(Diagnostic) {
    guard let path = program.contains("/") ? program : programPath(program) else {
      throw Diagnostic("no folder of PATH has a program '\(program)'; install it", at: nil)
    }
    let (output, errors, isDone) = try describing("\(program) cannot be run") {
      () throws(SystemError) in try ChildProcess.run(path, arguments)
    }
    if isDone { return }
    let printed = String(decoding: output, as: UTF8.self) + "\n" + errors
    let lines = printed.split(whereSeparator: \.isNewline)
    let reason = lines.last { $0.hasPrefix("ERROR") } ?? lines.last ?? "it printed no error message"
    throw Diagnostic(
      "'\(([program] + arguments).joined(separator: " "))' failed: \(String(reason).printable)",
      at: nil)
  }
}
