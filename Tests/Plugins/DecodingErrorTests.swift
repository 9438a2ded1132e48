import ForceLabPlugins
import Testing
import ForceLabSettings
import ForceLabYAML

@Suite struct DecodingErrorTests {
  @Test(arguments: [
    ("doors: many", "1:8: error: 'doors' must be a whole number, found the text 'many'"),
    ("doors: 2.5", "1:8: error: 'doors' must be a whole number, found the number 2.5"),
    ("doors: '3'", "1:8: error: 'doors' must be a whole number, found the text '3'"),
    ("doors: .nan", "1:8: error: 'doors' must be a whole number, found the number .nan"),
    ("doors: [3]", "1:8: error: 'doors' must be a whole number, found a list"),
    ("doors:", "1:7: error: 'doors' must be a whole number, found nothing"),
    ("speed: {km: 3}", "1:8: error: 'speed' must be a number, found a mapping"),
    ("speed: true", "1:8: error: 'speed' must be a number, found true"),
    ("open: yes", "1:7: error: 'open' must be true or false, found the text 'yes'"),
    ("open: 1", "1:7: error: 'open' must be true or false, found the number 1"),
    ("plate: [a]", "1:8: error: 'plate' must be text, found a list"),
    ("plate:", "1:7: error: 'plate' must be text, found nothing"),
    (
      "colour: grean",
      "1:9: error: 'colour' must be one of red, green, dark-blue, found the text 'grean'; "
        + "did you mean 'green'?"
    ),
    (
      "colour: 7",
      "1:9: error: 'colour' must be one of red, green, dark-blue, found the number 7"
    ),
    ("loads: 7", "1:8: error: 'loads' must be a list, such as [a, b], found the number 7"),
    ("loads: [1, x]", "1:12: error: 'loads' must be a number, found the text 'x'"),
    (
      "spares: diesel",
      "1:9: error: 'spares' must be a list, such as [a, b], found the text 'diesel'"
    ),
    ("handbook: ''", "1:11: error: 'handbook' is empty; give a path"),
    ("handbook: {}", "1:11: error: 'handbook' must be text, found a mapping"),
    (
      "owners: [Ann]",
      "1:10: error: the parameters of 'owner' must be a mapping such as {name: …}, "
        + "found the text 'Ann'"
    ),
    ("owners: [{age: 20}]", "1:10: error: 'owner' needs 'name': The name."),
    (
      "[doors]",
      "1:1: error: the parameters of 'car' must be a mapping such as {engine: …}, found a list"
    ),
  ])
  func aWrongTypeSaysWhatIsExpectedAndFound(yaml: String, expected: String) throws {
    let (car, problems) = try decodeCar(yaml)
    #expect(problems == ["car.yaml:" + expected])
    #expect(car == nil)
  }

  @Test(arguments: [
    ("doors: 1", "1:8: error: 'doors' is 1, outside its range: 2 to 5"),
    ("doors: 6.0", "1:8: error: 'doors' is 6, outside its range: 2 to 5"),
    ("speed: -1", "1:8: error: 'speed' is -1, outside its range: 0 or more"),
    ("speed: .nan", "1:8: error: 'speed' is .nan, outside its range: 0 or more"),
    ("loads: [1, -0.5]", "1:12: error: 'loads' is -0.5, outside its range: 0 or more"),
    ("loads: [.inf]", "1:9: error: 'loads' is .inf, outside its range: 0 or more"),
    (
      "engine: {diesel: {bore: 0}}",
      "1:25: error: 'bore' is 0, outside its range: more than 0"
    ),
    (
      "engine: {diesel: {stroke: -2}}",
      "1:27: error: 'stroke' is -2, outside its range: 0 or more"
    ),
    ("engine: {electric: 1001}", "1:20: error: 'electric' is 1001, outside its range: 0 to 1000"),
    ("owners: [{name: Tim, age: 17}]", "1:27: error: 'age' is 17, outside its range: 18 or more"),
  ])
  func aNumberOutsideItsRangeNamesTheRange(yaml: String, expected: String) throws {
    let (car, problems) = try decodeCar(yaml)
    #expect(problems == ["car.yaml:" + expected])
    #expect(car == nil)
  }

  @Test(arguments: [
    ("{doors: 3, sped: 1}", "1:12: error: unknown key 'sped' in 'car'; did you mean 'speed'?"),
    (
      "engine: {diesel: {cylinder: 2}}",
      "1:19: error: unknown key 'cylinder' in 'diesel'; did you mean 'cylinders'?"
    ),
    (
      "engine: {diesel: {fuel: oil}}",
      "1:19: error: unknown key 'fuel' in 'diesel'; valid keys: cylinders, bore, stroke"
    ),
    ("extras: {radio: {loud: 1}}", "1:18: error: 'radio' has no parameters; remove 'loud'"),
    (
      "extras: {radio: 3}",
      "1:17: error: 'radio' has no parameters, found the number 3"
    ),
  ])
  func anUnknownKeyHasAHint(yaml: String, expected: String) throws {
    #expect(try decodeCar(yaml).problems == ["car.yaml:" + expected])
  }

  @Test func reportsAllErrorsOfAFileInItsOrder() throws {
    let (car, problems) = try decodeCar(
      """
      engine:
        diesel:
          cylinders: 99
          bore: wide
      spares:
        - electric
        - elektric
        - steam
      doors: 9
      colours: red
      loads: [1, -1, x]
      """)
    #expect(car == nil)
    #expect(
      problems == [
        "car.yaml:3:16: error: 'cylinders' is 99, outside its range: 1 to 16",
        "car.yaml:4:11: error: 'bore' must be a number, found the text 'wide'",
        "car.yaml:7:5: error: unknown engine 'elektric'; did you mean 'electric'?",
        "car.yaml:8:5: error: 'steam' needs 'fuel': What burns.",
        "car.yaml:9:8: error: 'doors' is 9, outside its range: 2 to 5",
        "car.yaml:10:1: error: unknown key 'colours' in 'car'; did you mean 'colour'?",
        "car.yaml:11:12: error: 'loads' is -1, outside its range: 0 or more",
        "car.yaml:11:16: error: 'loads' must be a number, found the text 'x'",
      ])
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
}
