/// A plan cut into blocks, each of which runs on one machine, one trial after the other: all
/// configurations of one repeat of one graph, so that trials compared in pairs share a machine.
///
/// The warm-up trials of a graph belong to its first repeat. If trials are compared with the first of
/// their configuration, all repeats of a graph are one block.
struct TrialBlocks {
  private let plan: Plan
  /// The configurations of each graph, by their numbers.
  private let groups: [[Int]]

  init(_ plan: Plan) {
    self.plan = plan
    let indices = (plan.instances?.paths ?? []).compactMap { plan.paths.firstIndex(of: $0) }
    var groups: [[Int]] = []
    var places: [[String]: Int] = [:]
    for configuration in plan.configurations {
      let instance = indices.map { configuration.settings[$0] }
      let place = places[instance] ?? groups.count
      if place == groups.count {
        places[instance] = place
        groups.append([])
      }
      groups[place].append(configuration.number)
    }
    self.groups = groups
  }

  /// Calls `body` with the numbers of the trials of each block, in the order in which they run.
  func forEach(_ body: ([Int]) -> Void) {
    let (warmUp, repeats) = (plan.experiment.warmUp, plan.experiment.repeats)
    let comparing = groups.map { group in
      group.contains { plan.configurations[$0 - 1].study.comparesLayouts }
    }
    for repetition in 0..<repeats {
      for (group, isComparing) in zip(groups, comparing) where repetition == 0 || !isComparing {
        let first = repetition == 0 ? 0 : warmUp + repetition
        let last = isComparing ? warmUp + repeats - 1 : warmUp + repetition
        body(
          (first...last).flatMap { round in group.map { round * plan.configurations.count + $0 } })
      }
    }
  }

  /// How many blocks a task has.
  enum TaskSize {
    /// As many as there are at most this many trials in a task, but at least one.
    case trials(Int)
    /// One, or as many as it takes to have at most this many tasks.
    case tasks(Int)
  }

  /// The trials of each task. Blocks have only their trials that are `wanted`.
  func tasks(_ size: TaskSize, wanted: (Int) -> Bool) -> [[Int]] {
    var blocks: [[Int]] = []
    forEach { block in
      let trials = block.filter(wanted)
      if !trials.isEmpty { blocks.append(trials) }
    }
    switch size {
    case .tasks(let most):
      let each = max(0, blocks.count - 1) / max(1, most) + 1
      return stride(from: 0, to: blocks.count, by: each).map { start in
        Array(blocks[start..<min(start + each, blocks.count)].joined())
      }
    case .trials(let most):
      return blocks.reduce(into: []) { tasks, block in
        if let last = tasks.last, last.count + block.count <= most {
          tasks[tasks.count - 1] += block
        } else {
          tasks.append(block)
        }
      }
    }
  }
}
