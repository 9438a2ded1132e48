import ForceLabGraphs
import ForceLabMechanics
import ForceLabTestSupport
import Foundation
import Testing

/// When runs end.
struct StopRuleTests {
  private func progress(_ change: (inout SimulationProgress) -> Void) -> SimulationProgress {
    var progress = SimulationProgress()
    change(&progress)
    return progress
  }

  @Test func afterIterations() {
    let rule = StopAfterIterations { $0.count = 3 }
    #expect(!rule.isMet(by: progress { $0.iteration = 2 }))
    #expect(rule.isMet(by: progress { $0.iteration = 3 }))
  }

  @Test func atMovementIsMetAtTheThreshold() {
    let rule = StopAtMovement()
    #expect(!rule.isMet(by: progress { $0.movement.total = 0.3000001 }))
    #expect(rule.isMet(by: progress { $0.movement.total = 0.3 }))
  }

  @Test func belowAlpha() {
    let rule = StopAtAlpha { $0.minimum = 0.001 }
    #expect(!rule.isMet(by: progress { $0.alpha = 0.001 }))
    #expect(rule.isMet(by: progress { $0.alpha = 0.00099 }))
  }

  @Test func atARelativeChangeOfEnergy() {
    func ledger(_ potential: Double?) -> EnergyLedger {
      EnergyLedger(kinetic: 0, potentials: [potential])
    }
    var rule = StopAtEnergy { $0.change = 0.01 }
    #expect(rule.needsEnergy)
    let energies = [-100, -110, nil, -110.5]
    let met = energies.map { energy in rule.isMet(by: progress { $0.energy = ledger(energy) }) }
    #expect(met == [false, false, false, true])
  }

  /// The distances in the layout differ by `gap` from those in the graph.
  /// A stress near 0 that falls, rises or stays has converged.
  @Test(
    arguments: [
      { tick in 1e-3 * (2 + sin(Double(tick))) }, { tick in exp(-Double(tick) / 1e4) / 50 },
      { _ in 0 },
    ] as [@Sendable (Int) -> Double])
  func whenThereIsHardlyAnyStress(stretch: @Sendable (Int) -> Double) throws {
    let graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    var rule = StopWhenConverged()
    let met = (1...900).contains { tick in
      rule.isMet(
        by: progress {
          ($0.iteration, $0.graph) = (tick, graph)
          $0.positions = [[0, 1, 2 + stretch(tick)], [0, 0, 0]]
        })
    }
    #expect(met)
  }

  @Test func whenTheStressHasConverged() throws {
    let graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)])
    var rule = StopWhenConverged()
    #expect(rule.needsLayout)
    // The stress of three nodes with the gaps 1 and 1 + x falls to that of x = 1.
    let met = (1...300).first { tick in
      rule.isMet(
        by: progress {
          ($0.iteration, $0.graph) = (tick, graph)
          $0.positions = [[0, 1, 3 + 4 * exp(-Double(tick) / 20)], [0, 0, 0]]
        })
    }
    func stress(_ x: Double) -> Double {
      let ratios = [1, x, (1 + x) / 2]
      let (sum, squares) = (ratios.reduce(0, +), ratios.reduce(0) { $0 + $1 * $1 })
      return 1 - sum * sum / (3 * squares)
    }
    let errors = (1...300).map { abs(stress(2 + 4 * exp(-Double($0) / 20)) / stress(2) - 1) }
    let needed = try #require(errors.lastIndex { $0 > 0.01 }) + 2
    let stop = try #require(met)
    #expect(stop >= needed && stop <= needed * 6 / 5, "\(stop) of \(needed)")
  }
}
