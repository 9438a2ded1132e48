import ForceLabFiles
import ForceLabSettings
import Foundation

/// Throws a `Diagnostic` if the user has not trusted `files` and `policy` demands it: `owner` is what they
/// describe, and `commands` what it would run.
func checkTrust(
  _ policy: TrustPolicy, in files: [String],
  home: String? = ProcessInfo.processInfo.environment["HOME"], of owner: String,
  commands: [String], at location: Location
) throws(Diagnostic) {
  guard policy != .ignored else { return }
  var trusted = try TrustedFiles(home: home)
  if try trusted.contains(files) { return }
  guard policy == .added else {
    throw Diagnostic(
      "\(owner) would run '\(commands.joined(separator: "; "))', and you have not trusted this file; read it and the "
        + "programs that it starts, and if they do no harm, add --trust, which is kept in \(TrustedFiles.name)",
      at: location)
  }
  try trusted.add(files)
}

extension [ExternalProgram] {
  /// Throws an error for each program of files beside an experiment that is not trusted, if `policy` demands trust.
  package func checkTrust(_ policy: TrustPolicy) throws(InvalidExperiment) {
    try collect(uniqued(on: \.filesToTrust)) { program in
      guard let manifest = program.filesToTrust.first else { return }
      try ForceLabWorkbench.checkTrust(
        policy, in: program.filesToTrust, of: "the engine '\(program.name)'",
        commands: [program.command], at: Location(file: manifest))
    }
  }
}
