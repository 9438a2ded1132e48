import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

/// Makes random values of parameters from their declarations: whatever kind of plugin a catalog has, and
/// whatever parameters they declare, occurs without a change here.
struct SettingsGenerator {
  let catalog: Catalog
  /// The files that a path can name.
  let files: [String]
  /// What texts and the keys of mappings are chosen from.
  var words: [String]
  /// The paths of parameters that can vary, with the forms of their values.
  var paths: [(path: String, form: ValueForm)] = []
  var random: SeededGenerator
  /// The share of numbers that are extremes of what their parameter accepts.
  var extremeShare = 0.0
  /// Whether whole numbers may be so large that a valid experiment needs more time and memory than there are.
  var allowsHuge = false

  private static let maxDepth = 6
  /// The share of the parameters that are given, of those that need not be.
  private static let givenShare = 0.35

  mutating func chance(_ share: Double) -> Bool { random.unit() < share }

  mutating func choice<Value>(_ values: [Value]) -> Value {
    values[random.index(below: values.count)]
  }

  /// Those of `entries` that are required, and some others, with values.
  mutating func parameters(_ entries: [ManualPage.Entry], depth: Int = 0) -> Mapping {
    var mapping = Mapping()
    let share = depth == 0 ? Self.givenShare : depth > Self.maxDepth ? 0 : Self.givenShare * 1.2
    for entry in entries where entry.isRequired || chance(share) {
      let value = value(of: entry, depth: depth)
      if entry.isInline {
        mapping.entries += value.mapping?.entries ?? []
      } else {
        mapping[entry.name] = value
      }
    }
    return mapping
  }

  private mutating func value(of entry: ManualPage.Entry, depth: Int) -> SettingsNode {
    // Examples are values that go together with others.
    if let example = entry.example, chance(0.3), !entry.form.leaves.contains(where: \.isPath),
      let node = try? YAMLDocument.parse(example, file: "example")
    {
      return node
    }
    return value(of: entry.form, depth: depth + 1)
  }

  mutating func value(of form: ValueForm, depth: Int) -> SettingsNode {
    switch form {
    case .boolean: return .scalar(chance(0.5) ? "true" : "false")
    case .integer(let bounds): return .scalar(String(whole(within: bounds)))
    case .number(let bounds): return number(within: bounds).encoded()
    case .text, .name: return .scalar(.string(choice(words)))
    case .path: return .scalar(.string(files.isEmpty ? "none" : choice(files)))
    case .choice(let words): return .scalar(.string(choice(words)))
    case .list(let item):
      let count = random.index(below: 4)
      return .sequence((0..<count).map { _ in value(of: item, depth: depth) })
    case .map(let item, _): return map(to: item, depth: depth)
    case .either(let forms): return value(of: choice(forms), depth: depth)
    case .plugin(let kind): return reference(kind, depth: depth)
    case .pluginSet(let kind): return set(of: kind, depth: depth)
    case .weights(_, let bounds):
      return value(of: choice([.text, .map(.number(bounds))]), depth: depth)
    case .record(let page): return record(page, depth: depth)
    case .any: return .scalar(choice(["0.5", "1", "2", "true", "a", "null"]))
    }
  }

  /// Names to values, or paths to values that their parameters accept.
  private mutating func map(to form: ValueForm, depth: Int) -> SettingsNode {
    var mapping = Mapping()
    for _ in 0...random.index(below: 2) {
      guard form.holdsAny, !paths.isEmpty else {
        mapping[choice(words)] = value(of: form, depth: depth)
        continue
      }
      let (path, inner) = choice(paths)
      mapping[path] = form.isAny ? value(of: inner, depth: depth) : axis(of: inner, form, depth)
    }
    return SettingsNode(.mapping(mapping), at: .generated)
  }

  /// The values of an axis: a list of what `inner` accepts, or one of the other forms of `form`.
  private mutating func axis(of inner: ValueForm, _ form: ValueForm, _ depth: Int) -> SettingsNode {
    guard case .either(let forms) = form, chance(0.8) else { return value(of: form, depth: depth) }
    guard forms.contains(where: \.isListOfAny) else { return value(of: form, depth: depth) }
    return .sequence((0...random.index(below: 3)).map { _ in value(of: inner, depth: depth) })
  }

