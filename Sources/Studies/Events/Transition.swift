import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// A parameter on its way to a value, in equal steps. Whole numbers are rounded.
struct Transition {
  let path: String
  let start: [Double]
  let end: [Double]
  /// The ticks that it takes, and those that have passed.
  let ticks: Int
  var passed = 0
  let target: AnyValue
  private let isWhole: Bool

  /// Throws unless the value at `path` and `value` are numbers, or lists of as many. An empty list is the origin.
  init(
    _ path: String, in study: LayoutStudy, to value: AnyValue, over ticks: Int
  ) throws(ParameterError) {
    let catalog = value.catalog ?? .graphStudies
    let now = try study.value(at: path, in: catalog)
    isWhole = try ParameterPath(path).form(from: LayoutStudy.page, in: catalog).isWholeNumber
    let target = value.node
    guard let end = target.numbers else {
      throw ParameterError(
        "'\(path)' can only move to a number or a list of numbers, found \(target.kindDescription)",
        parameter: "to")
    }
    var start = now.numbers
    if start?.isEmpty == true { start = end.map { _ in 0 } }
    guard let start, start.count == end.count,
      (now.sequence == nil) == (target.sequence == nil)
    else {
      throw ParameterError(
        "'\(path)' is \(now.flowText), which cannot move to \(target.flowText)", parameter: "to")
    }
    (self.path, self.start, self.end, self.ticks) = (path, start, end, ticks)
    self.target = value
  }

  /// The value after `passed` ticks.
  var value: AnyValue {
    let part = Double(passed) / Double(ticks)
    let numbers = zip(start, end).map { start, end in
      passed == ticks ? end : start + (end - start) * part
    }
    let nodes = numbers.map { number in
      SettingsNode.scalar(isWhole ? .int(Int(clamping: number.rounded())) : .float(number))
    }
    var value = target
    value.node = target.node.sequence == nil ? nodes[0] : .sequence(nodes)
    return value
  }
}

extension RunningLayout {
  /// Moves the number or list of numbers at `path` to `target` in equal steps over the next `ticks`.
  public func move(_ path: String, to target: SettingsNode, over ticks: Int) throws {
    try move(path, to: AnyValue(target, in: catalog, folder: folder), over: ticks)
  }

  func move(_ path: String, to target: AnyValue, over ticks: Int) throws {
    guard ticks > 0 else { return try set(path, to: target) }
    // If the target is within the range, so is the way there.
    _ = try study.setting(path, to: target)
    let transition = try Transition(path, in: study, to: target, over: ticks)
    endTransitions(of: path)
    transitions.append(transition)
  }

  /// Ends the transitions of the value at `path`, of its parts, and of what it is a part of.
  func endTransitions(of path: String) {
    let steps = steps(along: path)
    transitions.removeAll { zip(self.steps(along: $0.path), steps).allSatisfy { $0 == $1 } }
  }

  /// The steps of `path`, with the number of a force that has only its name there.
  private func steps(along path: String) -> [String] {
    var steps = ParameterPath(path).steps
    if steps.count > 1, steps[0] == "forces",
      let force = study.forces.firstIndex(where: { $0.name == steps[1] })
    {
      steps.insert(String(force), at: 1)
    }
    return steps
  }

  /// Takes one step of each transition. One that fails ends.
  func advanceTransitions() throws {
    guard !transitions.isEmpty else { return }
    for index in transitions.indices { transitions[index].passed += 1 }
    let steps = transitions
    transitions.removeAll { $0.passed >= $0.ticks }
    for step in steps { try change(step.path, to: step.value) }
  }
}

extension SettingsNode {
  /// The numbers of a list, or a single one; nil if it has others.
  fileprivate var numbers: [Double]? {
    let items = sequence ?? [self]
    let numbers = items.compactMap { item -> Double? in
      switch item.scalar?.value {
      case .int(let number): Double(number)
      case .float(let number) where number.isFinite: number
      default: nil
      }
    }
    return numbers.count == items.count ? numbers : nil
  }
}
