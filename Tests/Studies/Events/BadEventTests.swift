@testable import ForceLabStudies
import Testing

/// Errors in `events`, with their places.
struct BadEventTests {
  /// The list of events in one line, the column of the error and its message.
  static let all: [(events: String, column: Int, message: String)] = [
    ("[{add-nodes: {}}]", 10, "the event has no time; add at: 100, every: 20 or when: settled"),
    ("[{at: 5}]", 10, "the event has no action; add one, such as reheat: 0.3"),
    ("[{at: 2.5, reheat: 1}]", 15, "'at' must be a whole number"),
    ("[{every: 20, reheat: 1}]", 18, "'every' needs 'until', such as until: 200"),
    ("[{at: 50, every: 5, until: 20, reheat: 1}]", 36, "'until' is 20, before the first time, 50"),
    ("[{at: 5, until: 20, reheat: 1}]", 25, "'until' needs 'every'"),
    ("[{every: 1, until: 100000, reheat: 1}]", 18, "happens 100000 times, more than 10000"),
    ("[{at: 5, when: settled, reheat: 1}]", 15, "'at' and 'when' exclude each other"),
    ("[{when: setled, reheat: 1}]", 17, "did you mean 'settled'?"),
    ("[{at: 1, times: 3, reheat: 1}]", 25, "'times' needs 'when: settled'"),
    ("[{at: 1, remove-nodes: Valjeen}]", 32, "no node 'Valjeen'; did you mean 'Valjean'?"),
    ("[{at: 1, remove-nodes: [3, 77]}]", 32, "no node '77'; its nodes are numbered 0 to 76"),
    ("[{at: 1, remove-nodes: {count: 77}}]", 40, "no node would be left"),
    ("[{at: 1, remove-nodes: {count: 99}}]", 40, "99 nodes cannot be removed"),
    ("[{at: 1, remove-nodes: {where: {group: 99}}}]", 40, "no node has these attributes"),
    ("[{at: 1, remove-nodes: {where: {grp: 9}}}]", 40, "the graph has no attribute 'grp'"),
    ("[{at: 1, remove-nodes: {nodes: [0], count: 2}}]", 40, "'nodes' excludes 'where' and 'count'"),
    ("[{at: 1, add-nodes: {count: 10001}}]", 37, "'count' is 10001, outside its range"),
    ("[{every: 1, until: 5000, add-nodes: {count: 10000}}]", 9, "add 50000000 nodes"),
    ("[{at: 1, add-nodes: {place: middle}}]", 37, "unknown node place 'middle'"),
    ("[{at: 1, add-nodes: {place: {at: [1]}}}]", 42, "'point' has 1 coordinates"),
    ("[{at: 1, add-nodes: {place: {near: x}}}]", 44, "the graph has no node 'x'"),
    ("[{at: 1, add-edges: [[0, 1]]}]", 29, "an edge joins '0' and '1' already"),
    ("[{at: 1, add-edges: [[0]]}]", 30, "'add-edges' needs two nodes for each edge, found 1"),
    ("[{at: 1, add-edges: [[5, 5]]}]", 29, "cannot join '5' to itself"),
    ("[{at: 1, remove-edges: [[0, 76]]}]", 32, "no edge joins '0' and '76'"),
    ("[{at: 1, set: {forces.many-body.strenght: 1}}]", 23, "'forces.many-body' has no 'strenght'"),
    ("[{at: 1, set: {graph: ring}}]", 23, "'graph' cannot change while the layout runs"),
    ("[{at: 1, set: {forces: [link]}}]", 23, "cannot add, remove or reorder forces"),
    ("[{at: 1, set: {}}]", 23, "'set' needs 'values'"),
    (
      "[{at: 1, move: {path: forces.link.scale, to: [1, 2]}}]", 54,
      "'scale' must be a number, found a list"
    ),
    ("[{at: 1, move: {path: x.y, to: 3}}]", 31, "the experiment has no 'x'"),
    ("[{at: 1, move: {path: integrator, to: cooling, over: 3}}]", 47, "can only move to a number"),
    ("[{at: 1, pin: {nodes: 0, at: [1, 2, 3]}}]", 38, "'at' has 3 coordinates"),
    ("[{at: 1, unpin: nobody}]", 25, "the graph has no node 'nobody'"),
  ]

  @Test(arguments: all)
  func errorsInEventsHavePlaces(_ bad: (events: String, column: Int, message: String)) throws {
    let found = try problems("events: \(bad.events)")
    #expect(found.count == 1, "\(found)")
    let first = found.first ?? ""
    #expect(first.hasPrefix("e.yaml:2:\(bad.column): error: "), "\(bad.events) → \(first)")
    #expect(first.contains(bad.message), "\(bad.events) → \(first)")
  }

  @Test func eventsNeedTheSimulation() throws {
    let budget = try problems("time-budget: 1s\nevents: [{at: 1, reheat: 1}]")
    #expect(
      budget == [
        "e.yaml:3:9: error: 'events' need the engine simulation, but 'time-budget' replaces the engine; "
          + "remove one of the two"
      ])
  }

  @Test func metricsMustSuitTheEvents() throws {
    let without = try problems("metrics: [stability]")
    #expect(
      without.first?.hasPrefix("note: 'stability' compares") == true, "\(without)")
    let changed = try problems("metrics: [procrustes]\nevents: [{at: 1, remove-nodes: 0}]")
    #expect(changed.contains { $0.contains("compares layouts node by node") }, "\(changed)")
    #expect(try problems("metrics: [procrustes]\nevents: [{at: 1, reheat: 1}]").isEmpty)
  }

  /// A node that an earlier event adds can be named.
  @Test func addedNodesCanBeNamed() throws {
    let list = "{at: 5, add-nodes: {labels: [Anna]}}, {at: 9, remove-nodes: [Anna, 3]}"
    #expect(try problems("events: [\(list)]").isEmpty)
    #expect(try problems("events: [{at: 9, add-nodes: 2}, {at: 5, remove-nodes: 78}]").count == 1)
  }
}
