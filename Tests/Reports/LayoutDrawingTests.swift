import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Testing

@testable import ForceLabReports

@Suite struct LayoutDrawingTests {
  private func picture(
    of labels: [String] = ["a node", "the target"], at layout: [[Double]],
    _ shape: GraphSketch.Shape? = nil
  ) throws -> LayoutPicture {
    let graph = try Graph(nodeCount: 2, edges: [(0, 1)], labels: labels)
    var sketch = GraphSketch(graph)
    (sketch.isDirected, sketch.shape) = (true, shape)
    return LayoutPicture(sketch, layout, size: LayoutDrawing.size)
  }

  @Test func labelsLeaveArrowheadsVisible() throws {
    let picture = try picture(at: [[0, 1], [0, 0]])
    let head = try #require(picture.arrowhead(of: 0))
    let boxes = NodeLabels(picture).labels.map(\.box)
    #expect(boxes.count == 2)
    for box in boxes {
      let hidden = head.filter {
        box.left < $0.x && $0.x < box.right && box.top < $0.y && $0.y < box.bottom
      }
      #expect(hidden.isEmpty)
    }
    // Where labels have no other room, heads are above them.
    let svg = LayoutDrawing(picture, title: "t").svg
    let rest = try #require(svg.split(separator: "stroke=\"none\"").last)
    #expect(!rest.contains("</text>"))
  }

  @Test func arrowheadsTouchTheBorderOfTheirTarget() throws {
    for (shape, reach) in [(GraphSketch.Shape.circle, 1.0), (GraphSketch.Shape.square, 1.253)] {
      let picture = try picture(at: [[0, 1], [0, 1]], shape)
      let tip = try #require(picture.arrowhead(of: 0)?.first)
      let distance = (picture.x[1] - tip.x) * 2.0.squareRoot()
      #expect(abs(distance - reach * picture.radii[1]) < 0.01)
    }
    for shape in NodeShape.allCases {
      for corner in shape.corners ?? [] {
        let length = (corner.x * corner.x + corner.y * corner.y).squareRoot()
        let reach = shape.reach(to: SIMD2(corner.x, corner.y) / length)
        #expect(abs(reach - length) < 1e-9)
      }
    }
  }

  private typealias Line = (x: Double, y: Double, text: String)

  private func lines(of svg: String) -> [Line] {
    svg.matches(of: /<text x="([0-9.]+)" y="([0-9.]+)"\s+fill="[^"]+">([^<]+)</).map {
      (Double($0.1) ?? -1, Double($0.2) ?? -1, String($0.3))
    }
  }

  private func end(of line: Line) -> Double {
    line.x + line.text.estimatedWidth * LayoutDrawing.fontSize
  }

  @Test(arguments: [800.0, 248]) func textsOfLegendsAreApartAndDiffer(width: Double) throws {
    let long = String(repeating: "北京市海淀区中关村大街", count: 3)
    let category = "category with an extremely long name that ends in "
    let words = ["\(long)1", "\(long)2", "WWWWWWW1", "ЖЖЖЖЖЖЖЖ", "\(category)A", "\(category)B"]
    var sketch = GraphSketch(try Graph(nodeCount: words.count, edges: []))
    sketch.color = .words(name: "cat", values: words)
    let legend = try #require(DrawingLegend(NodeColors(sketch), width: width))
    let lines = lines(of: legend.svg(below: 0))
    #expect(Set(lines.map(\.text)).count == words.count + 1)
    for (line, next) in zip(lines, lines.dropFirst()) where line.y == next.y {
      #expect(end(of: line) < next.x)
    }
    for line in lines { #expect(end(of: line) <= width && line.y < legend.height) }
  }

  @Test func captionsHaveLinesAsWideAsThePicture() throws {
    let picture = try picture(at: [[0, 0], [0, 1]])
    let effect =
      "prism: overlaps 1 → 0, stress 0.0571 → 0.0612, neighborhood preservation 0.91 → 0.9"
    let lines = lines(of: LayoutDrawing(picture, title: "t", effect: effect).svg)
    #expect(lines.map(\.text).joined(separator: " ") == "Moved apart by \(effect)")
    #expect(lines.count > 2 && lines.allSatisfy { end(of: $0) <= picture.width })
  }

  /// Also if the pause at the end takes most of the time. The first picture is not counted.
  @Test(arguments: [(4000, 8.0), (4000, 0.1), (18_000, 0.1)])
  func animationsHaveAtMostEightMegabytes(count: Int, seconds: Double) throws {
    var generator = SeededGenerator(seed: 1)
    let edges = (1..<count).map { ($0 - 1, $0) }
    var frames = Frames(nodes: count, dimensions: 2)
    for iteration in 0...1 {
      let layout = (0..<2).map { _ in (0..<count).map { _ in generator.unit() } }
      frames.append(layout, at: iteration)
    }
    let sketch = GraphSketch(try Graph(nodeCount: count, edges: edges))
    let motion = try #require(TrialMotion(frames, sketch))
    let animation = LayoutAnimation(motion, title: "t", seconds: seconds)
    #expect(try animation.data(as: .svg, width: 800).count < 10_500_000)
  }

  @Test func labelsHaveRoomForEscapedCharacters() throws {
    let picture = try picture(of: ["\u{200F}עברית", "\u{7}bell"], at: [[0, 1], [0, 1]])
    #expect(NodeLabels(picture).labels.map(\.text) == ["עברית", "\\u{7}bell"])
    let svg = LayoutDrawing(picture, title: "\u{200E}t").svg
    #expect(svg.contains("<title>t</title>") && svg.contains("<title>עברית</title>"))
  }
}
