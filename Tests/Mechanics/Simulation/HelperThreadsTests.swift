import Dispatch
import ForceLabGraphs
import Foundation
import Synchronization
import Testing

@testable import ForceLabMechanics

/// Loops that several threads share.
struct HelperThreadsTests {
  /// Each thread waits for the other one, so the loops end only if both take part; and helpers that
  /// have left come back.
  @Test(arguments: [0, 1000]) func helpersTakePartInLoopAfterLoop(pause: UInt32) throws {
    let helpers = HelperThreads()
    for _ in 0..<(pause == 0 ? 1000 : 20) {
      let arrived = Atomic(0)
      helpers.run(threads: 2) { _ in
        arrived.wrappingAdd(1, ordering: .relaxed)
        let deadline = ContinuousClock.now + .seconds(60)
        while arrived.load(ordering: .relaxed) < 2, .now < deadline { sched_yield() }
      }
      try #require(arrived.load(ordering: .relaxed) == 2)
      usleep(pause)
    }
  }

  /// Strategies and placements keep memory for each thread.
  @Test(arguments: [Int.max, 1, 0, -1])
  func noMoreThreadsAreUsedThanTheMachineHasProcessors(threads: Int) throws {
    let graph = try Graph(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3)])
    for placement in [PivotMDS(), StressPlacement()] as [any Placement] {
      let simulation = try Simulation(graph, placement: placement, threads: threads)
      let processors = ProcessInfo.processInfo.activeProcessorCount
      #expect((1...processors).contains(simulation.world.threads))
    }
  }

  /// Also in loops within loops, and in loops of several simulations at a time.
  @Test func everyCallIsMadeOnce() {
    let calls = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100 {
        share(20, work: 10_000, threads: 3) { index, _ in
          share(20, work: 10_000, threads: 2) { inner, _ in
            calls.wrappingAdd(20 * index + inner, ordering: .relaxed)
          }
        }
      }
    }
    #expect(calls.load(ordering: .relaxed) == 400 * 399 * 400 / 2)
  }
}
