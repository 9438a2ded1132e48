@testable import ForceLabWorkbench
import Foundation
import ForceLabPlugins
import Testing

/// A JSON value.
private struct JSON {
  let value: Any?

  subscript(key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }
  subscript(index: Int) -> JSON {
    let items = value as? [Any] ?? []
    return JSON(value: items.indices.contains(index) ? items[index] : nil)
  }
  var text: String? { value as? String }
  var number: Double? { (value as? NSNumber)?.doubleValue }
  var texts: [String]? { value as? [String] }
  var keys: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
}

@Suite struct SchemaTests {
  private func schema() throws -> JSON {
    let text = JSONSchema(.vehicles).json(title: "Vehicles", root: Owner.page, besides: [Car.page])
    return JSON(value: try JSONSerialization.jsonObject(with: Data(text.utf8)))
  }

  @Test func theTopLevelHasTheParametersOfAllItsPages() throws {
    let schema = try schema()
    #expect(schema["$schema"].text == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["title"].text == "Vehicles")
    let expected = (Owner.page.entries + Car.page.entries).map(\.name)
    #expect(schema["properties"].keys == Set(expected))
    #expect(schema["required"].texts == ["name"])
    #expect(schema["additionalProperties"].value as? Bool == false)
  }

  @Test func numbersCarryTheirRange() throws {
    let properties = try schema()["properties"]
    #expect(properties["doors"]["type"].text == "integer")
    #expect(properties["doors"]["minimum"].number == 2)
    #expect(properties["doors"]["maximum"].number == 5)
    #expect(properties["speed"]["type"].texts == ["number", "string"])
    #expect(properties["speed"]["minimum"].number == 0)
    #expect(properties["speed"]["maximum"].value == nil)
    // The unit may follow the number.
    #expect(properties["speed"]["pattern"].text == "^[-+.0-9eE]+ ?(km/h)$")
    #expect(Units.pattern(of: "rad/s") == "^[-+.0-9eE]+ ?(rad/s)$")
    #expect(properties["loads"]["items"]["minimum"].number == 0)
    #expect(properties["owners"]["items"]["properties"]["age"]["minimum"].number == 18)
    let diesel = try schema()["$defs"]["engine"]["anyOf"][2]["properties"]["diesel"]
    #expect(diesel["properties"]["bore"]["exclusiveMinimum"].number == 0)
    #expect(diesel["properties"]["bore"]["minimum"].value == nil)
  }

  @Test func everyParameterIsDescribed() throws {
    let properties = try schema()["properties"]
    #expect(properties["speed"]["description"].text == "Greatest speed. [km/h] Default: 120.")
    #expect(properties["name"]["description"].text == "The name. Required.")
    #expect(properties["handbook"]["description"].text == "What to read. Default: nothing.")
  }

  @Test func aPluginIsABareNameOrANameWithParameters() throws {
    let engine = try schema()["$defs"]["engine"]
    #expect(try schema()["properties"]["engine"]["$ref"].text == "#/$defs/engine")
    #expect(try schema()["properties"]["spares"]["items"]["$ref"].text == "#/$defs/engine")
    #expect(engine["description"].text == "Turns fuel into motion.")
    // Steam needs a parameter, so its name alone is not enough.
    #expect(engine["anyOf"][0]["const"].text == "diesel")
    #expect(engine["anyOf"][1]["const"].text == "electric")
    let full = engine["anyOf"][2]
    #expect(full["properties"].keys == ["diesel", "electric", "steam"])
    #expect(full["maxProperties"].number == 1 && full["minProperties"].number == 1)
    #expect(full["properties"]["steam"]["required"].texts == ["fuel"])
    #expect(full["properties"]["steam"]["type"].text == "object")
    #expect(full["properties"]["diesel"]["type"].texts == ["object", "null"])
  }

  @Test func aShorthandMayStandForThePlugin() throws {
    let electric = try schema()["$defs"]["engine"]["anyOf"][2]["properties"]["electric"]
    #expect(electric["anyOf"][0]["type"].texts == ["number", "string"])
    #expect(electric["anyOf"][0]["maximum"].number == 1000)
    #expect(electric["anyOf"][1]["properties"].keys == ["volts"])
  }

  @Test func aParameterWithoutAValueMayBeNull() throws {
    let handbook = try schema()["properties"]["handbook"]
    #expect(handbook["type"].texts == ["string", "null"])
  }

  @Test func aSetOfPluginsIsANameOrAMappingByName() throws {
    let extras = try schema()["properties"]["extras"]["anyOf"]
    #expect(Set([extras[0]["const"].text, extras[1]["const"].text]) == ["radio", "heating"])
    #expect(extras[2]["type"].text == "object" && extras[2]["maxProperties"].value == nil)
    #expect(extras[2]["properties"].keys == ["radio", "heating"])
  }

  @Test func choicesAreListed() throws {
    #expect(try schema()["properties"]["colour"]["enum"].texts == ["red", "green", "dark-blue"])
  }

  @Test func theTextIsTheSameEveryTime() {
    let texts = (0..<3).map { _ in
      JSONSchema(.vehicles).json(title: "Vehicles", root: Owner.page, besides: [Car.page])
    }
    #expect(Set(texts).count == 1)
  }
}
