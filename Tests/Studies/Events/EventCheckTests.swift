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
}
