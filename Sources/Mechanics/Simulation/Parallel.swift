import Dispatch

extension World {
  /// Calls `body` with each of 0 ..< `count`, and the number of its thread, on the world's threads.
  /// `work` is about the number of interactions per call; if the total is small, one thread does all.
  func share(_ count: Int, work: Int, _ body: (_ index: Int, _ thread: Int) -> Void) {
    let threads = min(threads, count)
    guard threads > 1, count * work > Self.leastShared else {
      for index in 0..<count { body(index, 0) }
      return
    }
    // Short runs, dealt in turn, balance regions of different cost.
    let run = max(1, min(64, count / (8 * threads)))
    let runs = (count + run - 1) / run
    withoutActuallyEscaping(body) { body in
      // Each call writes to its own memory; `body` must be safe on several threads.
      nonisolated(unsafe) let body = body
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for start in stride(from: thread, to: runs, by: threads) {
          for index in start * run..<min((start + 1) * run, count) { body(index, thread) }
        }
      }
    }
  }

  /// The sum of what `body` returns for 0 ..< `count`, in the order of the indices; see `share`.
  func sum(over count: Int, work: Int, _ body: (_ index: Int, _ thread: Int) -> Double) -> Double {
    var results = [Double](repeating: 0, count: count)
    results.withUnsafeMutableBufferPointer { results in
      // Each call writes to its own element.
      nonisolated(unsafe) let results = results
      share(count, work: work) { index, thread in results[index] = body(index, thread) }
    }
    return results.reduce(0, +)
  }

  /// Fewer interactions take less time than waking threads.
  private static let leastShared = 200_000
}

extension Array where Element: AnyObject {
  /// Makes one working memory per thread, none of them shared with another copy of a plugin.
  mutating func own(_ threads: Int, _ make: () -> Element) {
    for index in indices where !isKnownUniquelyReferenced(&self[index]) { self[index] = make() }
    while count < threads { append(make()) }
  }
}
