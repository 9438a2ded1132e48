import ForceLabCSpawn
import ForceLabSettings
import Foundation
import Synchronization

/// A process that this one has started. It leads a process group of its own.
package final class ChildProcess: Sendable {
  package enum Ending: Sendable, Equatable {
    case exited(CInt)
    case signaled(CInt)
  }

  package enum Stream: Sendable { case input, output, error }

  package let identifier: pid_t
  private let pipes: [Stream: CInt]
  private let state = Mutex<(ending: Ending?, isInputOpen: Bool)>((nil, true))

  /// The processes that this one has started and that have not ended.
  private static let all = Mutex<Set<pid_t>>([])
  package static var identifiers: [pid_t] { all.withLock { $0.sorted() } }
  /// Called whenever `identifiers` has changed. It must be set before anything else runs.
  package nonisolated(unsafe) static var onChange: (@Sendable () -> Void)?

  /// A write to a pipe that no process reads any more is an error then, and does not end this process.
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  private static func change(_ body: (inout Set<pid_t>) -> Void) {
    all.withLock { body(&$0) }
    onChange?()
  }

  /// Ends all processes that this one has started, and those that they have started.
  package static func killAll() {
    let others = descendants(of: getpid())
    identifiers.forEach { killGroup($0) }
    others.forEach { _ = Foundation.kill($0, SIGKILL) }
  }

  /// From now on, processes whose parent ends become children of this one, so that `killAll` finds them.
  package static func adoptOrphans() {
    #if os(Linux)
      forcelab_adopt_orphans()
    #endif
  }

  /// Ends all processes whose environment has `variable`, such as `A=1`, whoever their parent is now.
  package static func killAll(with variable: String) {
    let mark = Data(variable.utf8) + [0]
    for (process, environment) in files("environ") where process != getpid() {
      if (Data([0]) + environment).range(of: Data([0]) + mark) != nil {
        _ = Foundation.kill(process, SIGKILL)
      }
    }
  }

  /// The file `name` below /proc of each process of the system; empty where it does not list them.
  private static func files(_ name: String) -> [(process: pid_t, bytes: Data)] {
    // A process that has ended in the meantime has no file, and those of others cannot be read.
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { folder in
      guard let number = pid_t(folder) else { return nil }
      return FileManager.default.contents(atPath: "/proc/\(folder)/\(name)").map { (number, $0) }
    }
  }

  /// The children of `process`, and theirs, whatever their group or session is. Empty where the system
  /// does not list processes below /proc. Cost: reads a file for each process of the system.
  private static func descendants(of process: pid_t) -> [pid_t] {
    var children: [pid_t: [pid_t]] = [:]
    for (number, bytes) in files("stat") {
      // The name before the last parenthesis may contain anything; state and parent follow.
      let words = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(
        separator: " ")
      guard let words, words.count > 1, let parent = pid_t(words[1]) else { continue }
      children[parent, default: []].append(number)
    }
    var found: [pid_t] = []
    var open = [process]
    while let next = open.popLast() {
      let own = children.removeValue(forKey: next) ?? []
      found += own
      open += own
    }
    return found
  }

  /// As `descendants`, but only if Linux lists the children of threads, and some may be missing while others end.
  /// Cost: reads a file for each thread of `process` and of those that it finds.
  package static func listedDescendants(of process: pid_t) -> [pid_t] {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.flatMap { thread in
      let list = FileManager.default.contents(atPath: "\(folder)/\(thread)/children") ?? Data()
      let children = String(decoding: list, as: UTF8.self).split(separator: " ").compactMap {
        pid_t($0)
      }
      return children + children.flatMap { listedDescendants(of: $0) }
    }
  }

  /// Ends the process `leader` and those that it has started, unless they left its group.
  package static func killGroup(_ leader: pid_t) { _ = Foundation.kill(-leader, SIGKILL) }

  /// Starts `program`, a path. The streams `piped` are pipes, the others are the null device. The process
  /// blocks no signals, whichever thread starts it.
  package init(
    _ program: String, _ arguments: [String], in folder: String? = nil, piped: Set<Stream> = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SystemError) {
    _ = Self.ignoresBrokenPipes
    var (here, there): ([Stream: CInt], [Stream: CInt]) = ([:], [:])
    defer { there.values.forEach { close($0) } }
    do throws(SystemError) {
      for stream in piped {
        let (reading, writing) = try Self.pipe()
        here[stream] = stream == .input ? writing : reading
        there[stream] = stream == .input ? reading : writing
      }
      identifier = try Self.start(program, arguments, folder, environment, there)
    } catch {
      here.values.forEach { close($0) }
      throw error
    }
    pipes = here
    Self.change { [identifier] in $0.insert(identifier) }
  }

  deinit {
    closeInput()
    for stream in [Stream.output, .error] { _ = pipes[stream].map { close($0) } }
  }

  /// The descriptor of this process for a stream that is a pipe; -1 if it is none.
  package subscript(stream: Stream) -> CInt { pipes[stream] ?? -1 }

  package func closeInput() {
    state.withLock { state in
      if state.isInputOpen { _ = pipes[.input].map { close($0) } }
      state.isInputOpen = false
    }
  }

  /// Whether the process has not ended. Its output may not have been read yet.
  package var isRunning: Bool { ending(waiting: false) == nil }

  package func wait() -> Ending { ending(waiting: true) ?? .exited(-1) }

  package func kill() {
    let others = isRunning ? Self.descendants(of: identifier) : []
    Self.killGroup(identifier)
    others.forEach { _ = Foundation.kill($0, SIGKILL) }
    if isRunning { _ = Foundation.kill(identifier, SIGKILL) }
  }

  private func ending(waiting: Bool) -> Ending? {
    let (ending, isNew) = state.withLock { state -> (Ending?, isNew: Bool) in
      if let ending = state.ending { return (ending, false) }
      var status: CInt = 0
      var found: pid_t
      repeat {
        found = waitpid(identifier, &status, waiting ? 0 : WNOHANG)
      } while found < 0 && errno == EINTR
      if found == 0 { return (nil, false) }
      // The lower seven bits are the signal; zero after an exit.
      let signal = status & 0x7F
      state.ending =
        found < 0 ? .exited(-1) : signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
      return (state.ending, true)
    }
    if isNew { Self.change { [identifier] in $0.remove(identifier) } }
    return ending
  }

  /// What it writes to `stream` until every process that has the pipe has closed it.
  package func readToEnd(_ stream: Stream) throws(SystemError) -> Data {
    Data(try readAll(from: self[stream], size: 0))
  }

  /// Runs `program` without input to its end. Returns what it printed, and whether it succeeded.
  package static func run(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(SystemError) -> (output: Data, errors: String, isDone: Bool) {
    let process = try ChildProcess(
      program, arguments, in: folder, piped: [.output, .error], environment: environment)
    var printed: [CInt: Data] = [:]
    var open = [process[.output], process[.error]]
    // One pipe could be full while the other is read.
    while !open.isEmpty {
      var events = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&events, nfds_t(events.count), -1)
      for event in events where event.revents != 0 {
        let bytes = try readSome(from: event.fd)
        if bytes.isEmpty { open.removeAll { $0 == event.fd } }
        printed[event.fd, default: Data()] += bytes
      }
    }
    return (
      printed[process[.output]] ?? Data(),
      String(decoding: printed[process[.error]] ?? Data(), as: UTF8.self),
      process.wait() == .exited(0)
    )
  }

  private static func pipe() throws(SystemError) -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    try system(.pipe) { Foundation.pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func start(
    _ program: String, _ arguments: [String], _ folder: String?, _ environment: [String: String],
    _ streams: [Stream: CInt]
  ) throws(SystemError) -> pid_t {
    #if os(Linux)
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
      let flags = POSIX_SPAWN_SETPGROUP
    #else
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(
      &attributes, CShort(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    posix_spawnattr_setpgroup(&attributes, 0)
    // The threads of a pool block signals, and a child would inherit that SIGPIPE is ignored.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let numbers: [(Stream, CInt)] = [(.input, 0), (.output, 1), (.error, 2)]
    for (stream, number) in numbers {
      if let end = streams[stream] {
        posix_spawn_file_actions_adddup2(&actions, end, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    #if os(Linux)
      // Descriptors that this program inherited are not for its children.
      posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    #endif
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var identifier: pid_t = 0
    try system(.start) {
      let code = posix_spawn(&identifier, program, &actions, &attributes, words, settings)
      errno = code
      return code == 0 ? 0 : -1
    }
    return identifier
  }
}
