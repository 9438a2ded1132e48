import Foundation
import Synchronization

/// Ctrl-C and SIGTERM. The first signal ends the run after the current trial; the second quits.
enum Interruption {
  private static let count = Atomic<Int>(0)
  private static let isIdle = Atomic<Bool>(false)
  private static let isQuiet = Atomic<Bool>(false)
  private static let isCounting = Atomic<Bool>(false)

  /// Handles the signals from now on. The returned closure says whether a signal has arrived.
  /// `isQuiet` if nothing is printed, because the command ends at once.
  static func watched(isQuiet: Bool = false) -> @Sendable () -> Bool {
    // Initialize the statics before a signal handler reads them.
    _ = (count.load(ordering: .relaxed), isIdle.load(ordering: .relaxed))
    Self.isQuiet.store(isQuiet, ordering: .relaxed)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in Interruption.handle() }
      sigaddset(&signals, number)
    }
    // A parent process that blocks signals passes its mask on to this process.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return { count.load(ordering: .relaxed) > 0 }
  }

  /// The returned closure says how many signals have arrived. If `only`, they do nothing else from now on.
  static func counted(only: Bool) -> @Sendable () -> Int {
    isCounting.store(only, ordering: .relaxed)
    _ = watched()
    return { count.load(ordering: .relaxed) }
  }

  /// States whether no trial runs. Then the first signal quits the program.
  static func setIdle(_ isIdle: Bool) { Self.isIdle.store(isIdle, ordering: .relaxed) }

  /// The signal handler. It uses only what is allowed in one: atomics, `isatty`, `write` and `_exit`.
  private static func handle() {
    let (earlier, _) = count.add(1, ordering: .relaxed)
    if isCounting.load(ordering: .relaxed) { return }
    if earlier > 0 || isIdle.load(ordering: .relaxed) { _exit(130) }
    if isQuiet.load(ordering: .relaxed) { return }
    // On a terminal, the message replaces the progress bar.
    let start: StaticString = isatty(STDERR_FILENO) == 1 ? "\r\u{1B}[K" : "\n"
    let text: StaticString = "stopping after the current trial; press Ctrl-C again to quit now\n"
    for part in [start, text] { _ = write(STDERR_FILENO, part.utf8Start, part.utf8CodeUnitCount) }
  }
}
