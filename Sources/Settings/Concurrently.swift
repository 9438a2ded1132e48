import Foundation
import Synchronization

/// How many processors this process may use. Foundation reads files of the system for each answer.
package let processorCount = ProcessInfo.processInfo.activeProcessorCount

/// The results of `body` for 0 ..< `count`, in order, computed on all processors. Each thread makes
/// one `scratch` for all its calls; results must not depend on its earlier contents.
package func concurrently<Scratch, Result: Sendable>(
  _ count: Int, scratch: @Sendable () -> Scratch, _ body: @Sendable (Int, inout Scratch) -> Result
) -> [Result] {
  let next = Atomic(0)
  let threads = min(count, processorCount)
  return Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
    // Each element is written by one thread and read after all have ended.
    nonisolated(unsafe) let results = buffer
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      var scratch = scratch()
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        results.initializeElement(at: index, to: body(index, &scratch))
      }
    }
    initializedCount = count
  }
}

package func concurrently<Result: Sendable>(
  _ count: Int, _ body: @Sendable (Int) -> Result
) -> [Result] { concurrently(count, scratch: {}) { index, _ in body(index) } }

/// The same for blocks, which do not depend on the number of threads, and so neither do sums.
package func concurrently<Scratch, Result: Sendable>(
  blocksOf count: Int, scratch: @Sendable () -> Scratch,
  _ body: @Sendable (Range<Int>, inout Scratch) -> Result
) -> [Result] {
  let size = 256
  return concurrently((count + size - 1) / size, scratch: scratch) { block, scratch in
    body(block * size..<min(count, (block + 1) * size), &scratch)
  }
}

package func concurrently<Result: Sendable>(
  blocksOf count: Int, _ body: @Sendable (Range<Int>) -> Result
) -> [Result] { concurrently(blocksOf: count, scratch: {}) { block, _ in body(block) } }
