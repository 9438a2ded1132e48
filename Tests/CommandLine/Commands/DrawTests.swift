import ForceLabTestSupport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// `forcelab draw`: layouts as pictures.
@Suite struct DrawTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test func aDrawingHasEveryNodeEdgeAndName() throws {
    try run("graph: miserables\nstop: {iterations: 50}")
    let drawn = try place.forcelab("draw", "out", "1")
    #expect(drawn.status == 0 && drawn.output == "out/layouts/1.svg\n")
    let svg = try Elements(place.text(of: "out/layouts/1.svg"))
    // 77 nodes, and the 11 groups in the legend: four of them have a second shape.
    let shapes = svg.named("path").filter { $0["fill"] != nil }
    #expect(svg.named("circle").count + shapes.count == 77 + 11)
    #expect(shapes.allSatisfy { $0["d"]?.count { $0 == "L" } == 3 } && shapes.count > 2 * 4)
    let paths = svg.named("path").filter { $0["fill"] == nil }.compactMap { $0["d"] }
    #expect(paths.joined().count { $0 == "M" } == 254)
    // Tooltips name every node; the title of the picture is the first.
    #expect(svg.texts["title"]?.dropFirst().contains("Valjean") == true)
    #expect(svg.texts["title"]?.count == 78)
    #expect(svg.texts["text"]?.contains("Valjean") == true)
    #expect(Set(svg.named("circle").compactMap { $0["fill"] }).count == 7)
    #expect(svg.isInside(try #require(svg.named("svg").first)))
  }

  /// Bodies are filled polygons, right side up, in the drawing and in the player.
  @Test func aSceneOfBodies() throws {
    try place.write(
      """
      name: scene
      study: bodies
      size: [200, 100]
      walls: {insets: [0, 0, 15, 0]}
      bodies:
        - {name: ball, ellipse: {width: 20, height: 20}, at: [50, 20]}
        - {name: floor, rectangle: {width: 200, height: 10}, at: [100, 95], anchored: true}
      duration: 0.5
      record: {frames: 5}

      """, to: "scene.yaml")
    #expect(try place.forcelab("run", "scene.yaml", "--out", "out").status == 0)
    #expect(try place.forcelab("draw", "out", "1", "--out", "scene.svg").status == 0)
    let svg = try Elements(place.text(of: "scene.svg"))
    let polygons = svg.named("polygon").compactMap { $0["points"] }.map { points in
      points.split(separator: " ").compactMap { Double($0) }
    }
    #expect(polygons.map(\.count) == [64, 8] && svg.named("circle").count == 2)
    let heights = polygons.map { points in points.indices.filter { $0 % 2 == 1 }.map { points[$0] }
    }
    #expect(try #require(heights[0].max()) < (try #require(heights[1].min())))
    // The spoke of the ball and the walls are not hidden. Nothing has the color of the scene in the legend.
    let names = try place.text(of: "scene.svg").matches(of: /<(polygon|path)\s/).map {
      String($0.1)
    }
    #expect(names == ["polygon", "polygon", "path"])
    let lines = svg.named("path").compactMap { $0["d"] }.joined()
    #expect(lines.count { $0 == "M" } == 5 && svg.texts["text"]?.contains("scene") == false)
    let report = try place.text(of: "out/report.html")
    #expect(report.contains("\"polygons\":[[1,2,3,"))
    #expect(!report.contains("is rotated or reflected"))
    expectRefusal(
      try place.forcelab("draw", "out", "1", "--overlaps", "prism", "--out", "moved.svg"),
      "out: error: trial 1 is a scene of bodies, which have their places; leave out --overlaps")
    expectRefusal(
      try place.forcelab("draw", "out", "1", "--format", "graphml"),
      "out: error: trial 1 is a scene of bodies, which have no graph; draw them as svg, png, pdf or an animation"
    )
    expectRefusal(
      try place.forcelab("audit", "out", "--metric", "stress"),
      "out: error: its trials are scenes of bodies, which have no stress; choose a run of layouts")
  }

  /// As an image that moves by itself, and as a page. The trial recorded no frames, so it is run again.
  @Test(arguments: [
    "graph: miserables", "graph: {path: 5}\ndimensions: 3", "preset: blog-cells\ngraph: {cells: 4}",
    "graph: {path: 4}\nevents: [{at: 3, add-nodes: 2}, {at: 6, remove-nodes: {count: 1}}]",
  ])
  func anAnimationNeedsNoProgram(yaml: String) throws {
    let stop = yaml.contains("preset") ? "" : "stop: {iterations: 10}\n"
    try run("\(yaml)\n\(stop)repeat: 2\nplacement: uniform")
    let drawn = try place.forcelab("draw", "out", "2", "--animate")
    #expect(drawn.status == 0 && drawn.output == "out/layouts/2.animated.svg\n", "\(drawn.error)")
    let text = try place.text(of: "out/layouts/2.animated.svg")
    #expect(!text.contains("nan") && !text.contains("inf"))
    let svg = try Elements(text)
    let moving = svg.named("animateTransform") + svg.named("animate")
    #expect(!moving.isEmpty && svg.named("animateTransform").count >= 4)
    #expect(Set(moving.compactMap { $0["values"]?.count { $0 == ";" } }).count == 1)
    #expect(Set(moving.compactMap { $0["dur"] }).count == 1)
    #expect(try place.forcelab("draw", "out", "2", "--format", "html").status == 0)
    let page = try place.text(of: "out/layouts/2.html")
    #expect(page.contains("id=\"player-data\"") && page.contains("data-plays"))
    #expect(!page.contains("src=") && !page.contains("href=\"http"))
  }

  @Test func titlesSayThatATrialFailed() throws {
    try place.write(
      "name: fast\ngraph: karate\nforces: [link, {many-body: {strength: -1e300}}]\nrecord: {frames: 5}\n",
      to: "fast.yaml")
    let run = try place.forcelab("run", "fast.yaml", "--out", "out", "--quiet")
    #expect(run.status == 1, "\(run.error)")
    #expect(try place.forcelab("draw", "out", "1").status == 0)
    #expect(try place.text(of: "out/layouts/1.svg").contains("<title>fast · diverged</title>"))
    #expect(try place.forcelab("draw", "out", "1", "--format", "html").status == 0)
    #expect(try place.text(of: "out/layouts/1.html").contains("\"title\":\"fast · diverged\""))
  }

  @Test(arguments: ["gif", "mp4"])
  func aFilmIsWrittenOrTheErrorSaysWhatToInstall(format: String) throws {
    try run("graph: {path: 3}\nstop: {iterations: 5}")
    let options = ["--format", format, "--seconds", "0.2", "--width", "101"]
    let drawn = try place.forcelab(["draw", "out", "1"] + options)
    if drawn.status == 0 {
      let bytes = try Data(
        contentsOf: place.folder.appendingPathComponent("out/layouts/1.\(format)"))
      #expect(
        format == "gif"
          ? bytes.starts(with: Data("GIF89a".utf8))
          : bytes.dropFirst(4).starts(with: Data("ftyp".utf8)))
    } else {
      #expect(
        drawn.error.contains(/error: .*, which makes this file type, is missing: `apt-get install/))
      #expect(drawn.error.contains("use --format svg or html"))
    }
    let none = try place.shell("PATH=/nowhere $FORCELAB draw out 1 --format \(format)")
    #expect(
      none.status == 2 && none.error.contains("ffmpeg, which makes this file type, is missing"))
  }

  @Test(arguments: [
    (["--animate", "--format", "png"], "--animate writes svg, html, gif or mp4"),
    (["--seconds", "2"], "--seconds applies to animations"),
    (["--animate", "--seconds", "0"], "--seconds is 0.0, outside its range"),
    (["--animate", "--overlaps", "prism"], "--overlaps applies to pictures"),
  ])
  func unsuitableOptionsOfAnimationsAreErrors(options: [String], message: String) throws {
    let drawn = try place.forcelab(["draw", "out", "1"] + options)
    #expect(drawn.status != 0 && drawn.error.contains(message), "\(drawn.error)")
  }

  /// A trial that was not kept is only shown if it gives the same again.
  @Test func anotherResultIsNotAnimated() throws {
    try run("graph: {path: 5}\nstop: {iterations: 5}")
    let experiment = try place.text(of: "out/experiment.yaml")
    try place.write(
      experiment.replacing("iterations: 5", with: "iterations: 6"), to: "out/experiment.yaml")
    let drawn = try place.forcelab("draw", "out", "1", "--animate")
    #expect(drawn.status == 2)
    #expect(drawn.error.contains("recorded no frames, and has another result when it is run again"))
    #expect(drawn.error.contains("record: {frames: 100}"))
  }

  @Test func theViewSetsColorsSizesAndLabels() throws {
    try run(
      """
      graph: karate
      stop: {iterations: 5}
      view: {color: '#112233', radius: 2, label: degree, edge-width: weight}
      """)
    #expect(try place.forcelab("draw", "out", "1", "--out", "karate.svg").status == 0)
    let svg = try Elements(place.text(of: "karate.svg"))
    #expect(Set(svg.named("circle").compactMap { $0["fill"] }) == ["#112233"])
    #expect(Set(svg.named("circle").compactMap { $0["r"] }).count == 1)
    #expect(svg.texts["text"]?.contains("17") == true)
    // Weights are 1 to 7.
    #expect(svg.named("path").count == 7)
  }

  @Test func layoutsInAFrameAreNotRotated() throws {
    try run(
      "graph: {path: 4}\nview: {frame: [0, 0, 9, 9]}\nsweep: {grid: {stop.iterations: [1, 2]}}")
    #expect(try !place.text(of: "out/report.html").contains("is rotated or reflected"))
  }

  @Test func overlapsAreRemovedOnlyInDrawings() throws {
    try run("graph: miserables\nstop: {iterations: 50}\nview: {overlaps: prism}")
    let layout = try place.text(of: "out/layouts/1.csv")
    let drawn = try place.forcelab("draw", "out", "1")
    #expect(drawn.status == 0 && drawn.output == "out/layouts/1.svg\n")
    #expect(drawn.error.contains(/1\.svg: note: moved apart by prism: overlaps [0-9]+ → 0, stress/))
    let other = try place.forcelab(
      "draw", "out", "1", "--overlaps", "growing-tree", "-o", "other.svg")
    #expect(other.error.contains("moved apart by growing-tree: overlaps"), "\(other.error)")
    let svg = try Elements(place.text(of: "out/layouts/1.svg"))
    #expect(svg.isInside(try #require(svg.named("svg").first)))
    // Every node has its name beside it, in addition to its tooltip.
    let names = Set(try #require(svg.texts["title"]).dropFirst())
    let texts = try #require(svg.texts["text"])
    #expect(names.count == 77 && names.isSubset(of: texts))
    #expect(try place.text(of: "out/layouts/1.csv") == layout)
    let kept = try place.forcelab("draw", "out", "1", "--overlaps", "keep", "--out", "kept.svg")
    #expect(kept.status == 0 && kept.error.isEmpty)
    #expect(try !place.text(of: "kept.svg").contains("prism"))
  }

  @Test(arguments: ["png", "pdf"])
  func otherFormatsAreWrittenOrTheErrorSaysWhatToInstall(format: String) throws {
    try run("graph: {path: 3}\nstop: {iterations: 1}")
    let drawn = try place.forcelab("draw", "out", "1", "--format", format)
    if drawn.status == 0 {
      let bytes = try Data(
        contentsOf: place.folder.appendingPathComponent("out/layouts/1.\(format)"))
      #expect(bytes.starts(with: format == "png" ? [0x89, 0x50, 0x4E, 0x47] : Array("%PDF".utf8)))
    } else {
      #expect(
        drawn.error
          == """
          error: rsvg-convert, which makes this file type, is missing: `apt-get install \
          librsvg2-bin`, on macOS `brew install librsvg`

          """)
      #expect(drawn.status == 2)
    }
    let left = try FileManager.default.contentsOfDirectory(
      atPath: place.folder.appendingPathComponent("out/layouts").path)
    #expect(!left.contains { $0.hasSuffix(".\(format).svg") })
  }

  @Test(arguments: [
    "dimensions: 3", "forces: [link]\nplacement: {circle: {radius: 0}}",
    "graph: {path: 1}\nforces: [center]", "graph: {complete: 2}", "graph: {cells: {count: 3}}",
    "placement: {uniform: {width: 1e150, height: 1e-150}}\nforces: [center]",
    "placement: {uniform: {width: 1.7e308, height: 1.7e308}}\nforces: [drag]",
    "view: {radius: 1e9, edge-width: 1e9}",
  ])
  func everyLayoutHasAPicture(yaml: String) throws {
    try run((yaml.contains("graph") ? "" : "graph: {path: 5}\n") + yaml + "\nstop: {iterations: 1}")
    #expect(try place.forcelab("draw", "out", "1").status == 0)
    let text = try place.text(of: "out/layouts/1.svg")
    #expect(!text.contains("nan") && !text.contains("inf"))
    let svg = try Elements(text)
    #expect(svg.isInside(try #require(svg.named("svg").first)))
  }

  @Test func aWarmUpIsNotDrawn() throws {
    try run("graph: {path: 3}\nstop: {iterations: 1}\nwarm-up: 1")
    expectRefusal(
      try place.forcelab("draw", "out", "1"),
      "out/trials.csv: error: trial 1 is a warm-up, which is not drawn; choose another trial")
  }

  @Test func damagedAndMissingFilesAreErrors() throws {
    try run("graph: {path: 3}\nstop: {iterations: 1}")
    let graphs = place.folder.appendingPathComponent("out/graphs")
    let graph = try #require(FileManager.default.contentsOfDirectory(atPath: graphs.path).first)
    let intact = try place.text(of: "out/graphs/\(graph)")
    try place.write("{}", to: "out/graphs/\(graph)")
    var drawn = try place.forcelab("draw", "out", "1")
    #expect(drawn.status == 2)
    #expect(drawn.error.hasPrefix("out/graphs/\(graph): error: missing or damaged graph"))
    try place.write(intact, to: "out/graphs/\(graph)")
    for (line, column, message) in [
      ("0,1", 4, "2 fields in this row, but 3 columns"),
      ("0,nan,1", 3, "'nan' is not a finite number"),
      ("0,1,inf", 5, "'inf' is not a finite number"), ("0,1,2,3", 7, "4 fields in this row"),
    ] {
      try place.write("id,x,y\n\(line)\n", to: "out/layouts/1.csv")
      drawn = try place.forcelab("draw", "out", "1")
      #expect(drawn.status == 2)
      #expect(
        drawn.error.hasPrefix(
          "out/layouts/1.csv:2:\(column): error: \(message)"), "\(line)")
    }
    // Rows in another order, and a second row of a node.
    for id in [2, 0] {
      try place.write("\u{FEFF}id,x,y\n0,0,0\n\(id),1,1\n1,2,2\n", to: "out/layouts/1.csv")
      drawn = try place.forcelab("draw", "out", "1")
      let message = "found the id '\(id)', but this row is of node '1'"
      #expect(drawn.error.hasPrefix("out/layouts/1.csv:3:1: error: \(message)"))
    }
    try place.write("x,id,y\n0,0,0\n1,2,1\n2,1,2\n", to: "out/layouts/1.csv")
    drawn = try place.forcelab("draw", "out", "1")
    #expect(drawn.error.hasPrefix("out/layouts/1.csv:3:3: error: found the id '2'"))
    // A comma in quotes does not separate names.
    try place.write("id,\",\"\n0,1,2\n", to: "out/layouts/1.csv")
    drawn = try place.forcelab("draw", "out", "1")
    #expect(drawn.status == 2)
    #expect(drawn.error.hasPrefix("out/layouts/1.csv:2:5: error: 3 fields in this row"))
    try place.write("id,x\n0,1\n", to: "out/layouts/1.csv")
    drawn = try place.forcelab("draw", "out", "1")
    #expect(drawn.error.hasPrefix("out/layouts/1.csv:1:1: error: no column 'y'"))
    try FileManager.default.removeItem(at: place.folder.appendingPathComponent("out/layouts/1.csv"))
    drawn = try place.forcelab("draw", "out", "1")
    #expect(drawn.status == 2)
    #expect(drawn.error.contains("trial 1 with status ok has no layout: its file is missing"))
  }

  private func run(_ yaml: String) throws {
    try place.write("name: drawn\n" + yaml, to: "drawn.yaml")
    let run = try place.forcelab("run", "drawn.yaml", "--out", "out", "--quiet")
    #expect(run.status == 0, "\(run.error)")
  }
}

/// The elements of a picture: attributes and texts, by their names.
private final class Elements: NSObject, XMLParserDelegate {
  private var elements: [(name: String, attributes: [String: String])] = []
  private(set) var texts: [String: [String]] = [:]
  private var open: [(name: String, text: String)] = []

  /// Expects that `text` is XML.
  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
  }

  func named(_ name: String) -> [[String: String]] {
    elements.filter { $0.name == name }.map(\.attributes)
  }

  /// Whether all nodes are within the picture.
  func isInside(_ svg: [String: String]) -> Bool {
    let size = (svg["viewBox"] ?? "").split(separator: " ").compactMap { Double($0) }
    return size.count == 4
      && named("circle").allSatisfy { circle in
        let place = ["cx", "cy"].map { Double(circle[$0] ?? "") ?? -1 }
        return (0...size[2]).contains(place[0]) && (0...size[3]).contains(place[1])
      }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append((name, attributes))
    open.append((name, ""))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !open.isEmpty { open[open.count - 1].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if let last = open.popLast() { texts[last.name, default: []].append(last.text) }
  }
}
