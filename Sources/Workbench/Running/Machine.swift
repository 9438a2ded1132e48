import ForceLabFiles
import Foundation

/// What is known of the machine that the process runs on.
enum Machine {
  /// The name of the machine; in a job of Slurm, that of the node.
  static let host: String = {
    let node = ProcessInfo.processInfo.environment["SLURMD_NODENAME"] ?? ""
    return node.isEmpty ? hostName : node
  }()

  static var cpuModel: String? {
    #if os(Linux)
      cpuInfo("model name")
    #else
      lines(of: ["sysctl", "-n", "machdep.cpu.brand_string"])?.first
    #endif
  }

  /// Those of the processor's features that are about arithmetic, sorted.
  static var cpuFeatures: [String] {
    #if os(Linux)
      // x86 calls them flags, ARM features.
      features(in: cpuInfo("flags") ?? cpuInfo("Features") ?? "")
    #else
      features(in: switches(in: lines(of: ["sysctl", "hw.optional"]) ?? []))
    #endif
  }

  /// The names in `text` that are about arithmetic on vectors, in lower case and sorted.
  static func features(in text: String) -> [String] {
    let names = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    // x86's smep is about memory, ARM's sme about matrices.
    let found = names.filter { name in name != "smep" && kinds.contains { name.hasPrefix($0) } }
    return Set(found).sorted()
  }

  /// How the names of such features begin, on x86 and on ARM.
  private static let kinds = [
    "sse", "ssse", "avx", "fma", "f16c", "amx", "neon", "asimd", "advsimd", "sve", "sme", "feat_s",
    "feat_f",
  ]

  /// The last parts of the names that `lines`, as of sysctl, set to 1: `hw.optional.neon: 1`.
  static func switches(in lines: [String]) -> String {
    lines.compactMap { line in
      let parts = line.split(separator: ":")
      guard parts.count == 2, parts[1].trimmingCharacters(in: .whitespaces) == "1" else {
        return nil
      }
      return parts[0].split(separator: ".").last.map(String.init)
    }.joined(separator: " ")
  }

  /// The kernel's name and release, such as `Linux 6.1.0`.
  static var kernel: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    return text(of: names.sysname) + " " + text(of: names.release)
  }

  static var load: Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  /// What a command prints, line by line; nil if it cannot be run or fails.
  static func lines(of command: [String]) -> [String]? {
    guard let (output, _, isDone) = try? ChildProcess.run("/usr/bin/env", command), isDone else {
      return nil
    }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// What the first line of /proc/cpuinfo that begins with `key` says.
  private static func cpuInfo(_ key: String) -> String? {
    // Without it, the processor is unknown.
    let info = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = info?.split(separator: "\n").first { $0.hasPrefix(key) }
    return line?.split(separator: ":", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
  }

  /// The text in an array of characters, which C gives as a tuple.
  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
