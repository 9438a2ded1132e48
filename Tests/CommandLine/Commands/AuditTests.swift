import ForceLabTestSupport
import Foundation
import Testing

/// `forcelab audit`: what a metric's verdicts are worth.
@Suite struct AuditTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(
      """
      name: two
      seed: 3
      repeat: 8
      graph: {mesh: {rows: 4, columns: 4}}
      placement: {uniform: {width: 4, height: 4}}
      metrics: [stress, edge-crossings, {raw-stress: {length: 60}}]
      variants:
        random: {forces: [], stop: {iterations: 0}}
        springs: {forces: [many-body, link, center], stop: {iterations: 200}}
      record: {layout: final}

      """, to: "two.yaml")
    let ending = try place.forcelab("run", "two.yaml", "--out", "two", "--no-report", "--quiet")
    try #require(ending.status == 0, "\(ending.error)")
  }

  /// Raw stress depends on the scale: random drawings that are as large as one edge have less. That of the run is for
  /// other lengths.
  @Test func anotherDefinitionReversesAVerdict() throws {
    let ending = try place.forcelab("audit", "two", "--metric", "stress", "--moves", "0")
    #expect(ending.status == 0, "\(ending.error)")
    #expect(
      ending.output.replacing("\n", with: " ").contains(
        "1 comparison has a verdict by `stress`. By `kruskal_stress` and `raw_stress`: 0 of 1 confirmed, 1 reversed by at least one, 0 unclear."
      ))
    #expect(
      ending.output.replacing("\n", with: " ").contains("`raw_stress` is that of edges of 1 px"))
    let row = ending.output.split(separator: "\n").first { $0.hasPrefix("variant ") }
    #expect(
      row?.split(separator: " ").map(String.init) == [
        "variant", "random", "springs", "better", "better", "worse",
      ], "\(ending.output)")
    let page = try place.text(of: "audit-stress.html")
    #expect(page.contains("<td>worse</td>") && !page.contains("<figcaption>"))
    // A wide table scrolls inside.
    #expect(page.contains(/<div class="scroll"[^>]*>\n<table>/))
  }

  @Test func aWorseDrawingHasTheSameValue() throws {
    let audit = ["audit", "two", "--metric", "stress", "--trial", "1", "--moves", "1500"]
    let ending = try place.forcelab(audit + ["--out", "one.html"])
    #expect(ending.status == 0, "\(ending.error)")
    let words = ending.output.replacing("\n", with: " ").split(separator: " ").map {
      Double($0.trimmingCharacters(in: [",", "."])) ?? .nan
    }
    // The trial, the values found and given, and the crossings of both.
    let numbers = words.filter(\.isFinite).suffix(4)
    try #require(numbers.count == 4)
    let found = Array(numbers)
    #expect(abs(found[0] / found[1] - 1) <= 0.0101 && found[2] > found[3], "\(ending.output)")
    let page = try place.text(of: "one.html")
    #expect(page.count(of: "<svg") == 2)
    #expect(page.contains(/\.pair figure \{[^}]*subgrid/))
    // The same seed gives the same drawing.
    #expect(try place.forcelab(audit + ["--out", "two.html"]).status == 0)
    #expect(try place.text(of: "two.html") == page)
  }

  /// Weights come from the kept graph; a value that differs from that of the run is refused.
  @Test func theMetricIsThatOfTheRun() throws {
    try place.write("a b 1\nb c 10\nc a 3\nc d 2\n", to: "w.edges")
    try place.write(
      """
      name: weighted
      seed: 3
      graph: {file: w.edges}
      nodes: {size: [60, 30]}
      metrics: [{stress: {distance: weight}}, node-overlaps]
      stop: {iterations: 5}

      """, to: "w.yaml")
    let run = try place.forcelab("run", "w.yaml", "--out", "w", "--no-report", "--quiet")
    try #require(run.status == 0, "\(run.error)")
    let weighted = try place.forcelab(
      "audit", "w", "--metric", "{stress: {distance: weight}}", "--moves", "0", "--out", "w.html")
    #expect(weighted.status == 0, "\(weighted.error)")
    for metric in ["stress", "node-overlaps"] {
      let ending = try place.forcelab("audit", "w", "--metric", metric, "--moves", "0")
      #expect(ending.status == 2 && ending.error.contains("give the metric the parameters"))
    }
  }

  /// The values of a zip vary together, and layouts in 3D have no crossings to search with.
  @Test func whatCanBeComparedIsAudited() throws {
    try place.write(
      """
      name: zip
      repeat: 6
      dimensions: 3
      graph: {mesh: {rows: 3, columns: 3}}
      placement: {uniform: {width: 99, height: 99, depth: 99}}
      forces: [{many-body: {strength: -30}}, {link: {length: 30}}, center]
      metrics: [stress]
      stop: {iterations: 30}
      sweep:
        zip: {forces.many-body.strength: [-30, -90], forces.link.length: [20, 60]}
        grid: {integrator: [verlet, rk4]}

      """, to: "zip.yaml")
    let run = try place.forcelab("run", "zip.yaml", "--out", "zip", "--no-report")
    #expect(run.outputLines.contains("Compare: forcelab compare zip --by integrator"))
    let audit = ["audit", "zip", "--metric", "stress"]
    let ending = try place.forcelab(audit + ["--moves", "0"])
    #expect(ending.status == 0, "\(ending.error)")
    let search = try place.forcelab(audit)
    #expect(search.status == 2 && search.error.contains("or --moves 0 to see the verdicts alone"))
  }

  /// The cells of two sweeps have the same value at different paths.
  @Test func cellsAreToldApartByTheirPaths() throws {
    try place.write(
      """
      name: cells
      repeat: 6
      graph: {mesh: {rows: 3, columns: 3}}
      placement: {uniform: {width: 99, height: 99}}
      forces: [many-body, link, center]
      metrics: [stress]
      stop: {iterations: 30}
      sweep:
        - grid: {forces.many-body.strength: [-1, -90], forces.link.strength: [0.5]}
        - grid: {forces.many-body.strength: [-1, -90], forces.center.strength: [0.5]}

      """, to: "cells.yaml")
    let run = try place.forcelab("run", "cells.yaml", "--out", "cells", "--no-report", "--quiet")
    try #require(run.status == 0, "\(run.error)")
    let ending = try place.forcelab(
      "audit", "cells", "--metric", "stress", "--moves", "0", "--by", "forces.many-body.strength")
    #expect(ending.output.contains("2 comparisons"), "\(ending.output)")
  }

  @Test func aLayoutWithoutANodeIsDamaged() throws {
    let ending = try place.shell(
      "sed -i '$d' two/layouts/1.csv; \"$FORCELAB\" audit two --metric stress --moves 0")
    expectRefusal(
      ending,
      "two/layouts/1.csv: error: 15 nodes, but the graph has 16: one of the files is damaged")
  }

  @Test(arguments: [
    (["--metric", "sterss"], "did you mean 'stress'?"),
    (["--metric", "quality"], "'quality' is not a measure of one drawing"),
    (["--metric", "procrustes"], "'procrustes' is not a measure of one drawing"),
    (["--metric", "modularity"], "no value of 'modularity' is better than another"),
    (["--metric", "stress", "--raise", "stress"], "--raise is 'stress'; name another metric"),
    (["--metric", "stress", "--raise", "silhouette"], "of which less is better"),
    (["--metric", "stress", "--moves", "-1"], "--moves is -1, outside its range"),
    (["--metric", "stress", "--trial", "99"], "trial 99 has no layout; choose another trial"),
    (["--metric", "stress", "--by", "colour"], "'colour'"),
    (["--metric", "silhouette"], "none of the layouts has silhouette"),
  ])
  func errors(options: [String], message: String) throws {
    let ending = try place.forcelab(["audit", "two", "--out", "page.html"] + options)
    #expect(ending.status == 2, "\(ending.output)")
    #expect(ending.error.contains(message), "\(ending.error)")
    #expect(!place.has("page.html"))
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { components(separatedBy: text).count - 1 }
}
