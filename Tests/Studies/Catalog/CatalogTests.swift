@testable import ForceLabStudies
import Testing

/// What every plugin and record must keep to, whoever adds it.
@Suite struct CatalogTests {
  private static let plugins = Catalog.standard.types
  private static let documented = plugins + records

  @Test func everyKindIsThere() {
    let kinds = Set(Catalog.standard.kinds.map(\.name))
    #expect(
      kinds.isSuperset(of: [
        "study", "graph", "placement", "force", "integrator", "repulsion", "stop rule", "metric",
        "arrangement", "index", "query", "tree",
      ]))
  }

  @Test(arguments: documented.indices)
  func everyPluginIsDocumented(index: Int) throws {
    let page = Self.documented[index].page
    let mistakes = Self.documented[index].mistakes(in: .standard)
    // By default, an experiment has no sweeps, but a list without any is a mistake.
    #expect(mistakes.filter { !$0.contains("list of sweeps is empty") } == [], "\(page.name)")
    try expectSentence(page.summary, of: page.name)
    for entry in page.entries {
      try expectSentence(entry.text, of: "\(page.name).\(entry.name)")
      #expect(!entry.defaultText.isEmpty || entry.isRequired, "\(page.name).\(entry.name)")
    }
  }

  /// A swept parameter has a column of its name, which no result may share. What a layout tells of
  /// its nodes is named by the design; of the parameter `nodes`, what stands below is swept.
  @Test func noColumnIsNamedAfterAParameter() throws {
    for type in Catalog.standard.types(of: .study) {
      let study = try #require(type as? any Study.Type).init()
      let shared = Set(study.columns.map(\.name)).intersection(type.page.entries.map(\.name))
      #expect(shared.isSubset(of: ["nodes"]), "\(study.name): \(shared)")
    }
  }

  private func expectSentence(_ text: String, of name: String) throws {
    #expect(text.count > 3 && !text.contains(where: \.isNewline), "\(name): \(text)")
    #expect(text.hasSuffix("."), "\(name): \(text)")
    #expect(text.first?.isLowercase == false, "\(name): \(text)")
  }

  @Test func namesAreUniqueInTheirKind() {
    #expect(Catalog.standard.mistakes(beyond: []) == [])
  }

  @Test(arguments: documented.indices)
  func everyStoredPropertyIsAParameter(index: Int) {
    let type = Self.documented[index]
    let page = type.page
    // The storage of a `@Scratch` property bears its name with an underscore.
    let properties = Mirror(reflecting: type.init()).children.compactMap(\.label)
      .filter { !$0.hasPrefix("_") }
    #expect(properties.count == page.entries.count, "\(page.name): \(properties)")
    let spelled = Set(properties.map(kebabCase))
    let others = page.entries.map(\.name).filter { !spelled.contains($0) }
    // These two would be keywords of Swift.
    #expect(Set(others).isSubset(of: ["for", "repeat", "where"]), "\(page.name): \(others)")
  }

  private func kebabCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
  }

  @Test(arguments: documented.indices)
  func decodesFromItsOwnDefaults(index: Int) { check(Self.documented[index]) }

  private func check<Owner: Configurable>(_ type: Owner.Type) {
    let page = type.page
    let required = page.entries.filter(\.isRequired)
    var decoder = ParameterDecoder(catalog: .standard)
    if required.isEmpty {
      let defaults = Owner().encoded()
      let again = decoder.decode(type, from: defaults)
      #expect(decoder.diagnostics.isEmpty, "\(page.name): \(decoder.diagnostics)")
      #expect(again?.encoded().flowText == defaults.flowText, "\(page.name)")
      #expect(Owner().encoded(changesOnly: true).mapping?.entries.isEmpty == true)
    } else {
      #expect(decoder.decode(type, from: .mapping([:])) == nil)
      #expect(
        decoder.diagnostics.map(\.message)
          == required.map {
            "'\(page.name)' needs the key '\($0.name)'; add '\($0.name): "
              + "\($0.example ?? "<\($0.form.words)>")'"
          })
    }
  }

  @Test func everyPluginIsListedAndDescribed() {
    let guide = CatalogText(.standard, file: Experiment.page)
    let list = guide.list()
    for type in Self.plugins {
      let page = type.page
      #expect(list.contains("  \(page.name) ") && list.contains(page.summary), "\(page.name)")
      let text = guide.describe("\(type.kind.name)/\(page.name)") ?? ""
      for entry in page.entries {
        #expect(text.contains("    \(entry.name) ") && text.contains(entry.text))
      }
    }
  }

  @Test func theSchemaHasTheMetricsOfATimeBudget() throws {
    let schema = Experiment.schema(of: .standard)
    let budget = try #require(
      schema.firstMatch(of: /(?s)"time-budget" : \{.*?\n( +)"for" : \{(.*?)\n\1\},?\n/)
    ).2
    #expect(budget.contains("\"const\" : \"edge-crossings\""))
    #expect(budget.contains("\"edge-crossings\" : {"))
    #expect(!budget.contains("\"type\" : \"string\""))
  }

  /// A mapping has the parameters of the plugin, and names no other.
  @Test func theSchemaTakesNoMappingForAShorthand() {
    let pattern = /"largest-component" : \{\s*"anyOf" : \[\s*\{\s*"\$ref" : "[^"]*",\s*"not" : \{/
    #expect(Experiment.schema(of: .standard).contains(pattern))
  }

  @Test func theSchemaHasEveryPluginAndParameter() {
    let schema = Experiment.schema(of: .standard)
    for page in Self.plugins.map({ $0.page }) where page.name != "layout" {
      #expect(schema.contains("\"\(page.name)\""), "\(page.name)")
    }
    for entry in Self.documented.flatMap({ $0.page.entries }) where !entry.isInline {
      #expect(schema.contains("\"\(entry.name)\" : "), "\(entry.name)")
    }
  }
}
