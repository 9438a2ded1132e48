import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabWorkbench

struct TreeBuildStudy: Study {
  var tree: any BuildableTree = KDTreeBuild()
  var points = 100_000
  var placement: any Placement = Uniform()
  var steps = 10
  var fresh = true
  var threads = 1

  static let manual = Manual<Self>(
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

  var isRandom: Bool { placement.isRandom }

  var columns: [Column] {
    [
      .fact("point_count", "points", use: .size), .fact("cells"),
      .measure("memory_bytes", unit: "bytes", better: .lower, use: .cost),
    ]
  }

  func problems() -> [any Error] {
    errors(below: "placement.\(placement.name)") { try placement.check(graph, dimensions: 2) }
  }

  func run(_ trial: Trial, record: ([Field]) throws -> Void) throws -> Outcome {
    var generator = SeededGenerator(seed: trial.seed)
    let graph = try graph
    var context = PlacementContext(graph)
    context.threads = threads
    let particles = Particles(positions: try placement.coordinates(in: context, using: &generator))
    if let point = particles.firstNonFinite {
      throw ParameterError("the position of point \(point) is not finite")
    }
    let world = World(particles: particles, graph: graph, threads: threads)
    var outcome = Outcome(because: "done")
    trial.discard { _ in
      var tree = self.tree
      tree.build(of: world)
    }
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

public protocol BuildableTree: Plugin {
  /// Builds the tree of the points of `world`, reusing the memory of the previous tree if possible.
  mutating func build(of world: World)
  var cellCount: Int { get }
  /// With object headers and memory kept for the next tree, but not the spare capacity of arrays, which varies.
  var bytes: Int { get }
}

extension PluginKind { public static let tree = PluginKind("tree", "Sort points into cells.") }

extension BuildableTree { public static var kind: PluginKind { .tree } }

struct KDTreeBuild: StrategyTree {
  var leaf = 32
  @Scratch var strategy = KDTree()

  static let manual = Manual<Self>(
    "kd-tree",
    "The tree of the repulsion strategy kd-tree: split at medians, with sorted points, boxes and "
      + "moments of its cells in arrays; O(n log n).",
    parameters: [leafParameter], source: "Bentley 1975")
}

struct BarnesHutBuild: StrategyTree {
  var leaf = 32
  @Scratch var strategy = BarnesHut()

  static let manual = Manual<Self>(
    "barnes-hut",
    "The quadtree of the repulsion strategy barnes-hut: with sorted points, boxes and moments of "
      + "its cells in arrays; O(n log n).",
    parameters: [leafParameter], source: "Barnes and Hut 1986")
}

protocol StrategyTree: BuildableTree {
  associatedtype Strategy: TreeRepulsion
  var leaf: Int { get set }
  var strategy: Strategy { get set }
}

extension StrategyTree {
  static var leafParameter: Parameter<Self> {
    Parameter("leaf", \.leaf, within: Bounds(1...1024), unit: "nodes", "Maximum size of a leaf.")
  }

  public mutating func build(of world: World) {
    strategy.leaf = leaf
    strategy.buildTree(of: world)
  }

  public var cellCount: Int { strategy.cellCount }
  public var bytes: Int { strategy.treeBytes }
}
