import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabWorkbench

/// The study that builds trees of points.
public struct TreeBuildStudy: Study {
  /// The tree.
  public var tree: any BuildableTree = KDTreeBuild()
  /// How many points.
  public var points = 100_000
  /// Where they are.
  public var placement: any Placement = Uniform()
  /// How many times the tree is built.
  public var steps = 10
  /// Whether each tree is built without memory from the one before.
  public var fresh = true
  /// How many threads may share the work.
  public var threads = 1

  /// The kd-tree of 100 000 points in a square.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "tree-build",
    "Builds a tree of points in the plane; its steps are the times of building it. With "
      + "`fresh: false`, giving back the memory of the tree before is part of them.",
    parameters: [
      Parameter("tree", \.tree, of: .tree, "The tree."),
      Parameter("points", \.points, within: Bounds(1...10_000_000), "How many points."),
      Parameter("placement", \.placement, of: .placement, "Where the points are."),
      Parameter(
        "steps", \.steps, within: Bounds(1...1_000_000), "How many times the tree is built."),
      Parameter(
        "fresh", \.fresh,
        "Whether each is built without memory from the one before, as in the first tick of a layout."
      ),
      Parameter(
        "threads", \.threads, within: Bounds(1...256),
        "How many threads share the work where the tree can be shared."),
    ], source: "The comparison of trees in Grape's README")

  public var columns: [Column] {
    [
      .fact("point_count", "points", use: .size), .fact("cells"),
      .measure("memory_bytes", unit: "bytes", better: .lower, use: .cost),
    ]
  }

  public func problems() -> [any Error] {
    do {
      try placement.check(try graph, dimensions: 2)
      return []
    } catch let fault as ParameterError {
      let path = ["placement", placement.name, fault.parameter].compactMap { $0 }
      return [ParameterError(fault.message, parameter: path.joined(separator: "."))]
    } catch {
      return [error]
    }
  }

  public func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    var generator = SeededGenerator(seed: trial.seed)
    let graph = try graph
    var scene = PlacementContext(graph)
    scene.threads = threads
    let particles = Particles(
      positions: try placement.coordinates(in: scene, using: &generator))
    if let point = particles.firstNonFinite {
      throw ParameterError("point \(point) is nowhere finite")
    }
    let world = World(particles: particles, graph: graph, threads: threads)
    var outcome = Outcome()
    outcome.stopReason = "done"
    var tree = tree
    while outcome.stepNanoseconds.count < steps {
      if trial.isOverdue {
        let count = outcome.stepNanoseconds.count
        (outcome.status, outcome.stopReason) = (.timedOut, "timeout")
        outcome.message = "out of time after \(count) of \(steps) steps"
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

  /// The points as nodes without edges, which is how placements know them.
  private var graph: Graph {
    get throws { try Graph(nodeCount: points, sources: [], targets: []) }
  }
}
