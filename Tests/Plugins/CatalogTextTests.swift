@testable import ForceLabWorkbench
import ForceLabPlugins
import ForceLabTestSupport
import Testing

@Suite struct CatalogTextTests {
  private let guide = CatalogText(
    Catalog([Diesel.self, Electric.self, Steam.self, Radio.self, Heating.self]))

  @Test func listsThePluginsBelowTheirKinds() {
    #expect(
      guide.list() == """
        engines: Turns fuel into motion.
          diesel    Burns oil.
          electric  Hums.
          steam     Hisses.

        extras on board: Makes it dearer.
          radio     Plays.
          heating   Warms.
        """)
  }

  @Test func listsOneKind() {
    #expect(
      guide.list([.extra]) == """
        extras on board: Makes it dearer.
          radio    Plays.
          heating  Warms.
        """)
  }

  /// The texts of plugins with every form of parameter, and of a part.
  @Test func describesPluginsAndParts() throws {
    let file = try text(checkout.appending(path: "Tests/Plugins/References/descriptions.txt").path)
    for expected in file.dropLast().split(separator: "\n----\n") {
      let name = String(expected.prefix { $0 != " " })
      #expect(CatalogText(.vehicles).describe(name) == String(expected))
    }
  }

  private struct Hybrid: Engine {
    static let manual = Manual<Self>("hybrid", "Does both.", source: "Piëch 1899", version: 3)
  }

  @Test func describesTheVersionOfAPlugin() {
    let guide = CatalogText(Catalog([Car.self, Hybrid.self]))
    #expect(
      guide.describe("hybrid") == """
        hybrid (engine)
          Does both.
          Source: Piëch 1899
          Version: 3

          Example:
            vehicle: car
            engine: hybrid
        """)
    #expect(Hybrid.page.version == 3 && Hybrid.page.joined(with: Radio.page).version == 3)
    #expect(Radio.page.version == 1)
  }

  @Test func describesPartsByTheirNameAndByTheirKey() {
    let guide = CatalogText(.vehicles)
    #expect(guide.describe("owner") == guide.describe("owners"))
    #expect(guide.describe("vehicle/car") == guide.describe("car"))
    #expect(guide.listParts().hasSuffix("\n  owner  Whose it is."))
    #expect(guide.suggestPlugin(for: "ownr") == "did you mean 'owner'?")
  }

  @Test func aFileHasPartsOfItsOwnAndAUsualPlugin() {
    let guide = CatalogText(.vehicles, file: Journey.page)
    #expect(guide.describe("journey")?.hasSuffix("Example:\n    to: Rome") == true)
    #expect(guide.describe("radio")?.hasSuffix("Example:\n    extras: {radio: {}}") == true)
    #expect(
      guide.describe("rest")?.hasSuffix(
        """
          Example:
            rests:
              - hours: 1
        """) == true)
  }

  /// A file whose default vehicle is a car.
  private struct Journey: Record {
    var vehicle = "car"
    var to = ""
    var rests: [Rest] = []

    static let manual = Manual<Self>(
      "journey", "Where to go.",
      parameters: [
        Parameter("vehicle", \.vehicle, "What to take."),
        Parameter("to", \.to, "Where to.", isRequired: true, example: "Rome"),
        Parameter("rests", \.rests, "Where to sleep."),
      ])
  }

  private struct Rest: Record {
    var hours = 1

    static let manual = Manual<Self>(
      "rest", "A stop on the way.",
      parameters: [Parameter("hours", \.hours, within: Bounds(1...24), "How long.")])
  }

  @Test func aKindMayPrecedeTheNameOfAPlugin() {
    #expect(guide.describe("engine/diesel") == guide.describe("diesel"))
    #expect(guide.describe("Engines/diesel") == guide.describe("diesel"))
    #expect(guide.describe("extra/diesel") == nil)
    #expect(guide.describe("horse") == nil)
  }

  @Test func knowsKindsInSingularAndPlural() {
    #expect(guide.kinds(named: "engine") == [.engine])
    #expect(guide.kinds(named: "Engines") == [.engine])
    #expect(guide.kinds(named: "extras on board") == [.extra])
    #expect(guide.kinds(named: "wheels") == [])
  }

  @Test func suggestsSimilarNames() {
    #expect(guide.suggestKind(for: "engin") == "did you mean 'engine'?")
    #expect(guide.suggestKind(for: "wheels") == "valid values: engine, extra, parts")
    #expect(guide.suggestPlugin(for: "raido") == "did you mean 'radio'?")
    #expect(guide.suggestPlugin(for: "horse") == "run `forcelab list` to see all names")
  }
}
