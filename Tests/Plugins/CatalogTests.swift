import ForceLabPlugins
import Testing

/// A plugin with the name of another.
private struct OtherDiesel: Engine {
  static let manual = Manual<Self>("diesel", "Burns rape.")
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
}
