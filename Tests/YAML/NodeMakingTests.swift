import ForceLabTestSupport
import Testing
import ForceLabSettings

@Suite struct NodeMakingTests {
  @Test(arguments: [
    (Scalar.Value.null, "null"), (.bool(true), "true"), (.int(-3), "-3"), (.float(3), "3.0"),
    (.float(0.1), "0.1"), (.float(1e100), "1e+100"), (.float(.infinity), ".inf"),
    (.float(-.infinity), "-.inf"), (.float(.nan), ".nan"), (.string("exact"), "exact"),
    (.string("3"), "'3'"), (.string("true"), "'true'"), (.string(""), "''"),
    (.int(.min), "-9223372036854775808"),
  ])
  func scalarsMeanTheirValue(value: Scalar.Value, text: String) throws {
    let made = SettingsNode.scalar(value)
    #expect(made.flowText == text)
    #expect(try node(text).hasSameContent(as: made))
  }

  @Test func collections() {
    let made = SettingsNode.mapping([
      "kd-tree": .mapping(["theta": .scalar("0.9")]), "b": .sequence([]),
    ])
    #expect(made.flowText == "{kd-tree: {theta: 0.9}, b: []}")
    #expect(made.location == .generated)
  }

  @Test func placesCanBeGiven() {
    let place = Location(file: "--set", line: 1, column: 3)
    #expect(SettingsNode.scalar("a", at: place).location == place)
    #expect(SettingsNode.sequence([], at: place).location == place)
  }
}
