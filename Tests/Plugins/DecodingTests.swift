import ForceLabPlugins
import ForceLabTestSupport
import ForceLabYAML
import Testing

@Suite struct DecodingTests {
  @Test func emptySettingsGiveTheDefaults() throws {
    for yaml in ["", "{}", "null", "~"] {
      let car = try car(yaml)
      #expect(car.doors == 4 && car.speed == 120 && car.engine is Diesel)
    }
  }

  @Test func readsEveryType() throws {
    let car = try car(
      """
      engine: electric
      spares: [diesel, {diesel: {cylinders: 2}}, electric: 300]
      extras: {radio: , heating: 25}
      doors: 3
      speed: .inf
      open: true
      colour: dark-blue
      plate: 0815
      loads: [1, 2.5, 1e3]
      handbook: books/car.txt
      owners: [{name: Ann, age: 40}, {name: 'null'}]
      """)
    #expect(car.engine is Electric)
    #expect(car.spares.map(\.name) == ["diesel", "diesel", "electric"])
    #expect((car.spares[1] as? Diesel)?.cylinders == 2)
    #expect((car.spares[2] as? Electric)?.volts == 300)
    #expect(car.extras.map(\.name) == ["radio", "heating"])
    #expect((car.extras[1] as? Heating)?.degrees == 25)
    #expect(car.doors == 3 && car.speed == .infinity && car.isOpen && car.colour == .darkBlue)
    #expect(car.plate == "0815" && car.loads == [1, 2.5, 1000])
    #expect(car.owners.map(\.name) == ["Ann", "null"] && car.owners.map(\.age) == [40, 18])
  }

  @Test func wholeNumbersMayBeWrittenWithAPoint() throws {
    #expect(try car("doors: 3.0").doors == 3)
    #expect(try car("doors: 3e0").doors == 3)
    #expect(try car("speed: 7").speed == 7)
  }

  @Test func nullIsNilForOptionalParameters() throws {
    let car = try car("{handbook: null, engine: {diesel: {stroke: ~}}}")
    #expect(car.handbook == nil && (car.engine as? Diesel)?.stroke == nil)
    #expect((try decodeCar("doors: null")).problems.count == 1)
  }

  @Test func listsAndSetsMayBeEmpty() throws {
    let car = try car("{spares: [], extras: {}, loads: []}")
    #expect(car.spares.isEmpty && car.extras.isEmpty && car.loads.isEmpty)
  }

  @Test func aSetOfOnePluginIsItsName() throws {
    #expect(try car("extras: radio").extras.map(\.name) == ["radio"])
  }

  @Test func aShorthandStandsForItsParameter() throws {
    #expect((try car("engine: {electric: 230}").engine as? Electric)?.volts == 230)
    #expect((try car("engine: {electric: {volts: 230}}").engine as? Electric)?.volts == 230)
    #expect((try car("engine: {electric: }").engine as? Electric)?.volts == 400)
  }

  @Test(arguments: [
    ("experiments", "a.txt", "experiments/a.txt"),
    ("experiments", "../a.txt", "experiments/../a.txt"),
    ("experiments", "/a.txt", "/a.txt"), (".", "a.txt", "a.txt"), ("/", "a.txt", "//a.txt"),
    ("/x/y", "b/a.txt", "/x/y/b/a.txt"),
  ])
  func aPathStartsFromTheFolderOfTheFile(folder: String, written: String, path: String) throws {
    let reference = try #require(try car("handbook: \(written)", folder: folder).handbook)
    #expect(reference.path == path && reference.written == written)
    #expect(reference.location?.description == "car.yaml:1:11")
    #expect(reference.encoded().flowText == written)
  }

  @Test(arguments: [
    "engine: diesel", "engine: 'diesel'", "engine: {diesel: }", "engine: {diesel: {}}",
    "engine: {diesel: null}", "engine:\n  diesel:\n", "engine:\n  diesel:\n    cylinders: 4",
  ])
  func aBareNameHasTheDefaults(yaml: String) throws {
    #expect((try car(yaml).engine as? Diesel)?.cylinders == 4)
  }

  @Test func keysOfAnotherTypeAreIgnored() throws {
    var decoder = ParameterDecoder(catalog: .vehicles)
    let node = try YAMLDocument.parse("{name: x, doors: 3, nam: y}", file: "car.yaml")
    #expect(decoder.decode(Car.self, from: node, sharing: ["name"]) == nil)
    #expect(
      decoder.diagnostics.map(\.description) == [
        "car.yaml:1:21: error: unknown key 'nam' in 'car'; did you mean 'name'?"
      ])
  }

  @Test(arguments: try ErrorCase.all(in: "Tests/Plugins/References/errors.txt"))
  func allErrorsAreReportedInTheirOrder(_ it: ErrorCase) throws {
    let (car, problems) = try decodeCar(it.text)
    #expect(problems == it.errors && car == nil)
  }
}
