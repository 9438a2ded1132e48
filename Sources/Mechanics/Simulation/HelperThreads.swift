import Foundation
import Synchronization

/// Threads that share the loops of a tick with the thread that runs it.
///
/// To wake a thread takes some 30 µs, longer than most loops over 10⁴ nodes. So a helper that has nothing
/// more to do looks for the next loop for a while before it leaves (spin, then block: Karlin, Li, Manasse
/// and Owicki 1991). Meanwhile it yields its processor to any other thread.
final class HelperThreads: @unchecked Sendable {
  static let shared = HelperThreads()

  /// Whether there is a loop.
  private let isBusy = Atomic(false)
  /// What each thread of the loop does. Only changed while no helper takes part.
  @exclusivity(unchecked) private var body: ((_ thread: Int) -> Void)?
  /// How many helpers the loop still wants: the number of the next one that takes part.
  private let places = Atomic(0)
  /// The helpers that have done their part of the loop.
  private let ended = Atomic(0)
  /// The helpers that work, look for a loop, or are about to start.
  private let awake = Atomic(0)
  /// How often a helper looks for a loop: for about 0.1 ms.
  private static let patience = 300

  /// Calls `body` on this thread, as number 0, and on up to `threads` − 1 helpers. Each call takes work
  /// until nothing is left, since a helper may come late or never.
  func run(threads: Int, _ body: (_ thread: Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      // Each call writes to its own memory; `body` must be safe on several threads.
      nonisolated(unsafe) let body = body
      guard isBusy.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
      else {
        // Another loop has the helpers.
        return body(0)
      }
      self.body = body
      places.store(threads - 1, ordering: .sequentiallyConsistent)
      while awake.load(ordering: .sequentiallyConsistent) < threads - 1 {
        awake.wrappingAdd(1, ordering: .relaxed)
        Thread.detachNewThread { self.help() }
      }
      body(0)
      let helpers = threads - 1 - places.exchange(0, ordering: .acquiringAndReleasing)
      while ended.load(ordering: .acquiring) < helpers { sched_yield() }
      ended.store(0, ordering: .relaxed)
      self.body = nil
      isBusy.store(false, ordering: .releasing)
    }
  }

  /// Takes part in loops until there has been none for a while.
  private func help() {
    while true {
      takePart()
      awake.wrappingSubtract(1, ordering: .sequentiallyConsistent)
      // A loop that began meanwhile has counted on this helper.
      guard places.load(ordering: .sequentiallyConsistent) > 0 else { return }
      awake.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }
  }

  private func takePart() {
    var looks = 0
    while looks < Self.patience {
      let place = places.load(ordering: .relaxed)
      if place > 0,
        places.compareExchange(expected: place, desired: place - 1, ordering: .acquiring).exchanged
      {
        work(as: place)
        ended.wrappingAdd(1, ordering: .releasing)
        looks = 0
      } else {
        looks += 1
        sched_yield()
      }
    }
  }

  /// A function of its own, so that it has released `body` when it returns.
  @inline(never) private func work(as thread: Int) { body?(thread) }
}
