import ForceLabTestSupport
import Foundation
import Testing

/// Layouts whose extents are next to zero or infinity.
@Suite struct ExtentTests {
  private let place: Workplace
  private static let extents = ["5.0e-324", "1.0e-310", "1.0e-160", "1.0e+160", "1.7e+308"]

  init() throws { place = try Workplace() }

  /// Runs and reports with the player, thumbnails and pictures without overlaps.
  @Test(arguments: ["{width: SIZE, height: SIZE}", "{width: SIZE, height: 1}", "{height: SIZE}"])
  func layoutsOfAnyExtentAreDrawn(uniform: String) throws {
    let variants = Self.extents.enumerated().map { number, size in
      "  v\(number): {placement: {uniform: \(uniform.replacing("SIZE", with: size))}}"
    }
    try place.write(
      """
      name: extents
      seed: 1
      graph: {mesh: {rows: 3, columns: 3}}
      forces: []
      stop: {iterations: 3}
      metrics: [stress, edge-crossings, node-overlaps]
      record: {frames: 4, metrics: {every: 1}}
      view: {overlaps: prism, radius: 1}
      variants:
      \(variants.joined(separator: "\n"))

      """, to: "extents.yaml")
    let run = try place.forcelab("run", "extents.yaml", "--out", "out", "--quiet")
    #expect(run.status == 0, "\(run.error)")
    let numbers = (1...Self.extents.count).map { String($0) }
    let draw = try place.forcelab(["draw", "out"] + numbers)
    #expect(draw.status == 0, "\(draw.error)")
    for name in draw.outputLines where !name.isEmpty { try expectNodes(String(name)) }
    #expect(try place.text(of: "out/report.html").contains("<svg class=\"layout\""))
  }

  @Test func receivedLayoutsOfAnyExtentAreDrawn() throws {
    try place.write(
      "name: three\ngraph: {path: {count: 3}}\nstop: {iterations: 2}\n", to: "three.yaml")
    #expect(
      try place.forcelab("run", "three.yaml", "--out", "out", "--no-report").status == 0)
    for size in Self.extents {
      try place.write("id,x,y\n0,0,0\n1,\(size),0\n2,-\(size),1\n", to: "out/layouts/1.csv")
      for command in [["draw", "out", "1", "--out", "1.svg"], ["report", "out"]] {
        let ending = try place.forcelab(command)
        #expect(ending.status == 0, "\(ending.error)")
      }
      try expectNodes("1.svg")
    }
  }

  /// Expects that all nodes are inside the picture.
  private func expectNodes(_ name: String) throws {
    let svg = try place.text(of: name)
    for axis in ["cx", "cy"] {
      let numbers = svg.matches(of: try Regex("\(axis)=\"([^\"]*)\"")).compactMap {
        $0.output[1].substring.flatMap { Double($0) }
      }
      #expect(numbers.allSatisfy { 0...20_000 ~= $0 } && !numbers.isEmpty, "\(name): \(numbers)")
    }
  }
}
