import ForceLabGraphs
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
}
