import ForceLabSettings
import Foundation
import Synchronization

/// More threads than processors only take memory.
func usefulThreads(_ count: Int) -> Int { max(1, min(count, processorCount)) }

/// Calls `body` with each of 0 ..< `count`, and the number of its thread, on up to `threads` threads.
/// `work` is about the number of interactions per call; if the total is small, one thread does all.
func share(_ count: Int, work: Int, threads: Int, _ body: (_ index: Int, _ thread: Int) -> Void) {
  let threads = min(threads, count, processorCount)
  guard threads > 1, count * work > minSharedWork else {
    for index in 0..<count { body(index, 0) }
    return
  }
  // A thread takes the next short run, which balances regions of different cost.
  let run = max(1, min(64, count / (8 * threads)))
  let next = Atomic(0)
  HelperThreads.shared.run(threads: threads) { thread in
    while true {
      let start = next.wrappingAdd(run, ordering: .relaxed).oldValue
      guard start < count else { return }
      for index in start..<min(start + run, count) { body(index, thread) }
    }
  }
}

/// Fewer interactions take less time than handing some of them to another thread.
private let minSharedWork = 20_000

extension World {
  /// Calls `body` on the world's threads.
  func share(_ count: Int, work: Int, _ body: (_ index: Int, _ thread: Int) -> Void) {
    ForceLabMechanics.share(count, work: work, threads: threads, body)
  }

  /// What `body` returns for 0 ..< `count`; see `share`.
  func results<Result>(
    of count: Int, work: Int, _ body: (_ index: Int, _ thread: Int) -> Result
  ) -> [Result] { ForceLabMechanics.results(of: count, work: work, threads: threads, body) }
}

func results<Result>(
  of count: Int, work: Int, threads: Int, _ body: (_ index: Int, _ thread: Int) -> Result
) -> [Result] {
  Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
    // Each call writes to its own element.
    nonisolated(unsafe) let results = buffer
    share(count, work: work, threads: threads) { index, thread in
      results.initializeElement(at: index, to: body(index, thread))
    }
    initializedCount = count
  }
}

extension Array where Element: AnyObject {
  /// Makes one working memory per thread, none of them shared with another copy of a plugin.
  mutating func own(_ threads: Int, _ make: () -> Element) {
    for index in indices where !isKnownUniquelyReferenced(&self[index]) { self[index] = make() }
    while count < threads { append(make()) }
  }
}
