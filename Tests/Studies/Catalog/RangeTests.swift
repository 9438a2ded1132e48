import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench
import Testing

/// Every number of every plugin and record keeps to its range.
@Suite struct RangeTests {
  /// A numeric parameter: its owner, and how its value is written.
  private struct Numbers {
    let owner: any Configurable.Type
    let name: String
    let bounds: Bounds
    let isWhole: Bool
    /// 1 for a list, 2 for a list of lists.
    let depth: Int

    var title: String { "\(owner.page.name).\(name)" }

    init?(_ owner: any Configurable.Type, _ entry: ManualPage.Entry) {
      var (form, depth) = (entry.form, 0)
      while case .list(let item) = form { (form, depth) = (item, depth + 1) }
      switch form {
      case .integer(let bounds): (self.bounds, isWhole) = (bounds, true)
      case .number(let bounds): (self.bounds, isWhole) = (bounds, false)
      default: return nil
      }
      (self.owner, self.name, self.depth) = (owner, entry.name, depth)
    }

    /// The diagnostics for this parameter with the value `number`.
    func messages(_ number: Double) -> [String] {
      let value = SettingsNode.scalar(
        isWhole && number.isFinite ? String(Int(number)) : number.shortText)
      let nested = (0..<depth).reduce(value) { value, _ in .sequence([value]) }
      let node = SettingsNode.mapping([name: nested])
      var decoder = ParameterDecoder(catalog: .standard)
      decode(owner, node, &decoder)
      return decoder.diagnostics.map(\.message).filter { $0.hasPrefix("'\(name)' ") }
    }

    private func decode<Owner: Configurable>(
      _ type: Owner.Type, _ node: SettingsNode, _ decoder: inout ParameterDecoder
    ) {
      _ = decoder.decode(type, from: node)
    }
  }

  private static let numbers = (Catalog.standard.types + records).flatMap { owner in
    owner.page.entries.compactMap { Numbers(owner, $0) }
  }

  @Test func thereAreManyNumbers() {
    #expect(Self.numbers.count > 40)
    #expect(Self.numbers.contains { $0.depth > 0 } && Self.numbers.contains { $0.isWhole })
  }

  @Test(arguments: numbers.indices)
  func refusesNumbersOutsideTheBounds(index: Int) {
    let numbers = Self.numbers[index]
    let bounds = numbers.bounds
    var outside: [Double] = []
    if bounds.lower.isFinite {
      outside += [bounds.lower - 1]
      if !numbers.isWhole { outside += [bounds.lower.nextDown, -1e300] }
      if bounds.excludesLower { outside.append(bounds.lower) }
    }
    if bounds.upper.isFinite {
      outside += [bounds.upper + 1]
      if !numbers.isWhole { outside += [bounds.upper.nextUp, 1e300] }
    }
    for number in outside {
      #expect(
        numbers.messages(number).contains { $0.hasSuffix("outside its range: \(bounds)") },
        "\(numbers.title): \(number)")
    }
  }

  @Test(arguments: numbers.indices)
  func refusesNonFiniteNumbers(index: Int) {
    let numbers = Self.numbers[index]
    let bounds = numbers.bounds
    #expect(!numbers.messages(.nan).isEmpty, "\(numbers.title)")
    let isOpen = bounds.allowsInfinity && !numbers.isWhole
    #expect(
      numbers.messages(.infinity).isEmpty == (isOpen && bounds.upper == .infinity),
      "\(numbers.title)")
    #expect(
      numbers.messages(-.infinity).isEmpty == (isOpen && bounds.lower == -.infinity),
      "\(numbers.title)")
  }

  @Test(arguments: numbers.indices)
  func acceptsItsBounds(index: Int) {
    let numbers = Self.numbers[index]
    let bounds = numbers.bounds
    var inside: [Double] = []
    if bounds.lower.isFinite, !bounds.excludesLower { inside.append(bounds.lower) }
    if bounds.excludesLower, !numbers.isWhole { inside.append(bounds.lower.nextUp) }
    inside.append(
      bounds.upper.isFinite ? bounds.upper : numbers.isWhole ? 1e15 : .greatestFiniteMagnitude)
    if bounds == .finite { inside += [0, -1] }
    for number in inside {
      #expect(
        !numbers.messages(number).contains {
          $0.contains("outside its range") || $0.contains("must be a ")
        },
        "\(numbers.title): \(number)")
    }
  }
}
