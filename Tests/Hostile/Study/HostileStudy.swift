import Foundation
import ForceLabPlugins
import ForceLabWorkbench
import Synchronization

/// A study that does to its process what plugins do on a bad day.
public struct HostileStudy: Study {
  /// What it does.
  public enum Deed: String, Choice {
    case nothing, trap, hang, allocate, leave, print, garble, mourn, abandon, overflow, exhaust
  }

  public var deed = Deed.nothing

  public init() {}

  public static let manual = Manual<Self>(
    "hostile", "Does harm.", parameters: [Parameter("deed", \.deed, "What it does.")])

  public var columns: [Column] { [.measure("score")] }
  public var sampleColumns: [Column] { [.measure("reading")] }

  public func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    try record([.integer(trial.number * 100)])
    if deed == .overflow {
      // More than is held back in memory before it is written.
      for reading in 0..<200_000 { try record([.integer(reading)]) }
      exit(9)
    }
    try harm()
    Self.hasRun.store(true, ordering: .relaxed)
    var outcome = Outcome()
    outcome.stopReason = "done"
    outcome.values = ["score": .integer(trial.number)]
    outcome.stepNanoseconds = [1000]
    outcome.layout = [[Double(trial.number)], [0]]
    return outcome
  }

  /// Whether this process has run a trial.
  private static let hasRun = Atomic(false)

  private func harm() throws {
    switch deed {
    case .nothing, .overflow: break
    case .trap: preconditionFailure("the floor gives way")
    case .hang: while true { usleep(1000) }
    case .allocate: try allocate()
    case .leave: exit(0)
    case .exhaust: if Self.hasRun.load(ordering: .relaxed) { kill(getpid(), SIGXCPU) }
    case .print: Swift.print("{\"record\": \"none of your business\"}\nmore")
    case .garble: FileHandle.standardOutput.write(Data(repeating: 0xFF, count: 1 << 20))
    case .mourn:
      FileHandle.standardError.write(Data("woe\nlast words".utf8))
      exit(7)
    case .abandon:
      // The child holds a pipe to the runner open, and does not stop talking.
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/bin/sh")
      child.arguments = ["-c", "for i in $(seq 500); do echo woe >&2; sleep 0.02; done"]
      child.standardOutput = FileHandle.standardError
      try child.run()
      exit(8)
    }
  }

  /// Takes memory and uses it, without end.
  private func allocate() throws {
    var held: [UnsafeMutableRawPointer] = []
    while true {
      let size = 1 << 24
      guard let memory = malloc(size) else { throw ParameterError("there is no memory") }
      memset(memory, 1, size)
      held.append(memory)
      usleep(1000)
    }
  }
}

extension Catalog {
  /// The study that does harm.
  public static let hostile = Catalog([HostileStudy.self])
}
