import ForceLabPlugins
import Testing

/// Errors of `check()` are reported at their parameter.
@Suite struct CheckTests {
  @Test(arguments: [
    ("engine: {diesel: {bore: 1, cylinders: 3}}", "1:39: error: 3 cylinders cannot pair"),
    ("engine: {diesel: {bore: 9, cylinders: 16}}", "1:18: error: the engine is too long"),
    (
      "spares:\n  - electric\n  - diesel:\n      cylinders: 5",
      "4:18: error: 5 cylinders cannot pair"
    ),
  ])
  func checkErrorsHavePlaces(yaml: String, expected: String) throws {
    #expect(try decodeCar(yaml).problems == ["car.yaml:" + expected])
  }

  @Test func anErrorOfAnOmittedParameterHasThePlaceOfThePlugin() throws {
    #expect(
      try decodeCar("engine: {diesel: {bore: 20}}").problems == [
        "car.yaml:1:18: error: the engine is too long"
      ])
  }

  @Test func checkIsNotCalledAfterInvalidParameters() throws {
    #expect(
      try decodeCar("engine: {diesel: {bore: -9, cylinders: 3}}").problems == [
        "car.yaml:1:25: error: 'bore' is -9, outside its range: more than 0"
      ])
  }
}
