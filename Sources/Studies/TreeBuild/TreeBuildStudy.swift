import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabWorkbench

public struct TreeBuildStudy: Study {
  public var tree: any BuildableTree = KDTreeBuild()
  public var points = 100_000
  public var placement: any Placement = Uniform()
  public var steps = 10
  public var fresh = true
  public var threads = 1

  public init() {}

  public static let manual = Manual<Self>(
    "tree-build",
    "Builds a tree of points in the plane. A step is the time of building it; with `fresh: false`, "
      + "this includes releasing the previous tree.",
    parameters: [
      Parameter("tree", \.tree, of: .tree, "The tree."),
      Parameter("points", \.points, within: Bounds(1...10_000_000), "Number of points."),
      Parameter("placement", \.placement, of: .placement, "Positions of the points."),
      Parameter(
        "steps", \.steps, within: Bounds(1...1_000_000), "Number of times the tree is built."),
      Parameter(
        "fresh", \.fresh,
        "Whether each tree is built without memory of the previous one, as in a first tick."),
      Parameter(
        "threads", \.threads, within: Bounds(1...256),
        "Number of threads, if the tree supports several."),
    ], source: "The comparison of trees in Grape's README")

  public var isRandom: Bool { placement.isRandom }

  public var columns: [Column] {
    [
      .fact("point_count", "points", use: .size), .fact("cells"),
      .measure("memory_bytes", unit: "bytes", better: .lower, use: .cost),
    ]
  }

  public func problems() -> [any Error] {
    errors(below: "placement.\(placement.name)") { try placement.check(graph, dimensions: 2) }
  }

  public func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    var generator = SeededGenerator(seed: trial.seed)
    let graph = try graph
    var context = PlacementContext(graph)
    context.threads = threads
    let particles = Particles(positions: try placement.coordinates(in: context, using: &generator))
    if let point = particles.firstNonFinite {
      throw ParameterError("the position of point \(point) is not finite")
    }
    let world = World(particles: particles, graph: graph, threads: threads)
    var outcome = Outcome()
    outcome.stopReason = "done"
    var tree = tree
    while outcome.stepNanoseconds.count < steps {
      if trial.isOverdue {
        (outcome.status, outcome.stopReason) = (.timedOut, "timeout")
        outcome.message = "timed out after \(outcome.stepNanoseconds.count) of \(steps) steps"
        break
      }
      if fresh { tree = self.tree }
      let start = ContinuousClock.now
      tree.build(of: world)
      outcome.stepNanoseconds.append(start.duration(to: .now).nanoseconds)
    }
    outcome.values = [
      "point_count": .integer(particles.count), "cells": .integer(tree.cellCount),
      "memory_bytes": .integer(tree.bytes),
    ]
    return outcome
  }

  private var graph: Graph { get throws { try Graph(nodeCount: points, sources: [], targets: []) } }
}
