import ForceLabTestSupport
import Foundation
import Testing

/// `forcelab run` with files that cannot run. What is wrong within an experiment is tested where it is
/// decoded and planned; here are one of each kind, and what only the program can meet.
@Suite struct RunErrorTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test(arguments: [
    (
      "name: a\nforces:\n  - many-bodies\n", "bad.yaml",
      "bad.yaml:3:5: error: unknown force 'many-bodies'; did you mean 'many-body'?"
    ),
    (
      "name: a\nsweep:\n  grid:\n    forces.link.lenght: [1, 2]\n", "bad.yaml",
      "bad.yaml:4:5: error: no path 'forces.link.lenght': 'forces.link' has no 'lenght'; "
        + "did you mean 'length'?"
    ),
    ("name: a\n---\nname: b\n", "bad.yaml", "bad.yaml:2:1: error: "),
    (
      "name: a\ngraph: {path: {count: 3}\n", "bad.yaml",
      "bad.yaml:2:8: error: this mapping is not closed"
    ),
    (String(repeating: "[", count: 200_000), "bad.yaml", "bad.yaml:1:"),
    ("", "bad.yaml", "bad.yaml:1:1: error: "), ("", "none.yaml", "none.yaml: error: no such file"),
    ("", "", "error: the path is empty"), ("", ".", ".: error: it is a directory"),
    ("", "bad.yaml/a.yaml", "error: "),
    ("name: a\ngraph: {file: {path: none.edges}}\n", "bad.yaml", "none.edges"),
    ("name: a\ngraph: {file: {path: half.json}}\n", "bad.yaml", "half.json:"),
    (
      "name: a\ngraph: {path: 2}\nplacement: {file: {path: start.csv}}\n", "bad.yaml",
      "start.csv:3:5: error: 'y' must be a finite number, found '1e999'"
    ),
  ])
  func invalidFilesAreReported(text: String, path: String, message: String) throws {
    try place.write(text, to: "bad.yaml")
    try place.write(#"{"nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 0,"#, to: "half.json")
    try place.write("id,x,y\n0,1,2\n1,3,1e999\n", to: "start.csv")
    try expectRefusal(of: [path], message)
  }

  private func expectRefusal(of arguments: [String], _ message: String) throws {
    let files = try place.names()
    let ending = try place.forcelab(["run"] + arguments, limit: 30)
    ForceLabTestSupport.expectRefusal(ending, message, "error: ")
    #expect(ending.output == "")
    #expect(try place.names() == files)
  }
}
