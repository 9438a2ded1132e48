import Dispatch
import Foundation
import Synchronization

/// The results of `body` for 0 ..< `count`, in that order, worked out side by side.
///
/// Each thread makes one `scratch` and keeps it from call to call. Which thread takes which number
/// is left to chance, so a result must not depend on what the scratch held before.
func concurrently<Scratch, Result: Sendable>(
  _ count: Int, scratch: @Sendable () -> Scratch,
  _ body: @Sendable (Int, inout Scratch) -> Result
) -> [Result] {
  let next = Atomic(0)
  let threads = min(count, ProcessInfo.processInfo.activeProcessorCount)
  return Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
    // Every element is written by one thread alone, and read after all have ended.
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

/// The results of `body` for blocks of 0 ..< `count`, in that order, worked out side by side.
///
/// The blocks do not depend on the number of threads, and so neither does a sum over them.
func concurrently<Scratch, Result: Sendable>(
  blocksOf count: Int, scratch: @Sendable () -> Scratch,
  _ body: @Sendable (Range<Int>, inout Scratch) -> Result
) -> [Result] {
  let size = 256
  return concurrently((count + size - 1) / size, scratch: scratch) { block, scratch in
    body(block * size..<min(count, (block + 1) * size), &scratch)
  }
}

/// The results of `body` for blocks of 0 ..< `count`, where it needs no scratch.
func concurrently<Result: Sendable>(
  blocksOf count: Int, _ body: @Sendable (Range<Int>) -> Result
) -> [Result] {
  concurrently(blocksOf: count, scratch: {}) { block, _ in body(block) }
}
