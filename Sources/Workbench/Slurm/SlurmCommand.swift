import ForceLabFiles
import ForceLabSettings
import Foundation

/// The programs of Slurm, which are all that ForceLab needs of it.
enum SlurmCommand: String {
  case sbatch, squeue, scontrol, scancel

  /// Why a program failed.
  struct Failure: Error {
    let message: String
  }

  /// Without the variables that change what squeue prints, and those of the task that this process may be,
  /// which the jobs it submits would inherit.
  private static let environment = ProcessInfo.processInfo.environment.filter { name, _ in
    !["SQUEUE_", "SLURM_ARRAY_", "SLURM_RESTART_COUNT"].contains { name.hasPrefix($0) }
  }

  /// What the program prints. Throws a `Failure` with what it prints on standard error if it fails.
  func output(_ arguments: [String]) throws(Failure) -> String {
    guard let path = programPath(rawValue) else {
      throw Failure(
        message: "there is no '\(rawValue)' on the PATH; use a login node of the cluster, or "
          + "--executor local")
    }
    do throws(SystemError) {
      let process = try ChildProcess(
        path, arguments, piped: [.output, .error], environment: Self.environment)
      let output = try process.readToEnd(.output)
      let errors = String(decoding: try process.readToEnd(.error), as: UTF8.self)
      guard process.wait() == .exited(0) else {
        let text = errors.split(separator: "\n").map {
          $0.replacing("\(rawValue): error: ", with: "")
        }.joined(separator: "; ")
        throw SystemError(text.isEmpty ? "it failed without a message" : text)
      }
      return String(decoding: output, as: UTF8.self)
    } catch {
      throw Failure(message: "\(rawValue): \(error)")
    }
  }

  /// The fields of the lines of `scontrol -o`, such as `JobState=RUNNING`.
  static func fields(_ line: Substring) -> [String: String] {
    let pairs = line.split(separator: " ").compactMap { word -> (String, String)? in
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The largest index of a job array, plus one; 0 if there are no arrays.
  static func arraySize() throws(Failure) -> Int {
    let lines = try scontrol.output(["show", "config"]).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("MaxArraySize") }
    let value = line?.split(separator: "=").last?.trimmingCharacters(in: .whitespaces)
    return value.flatMap { Int($0) } ?? 0
  }
}
