import ForceLabPlugins
import ForceLabSettings

struct Exclusion: Record {
  var conditions = Conditions()
  var because = ""

  /// Of its first condition.
  var location: Location? { conditions.all.first?.location }

  static let manual = Manual<Self>(
    "exclusion", "Leaves out the combinations that meet all conditions.",
    parameters: [
      Parameter(
        "where", \.conditions, "Paths, each with a value, a list of values or {below, above}.",
        isRequired: true, example: "{integrator.verlet.velocity-decay: {above: 0.4}}"),
      Parameter(
        "because", \.because, "Reason, for the readers of the results.", isRequired: true,
        example: "REASON"),
    ])
}

/// Conditions on the values at some paths, all of which must hold.
struct Conditions: ParameterValue {
  /// The value of each is the test.
  var all: [Setting] = []

  static func form(within bounds: Bounds) -> ValueForm { .map(.any) }

  static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Conditions?
  {
    guard let mapping = node.mapping, !mapping.entries.isEmpty else {
      decoder.error(
        "'\(slot.name)' must be a mapping of paths to values, such as {repulsion: exact}; "
          + "found \(node.emptyOrKind)", at: node.location)
      return nil
    }
    let bounds = mapping.entries.flatMap { $0.value.mapping?.entries ?? [] }
    for bound in bounds where ["below", "above"].contains(bound.key) {
      _ = Double.decode(bound.value, as: Slot(name: bound.key), by: &decoder)
    }
    return Conditions(all: mapping.entries)
  }

  func encoded() -> SettingsNode { all.node }

  func hold(for tree: SettingsNode) -> Bool {
    all.allSatisfy { condition in
      ParameterPath(condition.path).value(in: tree).map { Self.matches($0, condition.value) }
        ?? false
    }
  }

  /// `form` returns that of the value at a path, or throws if it cannot vary. `variants` are the names of the variants.
  func problems(
    variants: [String], _ form: (String) throws(ParameterError) -> ValueForm
  ) -> [Diagnostic] {
    all.flatMap { condition in
      if condition.path == Variants.path, !variants.isEmpty {
        return condition.problems(ofNamesAmong: variants)
      }
      do throws(ParameterError) {
        return condition.problems(try form(condition.path))
      } catch {
        return [Diagnostic(error.message, at: condition.location)]
      }
    }
  }

  private static func matches(_ value: SettingsNode, _ test: SettingsNode) -> Bool {
    if let any = test.sequence { return any.contains { matches(value, $0) } }
    if let name = value.name, let text = test.scalar?.text { return name == text }
    let (below, above) = (test["below"]?.scalar?.number, test["above"]?.scalar?.number)
    if below != nil || above != nil, let number = value.scalar?.number {
      return (below.map { number < $0 } ?? true) && (above.map { number > $0 } ?? true)
    }
    if let a = value.scalar?.number, let b = test.scalar?.number { return a == b }
    // The name alone matches a plugin with any parameters.
    if let name = test.scalar?.text, let entries = value.mapping?.entries, entries.count == 1 {
      return entries[0].key == name
    }
    return value.hasSameContent(as: test)
  }
}

extension Setting {
  fileprivate func problems(ofNamesAmong variants: [String]) -> [Diagnostic] {
    (value.sequence ?? [value]).compactMap { node in
      let name = node.scalar?.text ?? node.flowText
      guard !variants.contains(name) else { return nil }
      return Diagnostic(
        "unknown variant '\(name)'; " + advice(for: name, among: variants), at: node.location)
    }
  }

  /// The errors of a test of a number, which must be {below, above} if it is a mapping, or a record that a number may
  /// stand for.
  fileprivate func problems(_ form: ValueForm) -> [Diagnostic] {
    if case .map = form { return [] }
    guard form.takesNumbers, form.pluginKind == nil else { return [] }
    let records = form.leaves.flatMap { form in
      if case .record(let page) = form { page.entries.map(\.name) } else { [String]() }
    }
    let known = ["below", "above"] + records
    let others = value.mapping?.entries.filter { !known.contains($0.key) } ?? []
    return others.map { entry in
      Diagnostic(
        "unknown key '\(entry.key)' in a condition on a number; "
          + advice(for: entry.key, among: known, label: "valid keys"), at: entry.keyLocation)
    }
  }
}
