import ForceLabPlugins
import Testing

/// References to plugins in YAML, and errors in them.
@Suite struct PluginNamingTests {
  @Test(arguments: [
    "engine: diesel", "engine: 'diesel'", "engine: {diesel: }", "engine: {diesel: {}}",
    "engine: {diesel: null}", "engine:\n  diesel:\n", "engine:\n  diesel:\n    cylinders: 4",
  ])
  func aBareNameHasTheDefaults(yaml: String) throws {
    #expect((try car(yaml).engine as? Diesel)?.cylinders == 4)
  }

  @Test(arguments: [
    ("engine: deisel", "1:9: error: unknown engine 'deisel'; did you mean 'diesel'?"),
    ("engine: {Steem: {fuel: x}}", "1:10: error: unknown engine 'Steem'; did you mean 'steam'?"),
    ("engine: horse", "1:9: error: unknown engine 'horse'; valid values: diesel, electric, steam"),
    ("engine: radio", "1:9: error: unknown engine 'radio'; valid values: diesel, electric, steam"),
    (
      "engine:",
      "1:8: error: expected an engine, found nothing; valid values: diesel, electric, steam"
    ),
    (
      "engine: [diesel]",
      "1:9: error: expected an engine, found a list; valid values: diesel, electric, steam"
    ),
    (
      "engine: {}",
      "1:9: error: expected an engine, found a mapping; valid values: diesel, electric, steam"
    ),
    (
      "spares:\n  - diesel:\n    cylinders: 2",
      "3:5: error: expected one engine, found 'diesel', 'cylinders'; "
        + "indent the parameters below the name, or write `name: {parameter: value}`"
    ),
    ("engine: steam", "1:9: error: 'steam' needs 'fuel': What burns."),
    ("engine: {steam: }", "1:10: error: 'steam' needs 'fuel': What burns."),
    ("engine: {steam: {}}", "1:17: error: 'steam' needs 'fuel': What burns."),
    (
      "extras: [radio]",
      "1:9: error: expected a mapping of extras on board, found a list; "
        + "valid keys: {radio: …, heating: …}"
    ),
    (
      "extras:",
      "1:8: error: expected a mapping of extras on board, found nothing; "
        + "valid keys: {radio: …, heating: …}"
    ),
    ("extras: {heeting: 3}", "1:10: error: unknown extra 'heeting'; did you mean 'heating'?"),
    ("extras: {heating: 31}", "1:19: error: 'heating' is 31, outside its range: 0 to 30"),
  ])
  func wrongReferencesAreReported(yaml: String, expected: String) throws {
    #expect(try decodeCar(yaml).problems == ["car.yaml:" + expected])
  }
}
