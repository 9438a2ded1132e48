@testable import ForceLabStudies
import Testing

/// What is right or noteworthy in `events`; their errors are in `References/errors.txt`.
struct EventCheckTests {
  @Test func metricsMustSuitTheEvents() throws {
    let without = try problems("metrics: [stability]")
    #expect(
      without.first?.contains(": note: 'stability' compares") == true, "\(without)")
    let changed = try problems("metrics: [procrustes]\nevents: [{at: 1, remove-nodes: 0}]")
    #expect(changed.contains { $0.contains("compares layouts node by node") }, "\(changed)")
    #expect(try problems("metrics: [procrustes]\nevents: [{at: 1, reheat: 1}]").isEmpty)
  }

  /// A node that an earlier event adds can be named.
  @Test func addedNodesCanBeNamed() throws {
    let list = "{at: 5, add-nodes: {labels: [Anna]}}, {at: 9, remove-nodes: [Anna, 3]}"
    #expect(try problems("events: [\(list)]").isEmpty)
  }

  @Test(arguments: [
    "{every: 3, until: 9, add-nodes: {labels: [Anna]}}, {every: 3, until: 9, remove-nodes: Anna}",
    "{every: 4, until: 12, add-edges: [[0, 76]]}, {every: 4, until: 12, remove-edges: [[0, 76]]}",
    "{at: 1, add-nodes: {count: 2, links: 1}}, {at: 2, pin: ['77', '78']}",
  ])
  func whatCanSucceedIsNotRefused(list: String) throws {
    #expect(try problems("events: [\(list)]").isEmpty)
  }

  @Test func eventsAreCheckedInTheOrderOfTime() throws {
    let list =
      "{at: 9, set: {integrator: fire}}, {at: 5, set: {integrator.verlet.velocity-decay: 0}}"
    #expect(try problems("events: [\(list)]").isEmpty)
  }

  /// A trial needs them several times.
  @Test func stagesAreMadeOnce() throws {
    let plan = try plan(
      "forces: [marked]\nevents: [{at: 1, set: {forces.marked.strength: 2}}]",
      catalog: Catalog.standard + [Marked.self])
    let study = try #require(try plan.trial(1).study as? LayoutStudy)
    func force() -> Marked? { study.stages[1].forces[0] as? Marked }
    #expect(force()?.strength == 2)
    // Other tests may fill the cache meanwhile.
    #expect((0..<9).contains { _ in force()?.mark === force()?.mark })
  }
}

/// A force that is a new one each time it is read.
private struct Marked: Force {
  final class Mark: Sendable {}

  let mark = Mark()
  var strength = 1.0

  static let manual = Manual<Self>(
    "marked", "Does nothing.", parameters: [Parameter("strength", \.strength, "A number.")])

  func apply(to world: World, alpha: Double) {}
  func potentialEnergy(of world: World) -> Double? { 0 }
}
