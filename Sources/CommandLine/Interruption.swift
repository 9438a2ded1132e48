import Foundation
import Synchronization

/// Ctrl-C and SIGTERM: the first lets the trial in flight end and keeps everything, the second ends
/// the program at once.
enum Interruption {
  private static let count = Atomic<Int>(0)
  private static let isIdle = Atomic<Bool>(false)

  /// Watches the signals from now on; what is returned says whether one has come.
  static func watched() -> @Sendable () -> Bool {
    // Made before a handler asks for it.
    _ = (count.load(ordering: .relaxed), isIdle.load(ordering: .relaxed))
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in Interruption.take() }
      sigaddset(&signals, number)
    }
    // Who starts this program from a thread that takes no signals passes that on.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return { count.load(ordering: .relaxed) > 0 }
  }

  /// Whether nothing runs that could end first, so that there is nothing to announce.
  static func idle(_ isIdle: Bool) { Self.isIdle.store(isIdle, ordering: .relaxed) }

  /// What a handler may do, and no more: an atomic sum, a write, an exit.
  private static func take() {
    let (earlier, _) = count.add(1, ordering: .relaxed)
    if earlier > 0 || isIdle.load(ordering: .relaxed) { _exit(130) }
    let text: StaticString = "\nending after the trial in flight; once more to end at once\n"
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