  private mutating func reference(_ kind: PluginKind, depth: Int) -> SettingsNode {
    var pages = catalog.pages(of: kind)
    let simple = pages.filter { page in !page.entries.contains { $0.form.pluginKind != nil } }
    if depth > Self.maxDepth, !simple.isEmpty { pages = simple }
    guard !pages.isEmpty else { return .scalar("none") }
    let page = choice(pages)
    let parameters = record(page, depth: depth)
    return parameters.mapping?.entries.isEmpty == true
      ? .scalar(page.name) : .mapping([page.name: parameters])
  }

  private mutating func set(of kind: PluginKind, depth: Int) -> SettingsNode {
    var mapping = Mapping()
    let pages = catalog.pages(of: kind)
    for _ in 0...random.index(below: 2) where !pages.isEmpty {
      let page = choice(pages)
      mapping[page.name] = record(page, depth: depth)
    }
    return SettingsNode(.mapping(mapping), at: .generated)
  }

  /// The parameters of `page`, or sometimes the bare value of its shorthand.
  private mutating func record(_ page: ManualPage, depth: Int) -> SettingsNode {
    let others = page.entries.contains { $0.isRequired && $0.name != page.shorthand }
    if let short = page.entries.first(where: { $0.name == page.shorthand }), !others, chance(0.3) {
      return value(of: short.form, depth: depth)
    }
    return SettingsNode(.mapping(parameters(page.entries, depth: depth)), at: .generated)
  }
}

/// Numbers.
extension SettingsGenerator {
  private static let extremes = [
    .leastNonzeroMagnitude, 1e9 * .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-200, 1e-154,
    1e-30, 1e-9, 1e9, 1e18, 1e30, 1e154, 1e200, Double.greatestFiniteMagnitude, .infinity, 0, -0.0,
  ]

  private mutating func number(within bounds: Bounds) -> Double {
    for _ in 0..<8 {
      let number = chance(extremeShare) ? extreme(within: bounds) : ordinary(within: bounds)
      if bounds.contains(number) { return number }
    }
    return [1, bounds.upper, bounds.lower.nextUp, bounds.lower].first(where: bounds.contains) ?? 0
  }

  private mutating func extreme(within bounds: Bounds) -> Double {
    let ends = [bounds.lower, bounds.upper, bounds.lower.nextUp, bounds.upper.nextDown]
    let value = choice(Self.extremes + ends.filter(bounds.contains))
    return chance(0.5) ? value : -value
  }

  private mutating func ordinary(within bounds: Bounds) -> Double {
    let part = random.unit()
    if bounds.lower.isFinite, bounds.upper.isFinite, bounds.upper - bounds.lower < 1e6 {
      return bounds.lower + part * (bounds.upper - bounds.lower)
    }
    let magnitudes = [0.01, 0.3, 1, 2, 10, 30, 100, 300]
    let value = choice(magnitudes) * (0.5 + part)
    return bounds.lower < 0 && chance(0.4) ? -value : value
  }

  /// Small, because most whole numbers are counts.
  private mutating func whole(within bounds: Bounds) -> Int {
    let lower = bounds.lower.isFinite ? Int(clamping: bounds.lower.rounded(.up)) : -3
    let upper = bounds.upper.isFinite ? Int(clamping: bounds.upper) : Int.max
    if chance(extremeShare) {
      if allowsHuge { return choice([upper, upper - 1, 1 << 31, 1 << 53].filter { $0 <= upper }) }
      return choice([lower, min(upper, max(lower, 16))])
    }
    let first = bounds.excludesLower && Double(lower) == bounds.lower ? lower + 1 : lower
    return min(upper, first + random.index(below: 13))
  }
}

extension ValueForm {
  fileprivate var isPath: Bool { if case .path = self { true } else { false } }
  fileprivate var isAny: Bool { if case .any = self { true } else { false } }
  fileprivate var isListOfAny: Bool { if case .list(.any) = self { true } else { false } }
  /// Whether it is `any`, or a list of it among others.
  fileprivate var holdsAny: Bool {
    switch self {
    case .any: true
    case .either(let forms): forms.contains(where: \.isListOfAny)
    default: false
    }
  }
}
