import ForceLabMechanics
import ForceLabTestSupport
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
      EnergyLedger(kinetic: 0, potentials: [potential], isConserved: true)
    }
    var rule = StopAtEnergy { $0.change = 0.01 }
    #expect(rule.needsEnergy)
    let energies = [-100, -110, nil, -110.5]
    let met = energies.map { energy in rule.isMet(by: progress { $0.energy = ledger(energy) }) }
    #expect(met == [false, false, false, true])
  }
}
