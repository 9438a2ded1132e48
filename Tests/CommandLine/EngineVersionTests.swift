import ForceLabTestSupport
import Foundation
import SwiftCSV
import Testing

/// Versions of an engine in environments of their own. A script plays Python: it makes environments of itself,
/// installs any version but 9.9, and else starts `test-engine`, which reports version 2.5.
@Suite struct EngineVersionTests {
  let place: Workplace

  init() throws {
    place = try Workplace(hasOwnHome: true)
    try place.write(
      """
      #!/bin/sh
      case "$1 $2" in
      "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python3" ;;
      "-m pip")
        case "$*" in *9.9*) echo "ERROR: no version 9.9" >&2; echo "bye"; exit 1 ;; esac
        echo "$*" >> "$HOME/installed" ;;
      *) exec '\(try Workplace.program("test-engine"))' "$@" ;;
      esac
      """, to: "bin/python3")
    _ = try place.shell("chmod +x bin/python3")
    try manifest("packages: [demo, helper<3]")
  }

  private func manifest(_ more: String) throws {
    try place.write(
      "name: demo\nsummary: An engine for tests.\ncommand: [python3, halve]\n\(more)\n",
      to: "Engines/demo.engine.yaml")
  }

  private func forcelab(_ arguments: String) throws -> Ending {
    try place.shell("XDG_CACHE_HOME= PATH=\"$PWD/bin:$PATH\" $FORCELAB \(arguments)")
  }

  private var environments: [String] {
    get throws {
      try place.shell("ls .cache/forcelab/engines").output.split(separator: "\n").map(String.init)
    }
  }

  @Test func versionsRunBesideEachOther() throws {
    let installed = try forcelab("engine install demo 2.5 --trust")
    #expect(installed.status == 0, "\(installed.error)")
    #expect(installed.output.contains("installed demo 2.5"))
    #expect(try place.text(of: "installed").hasSuffix(" -- demo==2.5 helper<3\n"))
    try place.write(
      """
      name: test
      graph: {ring: {count: 6}}
      placement: {uniform: {width: 100, height: 100}}
      variants:
        mine: {engine: demo}
        old: {engine: {demo: {version: 2.5}}}
        new: {engine: {demo: {version: 2.6}}}
      """, to: "test.yaml")
    let plan = try forcelab("plan test.yaml")
    #expect(plan.output.contains(".cache/forcelab/engines/demo-2.5/bin/python3 halve"))
    _ = try forcelab("run test.yaml --out out --no-report")
    let rows = try CSV<Named>(string: place.text(of: "out/trials.csv")).rows
    #expect(rows.map { $0["status"] } == ["ok", "ok", "skipped"])
    #expect(rows[0]["layout_hash"] == rows[1]["layout_hash"])
    #expect(rows[2]["message"]?.contains("to install it: forcelab engine install demo 2.6") == true)
    #expect(try place.text(of: "out/environment.json").contains("\"demo 2.5\""))
  }

  @Test func nothingIsLeftOfAVersionThatCannotBeInstalled() throws {
    _ = try forcelab("engine install demo 2.5 --trust")
    expectRefusal(
      try forcelab("engine install demo 9.9"), "demo==9.9 helper<3' failed: ERROR: no version 9.9")
    // The program reports another version than the one that was asked for.
    expectRefusal(try forcelab("engine install demo 2.6"), "this is version '2.5'")
    #expect(try environments == ["demo-2.5"])
  }

  @Test(arguments: ["../x", "2.5;id", "-r", ""])
  func aVersionIsNoPath(version: String) throws {
    expectRefusal(try forcelab("engine install --trust demo -- '\(version)'"), "is not a version")
    try place.write("name: test\nengine: {demo: {version: \"\(version)/\"}}\n", to: "test.yaml")
    expectRefusal(try forcelab("validate test.yaml"), "test.yaml:2:", "is not a version")
  }

  @Test func onlyTrustedEnginesWithPackagesAreInstalled() throws {
    expectRefusal(try forcelab("engine install demo 2.5"), "add --trust")
    expectRefusal(try forcelab("engine install simulation 2.5"), "is part of ForceLab")
    try manifest("")
    expectRefusal(try forcelab("engine install demo 2.5 --trust"), "has no 'packages'")
    try manifest("packages: [--index-url=x]")
    expectRefusal(try forcelab("engine install demo 2.5 --trust"), "is not a package of PyPI")
    try place.write(
      "name: demo\nsummary: An engine.\ncommand: [sh, x]\npackages: [demo]\n",
      to: "Engines/demo.engine.yaml")
    expectRefusal(try forcelab("engine install demo 2.5 --trust"), "those of a program in Python")
  }
}
