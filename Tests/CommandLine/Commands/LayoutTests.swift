import ForceLabTestSupport
import Foundation
import Testing

/// `forcelab layout`: a graph file in, a picture or a file with positions out.
@Suite struct LayoutTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write("a b\nb c\nc a\nc d\n", to: "four.edges")
  }

  @Test(arguments: ["svg", "csv", "graphml", "json", "gexf"])
  func writesNothingButTheFile(ending: String) throws {
    let before = try Set(place.names())
    let layout = try place.forcelab(
      "layout", "four.edges", "--time", "10ms", "-o", "out.\(ending)")
    #expect(layout.status == 0 && layout.error == "" && layout.output == "out.\(ending)\n")
    #expect(try Set(place.names()) == before.union(["out.\(ending)"]))
  }

  @Test func theGraphMayBeAnywhere() throws {
    let path = place.folder.path + "/four.edges"
    let layout = try place.forcelab("layout", path, "--time", "10ms", "-o", "out.csv")
    #expect(layout.status == 0 && layout.error == "", "\(layout.error)")
    let gone = try place.shell(
      """
      here=$PWD; mkdir gone; cd gone; rmdir ../gone
      "$FORCELAB" layout "$here/four.edges" --time 10ms -o "$here/gone.csv"
      """)
    #expect(gone.status == 0 && place.has("gone.csv"), "\(gone.error)")
    expectRefusal(
      try place.forcelab("layout", "/none/x.edges", "--time", "10ms"),
      "/none/x.edges: error: cannot read the file '/none/x.edges': no such file")
  }

  @Test func picturesHaveEveryLabel() throws {
    let ending = try place.forcelab("layout", "four.edges", "--time", "10ms")
    #expect(ending.status == 0 && ending.error == "")
    for name in ["a", "b", "c", "d"] { #expect(ending.output.contains(">\(name)</text>")) }
    #expect(!ending.output.contains("oved apart"))
  }

  @Test func presetsAndSettingsCount() throws {
    func positions(_ options: String...) throws -> [Substring] {
      let ending = try place.forcelab(["layout", "four.edges", "--format", "csv"] + options)
      #expect(ending.status == 0 && ending.error == "")
      return ending.outputLines
    }
    let layout = try positions("--preset", "d3", "--seed", "1")
    let begins = layout.filter { !$0.isEmpty }.map { String($0.prefix(2)) }
    #expect(begins == ["id", "a,", "b,", "c,", "d,"])
    #expect(try positions("--preset", "d3", "--seed", "1") == layout)
    #expect(try positions("--preset", "d3", "--set", "stop={iterations: 2}") != layout)
    #expect(try positions("--time", "10ms", "--set", "dimensions=3")[0] == "id,x,y,z")
  }

  /// Without quotes, Graphviz would take these names for the beginnings of statements.
  @Test func keywordsOfDOTAreQuoted() throws {
    try place.write(
      """
      {"nodes": [{"id": "a", "node": 1, "Graph": 2, "kind": 3}, {"id": "b"}],
       "links": [{"source": "a", "target": "b", "edge": 5}]}
      """, to: "words.json")
    let text = try place.forcelab("layout", "words.json", "--time", "10ms", "--format", "dot")
      .output
    for name in ["\"node\"=", "\"Graph\"=", "\"edge\"=", " kind="] {
      #expect(text.contains(name), "\(text)")
    }
  }

  @Test func nodesWithoutALabelLeaveTheirRoomToOthers() throws {
    let nodes = (0..<300).map { "{\"id\": \($0), \"label\": \"\($0 < 280 ? "" : "leaf")\"}" }
    let links = (1..<300).map { "{\"source\": \(max(0, $0 % 280 - 1)), \"target\": \($0)}" }
    try place.write(
      "{\"nodes\": [\(nodes.joined(separator: ", "))], \"links\": [\(links.joined(separator: ", "))]}",
      to: "few.json")
    let picture = try place.forcelab("layout", "few.json", "--preset", "stress").output
    #expect(picture.contains(">leaf</text>"))
  }

  /// What the error of an unknown extension says to set.
  @Test func whatTheCommandLineSaysCanBeSet() throws {
    try place.write("a b\n", to: "graph.foo")
    let ending = try place.forcelab(
      "layout", "graph.foo", "--format", "csv", "--set", "graph.file.format=edge-list", "--set",
      "time-budget.for={stress: 1, edge-crossings: 2}", "--set", "time-budget.seconds=10ms")
    #expect(ending.status == 0 && ending.output.hasPrefix("id,x,y\na,"), "\(ending.error)")
  }

  @Test(arguments: [
    (["none.edges"], "none.edges: error: cannot read the file 'none.edges'"),
    (["bad.csv"], "bad.csv:3:1: error: an edge must be two nodes"),
    (
      ["four.xyz"],
      "four.xyz: error: unknown file extension; add --set graph.file.format=NAME, where NAME is one"
    ),
    (["four.edges", "--time", "soon"], "--time soon: error: "),
    (["four.edges", "--preset", "stres"], "--preset stres: error: unknown"),
    (
      ["four.edges", "--set", "forces.many-body.strength=-50"],
      "a layout with 'time-budget' does not use 'forces'; remove it, or add --preset"
    ),
    (["four.edges", "--time", "-1s"], "--time -1s: error: 'seconds' is -1, outside its range"),
    (["four.edges", "--time", "1e19"], "--time 1e19: error: 'seconds' is 1e+19, outside"),
    // The time would be 31 years.
    (["four.edges", "--time", "1e9", "-o", "no/x.svg"], "no/x.svg: error: cannot write: No such"),
    (["four.edges", "--time", "1e9", "-o", "a.svg"], "a.svg: error: cannot write: Is a directory"),
    (["four.edges", "--time", "1s", "--preset", "d3"], "--time and --preset exclude each other"),
    (["four.edges", "-o", "out.bmp"], "unsupported file type: --out 'out.bmp'; use .svg"),
    (["bad.csv", "-o", "./bad.csv"], "./bad.csv: error: this is the graph file; write to another"),
    (["four.edges", "--format", "png"], "a png file is not text; name it with --out"),
    (["four.edges", "--format", "csv", "--overlaps", "prism"], "--overlaps applies to pictures"),
    (["four.edges", "--set", "sweep.grid.dimensions=[2, 3]"], "--set must not change the study"),
    (["four.edges", "--set", "preset=d3"], "--set preset does not replace --time; use --preset"),
    (
      ["four.edges", "--preset", "d3", "--set", "preset=linlog"],
      "--preset and --set preset exclude"
    ),
    (["four.edges", "--set", "timeout=1s"], "--set timeout has no effect on a single layout; use"),
    (["four.edges", "--set", "record.frames=9"], "--set record has no effect on a single layout"),
    (
      ["four.edges", "--set", "folder=no"], "--set folder has no effect on a single layout; remove"
    ),
    (["four.edges", "--set", "view.overlaps=prism"], "on a single layout; use --overlaps"),
    (["none.edges", "--set", "graph=karate"], "--set must not change the study or the graph"),
    (["four.edges", "--set", "graph.file.path=a.edges"], "--set must not change the study or the"),
    (
      ["four.edges", "--time", "1ms", "--set", "time-budget.seconds=2"],
      "--time and --set time-budget.seconds exclude each other; use one of them"
    ),
    (["odd.json", "--format", "graphml"], "error: the id 'a\\u{1}\\r' of a node has a character"),
    (["odd.json", "--format", "gexf"], "that gexf files cannot have; write a json file"),
    (["nul.json", "--format", "dot"], "that dot files cannot have; write a json file"),
  ])
  func errors(arguments: [String], message: String) throws {
    try place.write("source,target\na,b\na\n", to: "bad.csv")
    try place.write("a b\n", to: "a.edges")
    try place.write("{\"nodes\": [{\"id\": \"a\\u0001\\r\"}], \"links\": []}", to: "odd.json")
    try place.write("{\"nodes\": [{\"id\": \"a\\u0000\"}], \"links\": []}", to: "nul.json")
    try place.write("", to: "a.svg/file")
    let ending = try place.forcelab(["layout"] + arguments)
    #expect(ending.status == 2 && ending.output == "")
    #expect(ending.error.contains(message), "\(ending.error)")
  }

  @Test func aMissingProgramIsReportedBeforeTheLayout() throws {
    let ending = try place.shell(
      "PATH= \"$FORCELAB\" layout four.edges --time 1e9 -o out.png", limit: 60)
    #expect(ending.status == 2 && ending.error.contains("rsvg-convert, which makes this file type"))
  }

  @Test func pipesAndDevicesNeedNoEnding() throws {
    let command = ["layout", "four.edges", "--time", "10ms", "-o"]
    let csv = try place.forcelab(command + ["/dev/stdout", "--format", "csv"])
    #expect(csv.error == "" && csv.output.hasPrefix("id,x,y\na,"))
    #expect(csv.outputLines.count { $0.contains(",") } == 5 && !csv.output.contains("/dev"))
    let none = try place.forcelab(command + ["/dev/null"])
    #expect(none.status == 0 && none.error == "" && none.output == "")
  }

  @Test func permissionsAreThoseOfTheOldFileOrTheUser() throws {
    let ending = try place.shell(
      """
      umask 002; touch old.csv; chmod 600 old.csv
      for file in old new; do "$FORCELAB" layout four.edges --time 10ms -o $file.csv; done
      ls -l old.csv new.csv | cut -c1-10
      """)
    #expect(ending.output.hasSuffix("-rw-rw-r--\n-rw-------\n"), "\(ending.output)")
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/dev/fd/3"])
  func standardOutputMayBeAFile(out: String) throws {
    let ending = try place.shell(
      """
      layout() { "$FORCELAB" layout four.edges --time 10ms --format csv -o "$1" 3>&1; }
      { echo first; layout \(out); } > a.txt; layout \(out) >> a.txt
      { layout /dev/stdout; echo last; } > b.txt; cat b.txt >> a.txt
      """)
    #expect(ending.status == 0 && ending.error == "")
    let lines = try place.text(of: "a.txt").split(separator: "\n")
    #expect(lines.first == "first" && lines.last == "last" && lines.count == 17)
    #expect(lines.count { $0 == "id,x,y" } == 3)
  }

  /// File systems of macOS have no such names.
  #if os(Linux)
    @Test(arguments: [
      ("-o $name.svg", "the argument is not UTF-8: 'caf\\xE9.svg'; rename the file or folder"),
      ("-o link.svg", "link.svg: error: this link leads to a path that is not UTF-8; rename"),
      ("-o a.svg; cd $name; layout -o a.svg", "the path of the working folder is not UTF-8: '"),
    ])
    func namesThatAreNotUTF8AreErrors(options: String, message: String) throws {
      let ending = try place.shell(
        """
        name=$(printf 'caf\\351'); ln -s "$name.svg" link.svg; mkdir "$name"; here=$PWD
        layout() { "$FORCELAB" layout "$here/four.edges" --time 10ms "$@"; }
        layout \(options)
        """)
      expectRefusal(ending, message)
    }
  #endif

  @Test func helpListsTheFormatsOfFiles() throws {
    let help = try place.forcelab("layout", "--help", columns: 200).output
    #expect(help.contains("(values: svg, pdf, png, graphml, gexf, json, dot, csv)"), "\(help)")
  }

  /// A run has this file already.
  @Test func onlyLayoutWritesPositions() throws {
    let ending = try place.forcelab("draw", "run", "1", "--format", "csv")
    #expect(ending.status == 2 && ending.error.contains("unsupported file type: --format csv"))
  }
}
