import Testing

@testable import ForceLabReports

@Suite struct SettingTests {
  @Test(arguments: [
    ("exact", "exact"), ("-30", "-30"), ("", ""), ("[a, b]", "[a, b]"),
    ("{kd-tree: {theta: 0.9}}", "kd-tree {theta: 0.9}"),
    ("{mesh: {rows: 3, columns: 4}}", "mesh {rows: 3, columns: 4}"),
    ("{exact: null}", "exact"),
    ("{movement: 0.3}", "{movement: 0.3}"),
    ("{iterations: 3, movement: 0.3}", "{iterations: 3, movement: 0.3}"),
    (
      "[{many-body: {strength: -5}}, {link: {length: 1}}, center]",
      "[many-body {strength: -5}, link {length: 1}, center]"
    ),
    ("{broken", "{broken"),
  ])
  func pluginsLoseTheirBraces(setting: String, text: String) {
    #expect(compact(setting) == text)
  }

  @Test func shortNamesAreUnique() {
    #expect(shortNames(of: []) == [])
    #expect(shortNames(of: ["forces.many-body.strength"]) == ["strength"])
    #expect(
      shortNames(of: ["forces.many-body.strength", "forces.radial.strength", "repulsion"])
        == ["many-body.strength", "radial.strength", "repulsion"])
    #expect(
      shortNames(of: ["forces.0.link.length", "forces.1.link.length"])
        == ["0.link.length", "1.link.length"])
    #expect(shortNames(of: ["length", "link.length"]) == ["length", "link.length"])
  }
}
