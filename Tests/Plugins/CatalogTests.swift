import ForceLabPlugins
import Testing

/// A plugin with the name of another.
private struct OtherDiesel: Engine {
  static let manual = Manual<Self>("diesel", "Burns rape.")
}

private struct Faulty: Engine {
  var power = -5.0
  var torque = 1.0

  static let manual = Manual<Self>(
    "Bad Name: x", "",
    parameters: [
      Parameter("power", \.power, in: 0..., "How strong."),
      Parameter("power", \.torque, ""), Parameter("force", \.torque, "How strong."),
    ], shorthand: "speed")
}

@Suite struct CatalogTests {
  @Test func findsByKindAndName() {
    let catalog = Catalog.vehicles
    #expect(catalog.type(of: .engine, named: "diesel") == Diesel.self)
    #expect(catalog.type(of: .extra, named: "diesel") == nil)
    #expect(catalog.type(of: .engine, named: "Diesel") == nil)
  }

  @Test func keepsTheOrderOfItsPlugins() {
    #expect(Catalog.vehicles.kinds == [.vehicle, .engine, .extra])
    #expect(Catalog.vehicles.names(of: .engine) == ["diesel", "electric", "steam"])
    let sum = Catalog([Steam.self]) + Catalog([Radio.self, Diesel.self])
    #expect(sum.names(of: .engine) == ["steam", "diesel"] && sum.kinds == [.engine, .extra])
  }

  @Test func theFirstOfTwoPluginsOfOneNameIsFound() {
    let catalog = Catalog([Diesel.self]) + Catalog([OtherDiesel.self])
    #expect(catalog.type(of: .engine, named: "diesel") == Diesel.self)
    #expect(catalog.types.count == 2)
  }

  @Test func mistakesInManualsAreFound() {
    let catalog = Catalog.vehicles + [Faulty.self, OtherDiesel.self]
    #expect(Catalog.vehicles.mistakes(beyond: .vehicles) == [])
    let mistakes = catalog.mistakes(beyond: .vehicles)
    let texts = [
      "Faulty: 'Bad Name: x' is not a name", "the manual has no summary",
      "two parameters are named 'power'", "the parameter 'power' has no text",
      "the parameter 'force' sets the property of another one",
      "invalid default: 'power' is -5, outside its range: 0 or more",
      "the shorthand 'speed' is not a parameter",
      "OtherDiesel: another engine is named 'diesel', too",
    ]
    #expect(mistakes.count == texts.count, "\(mistakes)")
    for text in texts {
      #expect(mistakes.contains { $0.contains(text) }, "\(text)")
    }
  }
}
