import Foundation
import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings

/// Where and how a run was made.
public struct RunEnvironment: Sendable, Codable {
  public var cpu: String
  /// What the processor can do with many numbers at once, such as `avx2` and `fma`.
  public var cpuFeatures: [String]
  public var cores: Int
  /// Main memory, in bytes.
  public var memoryBytes: UInt64
  public var os: String
  public var kernel: String
  public var swift: String
  /// `release` or `debug`; times of a debug build mean nothing.
  public var build: String
  /// The flags of `swift build` that numbers and times depend on, as far as the program knows them.
  public var buildFlags: String
  /// What was built for: this processor, or any of its kind.
  public var processor: String
  /// The git commit of the working folder; nil outside a repository.
  public var commit: String?
  /// Whether files that git knows differ from that commit; nil if git would run programs of the repository to tell.
  public var isDirty: Bool?
  /// The plugins there were, by kind and name, and their versions.
  public var plugins: [String: [String: Int]]
  /// The versions of the programs that trials start, by name; nil if there are none.
  public var programs: [String: String]?
  /// What to cite for the graphs; nil if nothing is known of them.
  public var citations: [String]?
  public var loadBefore: Double?
  public var loadAfter: Double?
  public var seed: Int
  public var command: [String]
  /// When the run began, ISO 8601.
  public var started: String
  /// When the run ended, ISO 8601; nil until then.
  public var ended: String?
  /// Where and how the run was resumed; the last one ended it.
  public var resumed: [RunEnvironment]?
  /// The machines that ran the trials, if a cluster or several machines did; then the first fields are theirs.
  public var hosts: [RunHost]?
  /// The identifiers of the jobs that ran the trials on a cluster.
  public var jobs: [String]?

  /// Asks git, and on macOS sysctl, which takes some milliseconds.
  public init(
    seed: Int, command: [String] = CommandLine.arguments, date: Date = Date(),
    catalog: Catalog = Catalog([])
  ) {
    let host = RunHost()
    (cpu, cpuFeatures, cores) = (host.cpu, host.cpuFeatures, host.cores)
    (memoryBytes, kernel) = (host.memoryBytes, host.kernel)
    os = ProcessInfo.processInfo.operatingSystemVersionString
    swift = Build.compiler
    build = Build.isDebug ? Build.debugName : "release"
    buildFlags = Build.flags
    processor = Build.processor
    let revision = Revision(of: ".")
    (commit, isDirty) = (revision.commit, revision.isDirty)
    // Of two with one name, the first is found.
    plugins = Dictionary(grouping: catalog.entries, by: \.kind.name).mapValues { entries in
      Dictionary(firstOf: entries.map { ($0.page.name, $0.page.version) })
    }
    loadBefore = Machine.load
    self.seed = seed
    self.command = command
    started = Self.text(of: date)
  }

  /// This environment at the end of its run, at `date`: the load is that of now.
  public func atEnd(_ date: Date = Date()) -> RunEnvironment {
    var environment = self
    if let last = environment.resumed?.popLast() {
      environment.resumed?.append(last.atEnd(date))
    } else {
      environment.loadAfter = Machine.load
      environment.ended = Self.text(of: date)
    }
    return environment
  }

  /// Adds the machines and the jobs that ran trials of a run, all of which ran on the machines `names`. Models of
  /// processors that differ are all named, so that times are not taken for those of one machine.
  mutating func add(_ hosts: Set<RunHost>, jobs: Set<String> = [], names: Set<String>) {
    var known = hosts.union(self.hosts ?? [])
    if self.hosts == nil, let name = names.subtracting(hosts.map(\.name)).min() {
      // The first fields are those of this machine.
      var host = RunHost()
      (host.name, host.cpu, host.cpuFeatures) = (name, cpu, cpuFeatures)
      (host.cores, host.memoryBytes, host.kernel) = (cores, memoryBytes, kernel)
      known.insert(host)
    }
    let all = known.sorted { $0.name < $1.name }
    self.hosts = all
    if !jobs.isEmpty {
      self.jobs = jobs.union(self.jobs ?? []).sorted {
        $0.compare($1, options: .numeric) == .orderedAscending
      }
    }
    cpu = all.map(\.cpu).uniqued.sorted().joined(separator: ", ")
    cpuFeatures = all.dropFirst().reduce(Set(all[0].cpuFeatures)) {
      $0.intersection($1.cpuFeatures)
    }.sorted()
    cores = all.map(\.cores).min() ?? cores
    memoryBytes = all.map(\.memoryBytes).min() ?? memoryBytes
    kernel = all.map(\.kernel).uniqued.joined(separator: ", ")
  }

