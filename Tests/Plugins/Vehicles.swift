import ForceLabPlugins
import Testing
import ForceLabSettings
import ForceLabYAML

extension PluginKind {
  static let vehicle = PluginKind("vehicle", "Carries people.")
  static let engine = PluginKind("engine", "Turns fuel into motion.")
  static let extra = PluginKind("extra", plural: "extras on board", "Makes it dearer.")
}

protocol Engine: Plugin {}
extension Engine { static var kind: PluginKind { .engine } }

protocol Extra: Plugin {}
extension Extra { static var kind: PluginKind { .extra } }

/// An engine whose parameters must fit each other.
struct Diesel: Engine {
  var cylinders = 4
  var bore = 0.8
  var stroke: Double?

  static let manual = Manual<Self>(
    "diesel", "Burns oil.",
    parameters: [
      Parameter("cylinders", \.cylinders, within: Bounds(1...16), "How many cylinders."),
      Parameter("bore", \.bore, above: 0, unit: "dm", "Width of a cylinder."),
      Parameter(
        "stroke", \.stroke, in: 0..., unit: "dm", "Its way.", defaultDescription: "the bore"),
    ], formula: "η = 1 − r^(1 − γ)·(c^γ − 1)/(γ·(c − 1))", source: "Diesel 1893")

  func check() throws(ParameterError) {
    guard cylinders == 1 || cylinders.isMultiple(of: 2) else {
      throw ParameterError("\(cylinders) cylinders cannot pair", parameter: "cylinders")
    }
    guard bore * Double(cylinders) < 40 else { throw ParameterError("the engine is too long") }
  }
}

/// An engine that a bare number sets.
struct Electric: Engine {
  var volts = 400.0

  static let manual = Manual<Self>(
    "electric", "Hums.",
    parameters: [Parameter("volts", \.volts, in: 0...1000, unit: "V", "Voltage.")],
    shorthand: "volts")
}

/// An engine that cannot do without a parameter.
struct Steam: Engine {
  var fuel = ""

  static let manual = Manual<Self>(
    "steam", "Hisses.",
    parameters: [Parameter("fuel", \.fuel, "What burns.", isRequired: true, example: "coal")])
}

/// An extra without parameters.
struct Radio: Extra {
  static let manual = Manual<Self>("radio", "Plays.")
}

/// An extra that a bare number sets.
struct Heating: Extra {
  var degrees = 20

  static let manual = Manual<Self>(
    "heating", "Warms.",
    parameters: [Parameter("degrees", \.degrees, within: Bounds(0...30), "How warm.")],
    shorthand: "degrees")
}

/// A group of parameters.
struct Owner: Record {
  var name = ""
  var age = 18

  static let manual = Manual<Self>(
    "owner", "Whose it is.",
    parameters: [
      Parameter("name", \.name, "The name.", isRequired: true),
      Parameter("age", \.age, within: Bounds(18...), "The age."),
    ])
}

/// A plugin with a parameter of every type.
struct Car: Plugin {
  enum Colour: String, Choice { case red, green, darkBlue = "dark-blue" }

  static let kind = PluginKind.vehicle

  var engine: any Engine = Diesel()
  var spares: [any Engine] = []
  var extras: [any Extra] = []
  var doors = 4
  var speed = 120.0
  var isOpen = false
  var colour = Colour.red
  var plate = "none"
  var loads: [Double] = []
  var handbook: FileReference?
  var owners: [Owner] = []

  static let manual = Manual<Self>(
    "car", "Has four wheels.",
    parameters: [
      Parameter("engine", \.engine, of: .engine, "What drives it."),
      Parameter("spares", \.spares, listOf: .engine, "What may drive it."),
      Parameter(
        "extras", \.extras, setOf: .extra, "What it has beside.", defaultDescription: "nothing"),
      Parameter("doors", \.doors, within: Bounds(2...5), "How many doors."),
      Parameter("speed", \.speed, in: 0...(.infinity), unit: "km/h", "Greatest speed."),
      Parameter("open", \.isOpen, "Whether it has no roof."),
      Parameter("colour", \.colour, "Its colour."),
      Parameter("plate", \.plate, "Its number plate."),
      Parameter("loads", \.loads, in: 0..., unit: "kg", "What it carries."),
      Parameter("handbook", \.handbook, "What to read.", defaultDescription: "nothing"),
      Parameter("owners", \.owners, "Whose it is."),
    ])
}

extension Catalog {
  static let vehicles = Catalog([
    Car.self, Diesel.self, Electric.self, Steam.self, Radio.self, Heating.self,
  ])
}

/// What became of a car in YAML: the car, or what is wrong with it as it is printed.
func decodeCar(_ yaml: String, folder: String = ".") throws -> (car: Car?, problems: [String]) {
  var decoder = ParameterDecoder(catalog: .vehicles, folder: folder)
  let car = decoder.decode(Car.self, from: try YAMLDocument.parse(yaml, file: "car.yaml"))
  return (car, decoder.diagnostics.map(\.description))
}

/// The car of YAML that nothing is wrong with.
func car(_ yaml: String, folder: String = ".") throws -> Car {
  let (car, problems) = try decodeCar(yaml, folder: folder)
  #expect(problems == [])
  return try #require(car)
}
