import ForceLabTestSupport
import Foundation
import Testing

/// An invalid experiment and its error message.
struct Mistake: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var message: String
  var files: [String: Data]
  var arguments: [String]

  init(
    _ title: String, _ text: String, _ message: String, files: [String: String] = [:],
    arguments: [String] = ["bad.yaml"]
  ) {
    self.init(title, Data(text.utf8), message, files: files, arguments: arguments)
  }

  init(
    _ title: String, _ data: Data, _ message: String, files: [String: String] = [:],
    arguments: [String] = ["bad.yaml"]
  ) {
    testDescription = title
    self.message = message
    self.files = files.mapValues { Data($0.utf8) }
    self.files["bad.yaml"] = data
    self.arguments = arguments
  }
}

extension Mistake {
  static let all: [Mistake] = content + bytes + files + folders

  private static let content = [
    Mistake(
      "unknown plugin", "name: a\nforces:\n  - many-bodies\n",
      "bad.yaml:3:5: error: unknown force 'many-bodies'; did you mean 'many-body'?"),
    Mistake("unknown study", "name: a\nstudy: x-rays\n", "bad.yaml:2:8: error: unknown study"),
    Mistake(
      "unknown key", "name: a\ngrahp: path\n",
      "bad.yaml:2:1: error: unknown key 'grahp'"),
    Mistake("a key twice", "name: a\nname: b\n", "bad.yaml:2:1: error: "),
    Mistake(
      "unknown sweep path", "name: a\nsweep:\n  grid:\n    forces.link.lenght: [1, 2]\n",
      "bad.yaml:4:5: error: no path 'forces.link.lenght': 'forces.link' has no 'lenght'; "
        + "did you mean 'length'?"),
    Mistake(
      "wrong type", "name: a\nrepulsion: {kd-tree: {theta: wide}}\n",
      "bad.yaml:2:30: error: 'theta' must be a number, found the text 'wide'"),
    Mistake(
      "out of range", "name: a\nrepulsion: {kd-tree: {theta: -1}}\n",
      "bad.yaml:2:30: error: 'theta' is -1, outside its range: "),
    Mistake(
      "not a number", "name: a\nrepulsion: {kd-tree: {theta: .nan}}\n", "bad.yaml:2:30: error: "),
    Mistake(
      "a number too great", "name: a\nrepeat: 99999999999999999999999\n", "bad.yaml:2:9: error: "),
    Mistake("a graph too great", "name: a\ngraph: {complete: {count: 9e18}}\n", "bad.yaml:2:"),
    Mistake("no name", "graph: path\n", "bad.yaml:1:1: error: 'experiment' needs 'name'"),
    Mistake("a name with a slash", "name: a/b\n", "bad.yaml:1:7: error: invalid name 'a/b'"),
    Mistake(
      "empty sweep", "name: a\nsweep:\n  grid:\n    stop.iterations: []\n",
      "bad.yaml:4:22: error: an empty sweep"),
    Mistake(
      "everything excluded",
      """
      name: a
      sweep:
        grid: {dimensions: [2, 3]}
        exclude: [{where: {dimensions: [2, 3]}, because: none is left}]

      """, "error: an empty sweep: every combination is excluded"),
    Mistake(
      "a sweep of the whole", "name: a\nsweep: {grid: {seed: [1, 2]}}\n",
      "bad.yaml:2:16: error: 'seed' belongs to the whole experiment"),
    Mistake("a list", "- a\n- b\n", "bad.yaml:1:1: error: an experiment must be a mapping"),
    Mistake("two documents", "name: a\n---\nname: b\n", "bad.yaml:2:1: error: "),
    Mistake(
      "bad YAML", "name: a\ngraph: {path: {count: 3}\n",
      "bad.yaml:2:8: error: this mapping is not closed"),
    Mistake(
      "averages without values", "name: a\nstudy: averages\n", "error: 'averages' needs 'values'"),
  ]

  private static let bytes = [
    Mistake("empty file", "", "bad.yaml:1:1: error: "),
    Mistake("comments alone", "# nothing\n", "error: an experiment must be a mapping"),
    Mistake("alias bomb", bomb, "bad.yaml:"),
    Mistake(
      "invalid UTF-8", Data("name: a\nsummary: ".utf8) + [0xC3, 0x28, 0x0A], "bad.yaml:2:10"),
    Mistake("zeros", Data(count: 4096), "bad.yaml:1:1: error: "),
    Mistake("garbage", garbage, "bad.yaml:"),
    Mistake("half of UTF-16", Data([0xFF, 0xFE, 0x6E]), "bad.yaml"),
    Mistake("deep nesting", String(repeating: "[", count: 200_000), "bad.yaml:1:"),
  ]

