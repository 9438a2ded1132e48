import ForceLabKit
import Foundation

/// An executor that begins when the user presses Ctrl-C, to show that it sees this.
public struct UntilInterrupted: Executor {
  public init() {}

  public static let manual = Manual<Self>(
    "until-interrupted", "Waits for an interruption, and runs the trials that are left.")

  public func run(_ request: RunRequest, observe: (RunEvent) -> Void) throws -> Runner.Report? {
    observe(.note("Waiting for an interruption."))
    while request.interruptions() == 0 { usleep(10_000) }
    return try LocalExecutor().run(request, observe: observe)
  }
}
