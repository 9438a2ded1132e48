import ForceLabFiles
import ForceLabSettings
import Foundation

/// The programs of Slurm, which are all that ForceLab needs of it.
enum SlurmCommand: String {
  case sbatch, squeue, scontrol, scancel

  /// Without the variables that change what squeue prints, and those of this task, which its jobs would inherit.
  private static let environment = ProcessInfo.processInfo.environment.filter { name, _ in
    !["SQUEUE_", "SLURM_ARRAY_", "SLURM_RESTART_COUNT"].contains { name.hasPrefix($0) }
  }

  /// What the program prints. Throws what it prints on standard error if it fails.
  func output(_ arguments: [String]) throws(SystemError) -> String {
    guard let path = programPath(rawValue) else {
      throw SystemError(
        "there is no '\(rawValue)' on the PATH; use a login node of the cluster, or --executor local"
      )
    }
    let (output, errors, isDone) = try Result { () throws(SystemError) in
      try ChildProcess.run(path, arguments, environment: Self.environment)
    }.mapError { SystemError("\(rawValue): \($0)") }.get()
    if isDone { return String(decoding: output, as: UTF8.self) }
    let text = errors.split(separator: "\n").map {
      $0.replacing("\(rawValue): error: ", with: "")
    }.joined(separator: "; ")
    throw SystemError("\(rawValue): \(text.isEmpty ? "it failed without a message" : text)")
  }

  /// The fields of the lines of `scontrol -o`, such as `JobState=RUNNING`.
  static func fields(_ line: Substring) -> [String: String] {
    let pairs = line.split(separator: " ").map { word in
      word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    return Dictionary(firstOf: pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) })
  }

  /// The largest index of a job array, plus one; 0 if there are no arrays.
  static func arraySize() throws(SystemError) -> Int {
    let lines = try scontrol.output(["show", "config"]).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("MaxArraySize") }
    let value = line?.split(separator: "=").last?.trimmingCharacters(in: .whitespaces)
    return value.flatMap { Int($0) } ?? 0
  }
}