  func resumed(in other: RunEnvironment) -> RunEnvironment {
    var environment = self
    environment.resumed = (resumed ?? []) + [other]
    return environment
  }

  static let fileName = "environment.json"

  /// The environment of the run in `folder`; a warning if its file is missing or damaged. Throws if it cannot be read.
  package static func kept(
    in folder: Folder
  ) throws(Diagnostic) -> Result<RunEnvironment, Diagnostic> {
    let data = try folder.bytes(of: fileName)
    if let environment = data.flatMap({ Self(runJSON: $0) }) { return .success(environment) }
    return .failure(
      Diagnostic(
        "\(data == nil ? "no such file" : "the file is damaged"), so the machine and the "
          + "build are unknown; compare times only if you know that both are alike",
        at: folder.location(of: fileName), severity: .warning))
  }

  public var startDate: Date? { ISO8601DateFormatter().date(from: started) }

  /// When the run ended, after it was last resumed; nil if it has not.
  public var endDate: Date? {
    (resumed?.last ?? self).ended.flatMap { ISO8601DateFormatter().date(from: $0) }
  }

  /// A warning that times mean nothing; nil if this is a release build.
  public static var warning: String? {
    Build.isDebug
      ? "warning: this is a debug build, many times slower than a release build: its times mean "
        + "nothing. For times, run what `make build` builds." : nil
  }

  private static func text(of date: Date) -> String { ISO8601DateFormatter().string(from: date) }
}

extension Date {
  /// In English, with the fields of `format`.
  package func text(_ format: String, zone: TimeZone = .current) -> String {
    let formatter = DateFormatter()
    (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), zone)
    formatter.dateFormat = format
    return formatter.string(from: self)
  }
}

/// A machine that ran trials.
public struct RunHost: Codable, Hashable, Sendable {
  public var name: String
  public var cpu: String
  public var cpuFeatures: [String]
  public var cores: Int
  public var memoryBytes: UInt64
  public var kernel: String

  /// The machine that this process runs on.
  init() {
    let process = ProcessInfo.processInfo
    (name, kernel) = (Machine.host, Machine.kernel)
    (cpu, cpuFeatures) = (Machine.cpuModel ?? "unknown", Machine.cpuFeatures)
    (cores, memoryBytes) = (process.activeProcessorCount, process.physicalMemory)
  }
}

struct Revision {
  let commit: String?
  let isDirty: Bool?

  /// Runs no program that the settings of the repository name, because somebody may have sent the folder: no
  /// monitor of files, filter or helper of a remote, and none of its submodules.
  init(of folder: String) {
    func lines(_ arguments: String...) -> [String]? {
      // Git would write what it finds into the repository, which is not ours.
      let options = ["-C", folder, "--no-optional-locks", "-c", "core.fsmonitor=false"]
      return Machine.lines(of: ["GIT_ALLOW_PROTOCOL=", "git"] + options + arguments)
    }
    commit = lines("rev-parse", "HEAD")?.first
    let settings = lines("config", "--list", "--show-scope", "--name-only")
    let hasFilters = settings?.contains { line in
      let words = line.split(separator: "\t")
      return words.last?.hasPrefix("filter.") == true && !["system", "global"].contains(words[0])
    }
    isDirty =
      hasFilters != false
      ? nil
      : lines("status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty")
        .map { !$0.isEmpty }
  }
}

enum Build {
  static let debugName = "debug"

  #if DEBUG
    static let isDebug = true
  #else
    static let isDebug = false
  #endif

  /// The define stands for the other flags, as in the Makefile and in `Scripts/dist.sh`.
  #if FORCELAB_NATIVE
    static let processor = "native"
    private static let others =
      " -Xcc -march=native -Xcc -fno-math-errno -Xswiftc -DFORCELAB_NATIVE"
  #elseif FORCELAB_PACKAGE
    static let processor = "generic"
    private static let others =
      " --static-swift-stdlib -Xcc -march=x86-64-v2 -Xcc -fno-math-errno -Xswiftc -DFORCELAB_PACKAGE"
  #else
    static let processor = "generic"
    private static let others = ""
  #endif

  static var flags: String { (isDebug ? "-c debug" : "-c release") + others }

  static var compiler: String {
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
}
