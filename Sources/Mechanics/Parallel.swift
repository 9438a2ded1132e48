import Dispatch

extension World {
  /// The sum of `body` over 0 ..< `count`, shared among the world's threads.
  ///
  /// What `body` returns is summed in the order of the indices, and it is told which of the threads
  /// (0 ..< `threads`) it runs on, for memory of its own. Where `work`, about how many interactions
  /// each call sums, times `count` is small, all is done here and now.
  func sum(over count: Int, work: Int, _ body: (_ index: Int, _ thread: Int) -> Double) -> Double {
    let threads = min(threads, count)
    guard threads > 1, count * work > Self.leastShared else {
      return (0..<count).reduce(0.0) { $0 + body($1, 0) }
    }
    var results = [Double](repeating: 0, count: count)
    // Short runs dealt out in turn even out what regions of a layout cost.
    let run = max(1, min(64, count / (8 * threads)))
    let runs = (count + run - 1) / run
    results.withUnsafeMutableBufferPointer { results in
      withoutActuallyEscaping(body) { body in
        // Each thread writes to places of its own, and `body` must be fit to run on several.
        nonisolated(unsafe) let (results, body) = (results, body)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
          for start in stride(from: thread, to: runs, by: threads) {
            for index in start * run..<min((start + 1) * run, count) {
              results[index] = body(index, thread)
            }
          }
        }
      }
    }
    return results.reduce(0, +)
  }

  /// Fewer interactions are summed sooner than threads are woken.
  private static let leastShared = 200_000
}
