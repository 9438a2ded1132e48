import Foundation

/// Where and how a run was made.
public struct Environment: Sendable, Codable {
  /// The processor's model.
  public var cpu: String
  /// How many cores the process may use.
  public var cores: Int
  /// Main memory, in bytes.
  public var memoryBytes: UInt64
  /// The operating system.
  public var os: String
  /// The compiler.
  public var swift: String
  /// `release` or `debug`; times of a debug build mean nothing.
  public var build: String
  /// What was built for: this processor, or any of its kind.
  public var processor: String
  /// The git commit of the working folder; nil outside a repository.
  public var commit: String?
  /// The load average of the last minute, when the run began.
  public var load: Double?
  /// The experiment's seed.
  public var seed: Int
  /// The command line.
  public var command: [String]
  /// When the run began, ISO 8601.
  public var started: String

  /// What this process runs on.
  public init(seed: Int, command: [String] = CommandLine.arguments, date: Date = Date()) {
    let process = ProcessInfo.processInfo
    cpu = Self.cpuModel() ?? "unknown"
    cores = process.activeProcessorCount
    memoryBytes = process.physicalMemory
    os = process.operatingSystemVersionString
    swift = Self.compiler
    #if DEBUG
      build = "debug"
    #else
      build = "release"
    #endif
    #if FORCELAB_NATIVE
      processor = "native"
    #else
      processor = "generic"
    #endif
    commit = Self.output(of: ["git", "rev-parse", "HEAD"])
    load = Self.loadAverage()
    self.seed = seed
    self.command = command
    started = ISO8601DateFormatter().string(from: date)
  }

  /// The environment as JSON, keys sorted.
  var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    guard let data = try? encoder.encode(self) else { return "{}\n" }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2)
      "6.2"
    #elseif compiler(>=6.1)
      "6.1"
    #else
      "6.0"
    #endif
  }

  private static func cpuModel() -> String? {
    #if os(Linux)
      let info = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
      let line = info?.split(separator: "\n").first { $0.hasPrefix("model name") }
      return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    #else
      return output(of: ["sysctl", "-n", "machdep.cpu.brand_string"])
    #endif
  }

  private static func loadAverage() -> Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  /// The first line that a command prints; nil if it cannot be run or fails.
  private static func output(of command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }
}