  private static let files = [
    Mistake("missing file", "", "none.yaml: error: no such file", arguments: ["none.yaml"]),
    Mistake("an empty path", "", "error: the path is empty", arguments: [""]),
    Mistake("a folder", "", ".: error: it is a directory", arguments: ["."]),
    Mistake("a file as folder", "", "error: ", arguments: ["bad.yaml/a.yaml"]),
    Mistake(
      "missing graph file", "name: a\ngraph: {file: {path: none.edges}}\n", "none.edges"),
    Mistake(
      "a folder as graph file", "name: a\ngraph: {file: {path: ./., format: edge-list}}\n",
      "directory"),
    Mistake(
      "half of a JSON graph", "name: a\ngraph: {file: {path: half.json}}\n", "half.json:",
      files: ["half.json": #"{"nodes": [{"id": 0}, {"id": 1}], "links": [{"source": 0,"#]),
    Mistake(
      "half of a GraphML file", "name: a\ngraph: {file: {path: half.graphml}}\n", "half.graphml:",
      files: [
        "half.graphml": #"<?xml version="1.0"?><graphml><graph><node id="a"/><node id="#
      ]),
    Mistake(
      "half of a GML file", "name: a\ngraph: {file: {path: half.gml}}\n", "half.gml:",
      files: ["half.gml": "graph [\n  node [ id 1 ]\n  node [ id"]),
    Mistake(
      "half of a matrix", "name: a\ngraph: {file: {path: half.mtx}}\n", "half.mtx",
      files: ["half.mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n"]),
    Mistake(
      "half of an edge", "name: a\ngraph: {file: {path: half.edges}}\n", "half.edges:2",
      files: ["half.edges": "a b\nb\n"]),
  ]

  private static let folders = [
    Mistake(
      "results below a file", Example.tiny,
      "bad.yaml/sub: error: cannot create the folder for results",
      arguments: ["bad.yaml", "--out", "bad.yaml/sub"]),
    Mistake(
      "results in /proc", Example.tiny, "/proc/x: error: cannot create the folder for results",
      arguments: ["bad.yaml", "--out", "/proc/x"]),
    Mistake(
      "results in a file", Example.tiny, "bad.yaml: error: ",
      arguments: ["bad.yaml", "--out", "bad.yaml"]),
    Mistake(
      "results nowhere", Example.tiny, "--out is empty; name a folder",
      arguments: ["bad.yaml", "--out", ""]),
  ]

  /// Nine lists of nine of the one before: 9⁹ items if they were written out.
  private static let bomb =
    "name: a\nl0: &l0 [x, x, x, x, x, x, x, x, x]\n"
    + (1...9).map { level in
      let item = Array(repeating: "*l\(level - 1)", count: 9).joined(separator: ", ")
      return "l\(level): &l\(level) [\(item)]\n"
    }.joined()

  private static let garbage = {
    var dice = SplitMix64(seed: 1)
    return Data((0..<2000).map { _ in UInt8(truncatingIfNeeded: dice.next()) })
  }()
}

@Suite struct MistakeTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test(arguments: Mistake.all) func isReportedWithItsPlace(mistake: Mistake) throws {
    for (name, data) in mistake.files { try place.write(data, to: name) }
    let ending = try place.forcelab(["run"] + mistake.arguments, limit: 30)
    #expect(ending.status == 2)
    #expect(!ending.isTrap)
    #expect(ending.error.contains(mistake.message), "\(ending.error)")
    #expect(ending.error.lowercased().contains("error: "))
    #expect(ending.output == "")
    #expect(try place.names() == mistake.files.keys.sorted())
  }

  @Test(arguments: ["nan", "inf", "-inf", "1e999"])
  func aStartThatIsNotFiniteIsReportedWithItsLine(value: String) throws {
    try place.write("id,x,y\n0,1,2\n1,3,\(value)\n", to: "start.csv")
    try place.write(
      "name: a\ngraph: {path: 2}\nplacement: {file: {path: start.csv}}\n", to: "bad.yaml")
    expectRefusal(
      try place.forcelab("run", "bad.yaml"),
      "start.csv:3:1: error: 'y' must be a finite number, found '\(value)'")
    #expect(!place.has("Results"))
  }
}
