@testable import ForceLabWorkbench
import ForceLabPlugins
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

  @Test func describesAPlugin() {
    let guide = CatalogText(.vehicles)
    #expect(
      guide.describe("diesel") == """
        diesel (engine)
          Burns oil.

          Formula:
            η = 1 − r^(1 − γ)·(c^γ − 1)/(γ·(c − 1))

          Source: Diesel 1893

          Parameters:
            cylinders  How many cylinders.
                       whole number, 1 to 16; default: 4
            bore       Width of a cylinder.
                       number, more than 0 [dm]; default: 0.8
            stroke     Its way.
                       number, 0 or more [dm]; default: the bore

          Example:
            vehicle: car
            engine: {diesel: {cylinders: 4}}
        """)
    #expect(
      guide.describe("steam") == """
        steam (engine)
          Hisses.

          Parameters:
            fuel  What burns.
                  text; required

          Example:
            vehicle: car
            engine: {steam: {fuel: coal}}
        """)
    #expect(
      guide.describe("radio") == """
        radio (extra)
          Plays.

          Example:
            vehicle: car
            extras: {radio: {}}
        """)
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

  @Test func describesEveryFormOfParameter() {
    #expect(
      CatalogText(.vehicles).describe("vehicle/car") == """
        car (vehicle)
          Has four wheels.

          Parameters:
            engine    What drives it.
                      engine; default: diesel
            spares    What may drive it.
                      list of engine; default: []
            extras    What it has beside.
                      mapping of extras on board; default: nothing
            doors     How many doors.
                      whole number, 2 to 5; default: 4
            speed     Greatest speed.
                      number, 0 or more [km/h]; default: 120
            open      Whether it has no roof.
                      true or false; default: false
            colour    Its colour.
                      red | green | dark-blue; default: red
            plate     Its number plate.
                      text; default: none
            loads     What it carries.
                      list of number, 0 or more [kg]; default: []
            handbook  What to read.
                      file path; default: nothing
            owners    Whose it is.
                      list of {name, age}; default: []

          Example:
            vehicle: car
            engine: diesel
        """)
  }

  @Test func describesPartsByTheirNameAndByTheirKey() {
    let guide = CatalogText(.vehicles)
    let owner = """
      owner (part)
        Whose it is.

        Parameters:
          name  The name.
                text; required
          age   The age.
                whole number, 18 or more; default: 18

        Example:
          vehicle: car
          owners:
            - name: example
      """
    #expect(guide.describe("owner") == owner && guide.describe("owners") == owner)
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
    #expect(guide.suggestKind(for: "wheels") == "valid values: engine, extra")
    #expect(guide.suggestPlugin(for: "raido") == "did you mean 'radio'?")
    #expect(guide.suggestPlugin(for: "horse") == "run `forcelab list` to see all names")
  }
}
