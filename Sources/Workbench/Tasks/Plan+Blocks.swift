extension Plan {
  /// The numbers of the trials of each block, in the order in which they run.
  ///
  /// Each block runs on one machine, one trial after the other: all configurations of one repeat of one graph, so that
  /// trials compared in pairs share a machine. The warm-up trials of a graph belong to its first repeat. If trials are
  /// compared with the first of their configuration, all repeats of a graph are one block.
  var blocks: [[Int]] {
    let (warmUp, repeats) = (experiment.warmUp, experiment.repeats)
    let sections = sections.map { section in
      (section, section.configurations.contains { $0.study.comparesLayouts })
    }
    return (0..<repeats).flatMap { repetition in
      sections.compactMap { section, isComparing in
        if isComparing && repetition > 0 { return nil }
        let first = repetition == 0 ? 0 : warmUp + repetition
        let last = warmUp + (isComparing ? repeats - 1 : repetition)
        return (first...last).flatMap { section.trials($0) }
      }
    }
  }

  /// The trials of each task. Blocks have only their trials that are `wanted`, and are put together while
  /// a task has at most `size` trials; without a size, until there are at most `maxTasks`.
  func tasks(of size: Int?, atMost maxTasks: Int, wanted: (Int) -> Bool) -> [[Int]] {
    let blocks = blocks.map { $0.filter(wanted) }.filter { !$0.isEmpty }
    guard let size else {
      let each = max(0, blocks.count - 1) / max(1, maxTasks) + 1
      return stride(from: 0, to: blocks.count, by: each).map { start in
        Array(blocks[start..<min(start + each, blocks.count)].joined())
      }
    }
    return blocks.reduce(into: []) { tasks, block in
      if let last = tasks.last, last.count + block.count <= size {
        tasks[tasks.count - 1] += block
      } else {
        tasks.append(block)
      }
    }
  }
}
