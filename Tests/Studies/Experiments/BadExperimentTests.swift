import ForceLabSettings
import ForceLabStudies
import ForceLabTestSupport
import ForceLabWorkbench
import Foundation
import Testing

/// Every kind of invalid experiment is reported with file, line and column.
@Suite struct BadExperimentTests {
  struct Bad: CustomTestStringConvertible, Sendable {
    let title: String
    let yaml: [UInt8]
    /// `file:line:column` of the message.
    let place: String
    let message: String

    var testDescription: String { title }

    init(_ title: String, _ yaml: String, at place: String, says message: String) {
      self.init(title, bytes: Array(yaml.utf8), at: place, says: message)
    }

    init(_ title: String, bytes: [UInt8], at place: String, says message: String) {
      (self.title, yaml, self.place, self.message) = (title, bytes, place, message)
    }
  }

  /// Each alias contains nine of the previous one: 9⁸ nodes.
  private static let bomb =
    "name: x\na: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
    + zip("abcdefg", "bcdefgh").map { old, new in
      "\(new): &\(new) [" + Array(repeating: "*\(old)", count: 9).joined(separator: ", ") + "]\n"
    }.joined()

  private static let gml = """
    graph [
      node [ id 0 label "ann" ]
      node [ id 1 label "bob" ]
      edge [ source 0 tar
    """

  static let all: [Bad] = [
    Bad(
      "unknown plugin", "name: x\nforces:\n  - many-bodies\n  - link", at: "e.yaml:3:5",
      says: "unknown force 'many-bodies'; did you mean 'many-body'?"),
    Bad(
      "unknown key", "name: x\nforces:\n  - link: {lenght: 30}", at: "e.yaml:3:12",
      says: "unknown key 'lenght' in 'link'; did you mean 'length'?"),
    Bad(
      "unknown path in a sweep",
      "name: x\nsweep:\n  grid:\n    forces.many-body.strenght: [-10, -20]", at: "e.yaml:4:5",
      says: "'forces.many-body' has no 'strenght'; did you mean 'strength'?"),
    Bad(
      "wrong type", "name: x\nforces:\n  - link: {iterations: long}", at: "e.yaml:3:24",
      says: "'iterations' must be a whole number, found the text 'long'"),
    Bad(
      "out of range", "name: x\nrepulsion:\n  kd-tree:\n    theta: -1", at: "e.yaml:4:12",
      says: "'theta' is -1, outside its range: 0 to 2"),
    Bad(
      "missing graph file", "name: x\ngraph: {file: lost.edges}", at: "e.yaml:2:15",
      says: "cannot read the file"),
    Bad(
      "empty sweep", "name: x\nsweep:\n  grid:\n    repulsion: []", at: "e.yaml:4:16",
      says: "an empty sweep: 'repulsion' has no values"),
    Bad(
      "two documents", "name: x\n---\nname: y", at: "e.yaml:2:1",
      says: "unexpected second document"),
    Bad("alias bomb", bomb, at: "e.yaml:8:", says: "limit of 1000000"),
    Bad(
      "invalid UTF-8", bytes: Array("name: x\nsummary: caf".utf8) + [0xE9, 0x0A],
      at: "e.yaml:2:13", says: "UTF-8"),
    Bad(
      "graph file cut in half", "name: x\ngraph: {file: half.gml}", at: "half.gml:4:22",
      says: "the file may be truncated"),
    Bad(
      "forgotten indentation", "name: x\nforces:\n  - link:\n    length: 30", at: "e.yaml:4:5",
      says: "indent the parameters below the name"),
    Bad(
      "key twice", "name: x\nseed: 1\nseed: 2", at: "e.yaml:3:1", says: "'seed'"),
    Bad(
      "tab as indentation", "name: x\nrecord:\n\tevery: 3", at: "e.yaml:3:1", says: "tab"),
  ]

  @Test(arguments: all)
  func isReportedWithItsPlace(_ bad: Bad) throws {
    try withFolder(["half.gml": Self.gml]) { folder in
      let file = folder + "/e.yaml"
      try Data(bad.yaml).write(to: URL(fileURLWithPath: file))
      do throws(InvalidExperiment) {
        _ = try Plan(path: file, catalog: .standard)
        Issue.record("no error")
      } catch {
        let messages = error.diagnostics.map(\.description)
        #expect(messages.count == 1)
        let message = messages.first?.replacing(folder + "/", with: "") ?? ""
        #expect(message.hasPrefix(bad.place), "\(message)")
        #expect(message.contains(": error: ") && message.contains(bad.message), "\(message)")
      }
    }
  }
}
