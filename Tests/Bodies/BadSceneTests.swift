@testable import ForceLabBodies
import Testing

/// Scenes that cannot run are errors with a place, before anything runs.
@Suite struct BadSceneTests {
  /// The first error of an experiment with the lines of `yaml` from line 3 on; nil if there is none.
  private func problem(_ yaml: String) throws -> String? {
    let text = "name: bad\nstudy: bodies\n" + yaml
    let document = try YAMLDocument.parse(text, file: "bad.yaml")
    do {
      _ = try Plan(document: document, catalog: .standard)
      return nil
    } catch {
      return error.diagnostics.first?.description
    }
  }

  private static let ball = "{name: ball, ellipse: {width: 28, height: 28}}"

  private static let bodies = errorTable(
    """
    {path: [[0, 0], [0, 40], [10, 10], [40, 0]]}
    → 3:17: error: vertex 2 of the path is concave; a path must
    {path: [[0, 0], [40, 0], [0, 40]]}
    → error: the path is clockwise at vertex 1; reverse the order
    {path: [[0, 0], [0, 40]]}
    → error: a path needs at least 3 vertices, but this has 2
    {path: [[0, 0], [0, 20], [0, 40], [40, 0]]}
    → error: vertex 1 of the path is on a line with its
    {path: [[0, 0], [1, 40], [40]]}
    → error: 'vertex 2' has 1 coordinate; give two
    {path: [[0, -50], [-29, 40], [48, -15], [-48, -15], [29, 40]]}
    → error: the path crosses itself near vertex
    {path: [[0, 0], [0, 1e-9], [1e-9, 0]]}
    → error: the area of the path is 5e-19 pt², outside its range: 1e-06 to 1000000000000
    {ellipse: {}, formation: {random: {count: 2000, width: 1}}}
    → 3:10: error: more than 1000000 pairs of bodies overlap at the start; use fewer
    {ellipse: {}, at: [1]}
    → error: 'at' has 1 coordinate; give two, as in [100, 50]
    {ellipse: {}, at: [1e300, 0]}
    → error: 'at' has a number beyond ±10000000; use smaller
    {ellipse: {}, rectangle: {}}
    → error: a body has one shape, but this has 'ellipse' and 'rectangle'
    {at: [1, 1]}
    → 3:10: error: the body has no shape; add one, as in ellipse
    {group: []}
    → error: the group has no shapes; add some
    {group: [{path: [[0, 0], [9, 0], [0, 9]]}]}
    → error: the path is clockwise at vertex 1
    {ellipse: {}, anchored: true, velocity: [1, 0]}
    → error: an anchored body has no velocity
    {ellipse: {}, allows-rotation: false, angular-velocity: 1}
    → error: 'angular-velocity' needs
    {ellipse: {}, formation: {layout: none.csv}}
    → error: cannot read the file 'none.csv'
    """)

  @Test(arguments: bodies) func aBadBody(body: String, message: String) throws {
    let problem = try problem("bodies: [\(body)]\n")
    #expect(problem?.hasPrefix("bad.yaml:3:") == true, "\(problem ?? "")")
    #expect(problem?.contains(message) == true, "\(problem ?? "")")
  }

  private static let scenes = errorTable(
    """
    gravity: {}
    → error: 'bodies' needs 'bodies'
    bodies: []
    → 3:9: error: the scene has no bodies; add some below 'bodies'
    bodies: [\(ball), \(ball)]
    → error: two bodies or boundaries have the name 'ball'
    bodies: [{name: a, ellipse: {}, anchored: true}]
    attachments: [{body: a, anchor: [9, 9], spring: {}}]
    → error: the body is anchored, so the attachment has no effect
    bodies:
      - {name: a, rectangle: {}, anchored: true}
      - {name: b, ellipse: {}, at: [70, 70], anchored: true}
    → 5:5: error: the anchored bodies 'a' and 'b' overlap; move one, or set 'collides: nothing'
    bodies:
      - {name: box-2, rectangle: {}, at: [500, 0]}
      - {name: box, rectangle: {}, formation: {pile: {count: 3}}}
    → 5:12: error: two bodies or boundaries have the name 'box-2'; give each its own
    bodies: [{rectangle: {}, formation: {pile: {count: 2}}}]
    boundaries: [{segment: {label: rectangle-1-2, from: [0, 900], to: [9, 900]}}]
    → error: two bodies or boundaries have the name 'rectangle-1-2'
    bodies: [{ellipse: {}, formation: {pile: {count: 9000}}}]
    record: {motion: all, every: 1}
    → 4:18: error: 'motion: all' gives 5409000 rows, more than 5000000; increase 'every'
    bodies: [{ellipse: {}, formation: {pile: {count: 9000}}}]
    record: {frames: 10000}
    → 4:18: error: 10000 frames have 810
    bodies: [{name: b, ellipse: {}, formation: {pile: {count: 3}}}]
    attachments: [{body: b, spring: {}}]
    → error: 'b' is more than one body; name one of them, such as 'b-1'
    """)

  /// What stands below the line of a ball.
  private static let scenesOfABall = errorTable(
    """
    attachments: [{body: bal, anchor: [0, 0], spring: {}}]
    → 4:22: error: the scene has no body 'bal'; did you mean 'ball'?
    attachments: [{body: ball, other: ball, spring: {}}]
    → error: a body cannot be attached to itself
    attachments: [{body: ball}]
    → 4:15: error: the attachment has no joint; add one
    attachments: [{body: ball, anchor: [0, 0], spring: {length: 9}}]
    → error: the ends are at the same point, so a rigid length of 9 has no direction
    attachments: [{body: ball, spring: {}, limit: 3}]
    → error: an attachment has one joint, but this has 'spring' and 'limit'
    pushes: [{bodies: []}]
    → 4:19: error: 'bodies' names no body; add one
    rules: [{when: settles, set: {bodies: [ball]}}]
    → error: 'set' changes nothing; add a property
    walls: {}
    rules: [{when: {touches: {body: ball, other: moon}}, count: x}]
    → error: the scene has no body or boundary 'moon'; its bodies and boundaries are ball, bounds
    rules: [{when: {passes: {body: ball, from: [1, 1], to: [1, 1]}}, count: x}]
    → error: both ends are at the same point; move one
    rules: [{when: {passes: {body: ball, from: [1, 1], to: [2, 1], direction: [0, 0]}}, count: x}]
    → error: 'direction' has no length; give two numbers
    boundaries: [{path: {points: [[0, 0], [9, 0], [9, 0]]}}]
    → error: points 1 and 2 of the path are at the same place; remove one
    duration: 0.1
    steps-per-second: 2
    → error: 0.1 s are less than a step, which takes 1/2 s; use more
    pushes: [{bodies: [bal]}]
    → 4:20: error: the scene has no body 'bal'
    pushes: [{bodies: [ball], vector: [1, 0], angle: 2}]
    → error: 'vector' excludes
    gravity: {bodies: [cat]}
    → error: the scene has no body 'cat'
    snaps: [{body: cat, to: [1, 1]}]
    → error: the scene has no body 'cat'
    rules: [{when: {touches: {body: cat}}, count: x}]
    → error: the scene has no body 'cat'
    rules: [{when: {touches: {body: ball}}}]
    → error: the rule has no action; add one
    rules: [{count: x}]
    → error: 'rules' needs 'when': The condition
    rules: [{when: settles, count: Not Good}]
    → error: 'Not Good' is not a name of a counter
    rules: [{when: settles, reset: [cat]}]
    → error: the scene has no body 'cat'
    walls: {insets: [1]}
    → error: 'insets' needs four numbers within
    walls: {insets: [-1e300, 0, 0, 0]}
    → error: 'insets' needs four
    walls: {insets: [400, 0, 400, 0]}
    → error: the insets leave no room in a scene of
    boundaries: [{segment: {from: [1, 1], to: [1, 1]}}]
    → error: both ends are at the same point
    size: [0, 100]
    → error: width and height must be more than 0
    duration: 1e6
    steps-per-second: 1000
    → error: 1000000 s are 1000000000 steps, more than
    forces: [linear-gravity: {direction: [0, 0]}]
    → error: 'direction' must be a vector other than 0
    """
  ).map { ("bodies: [\(ball)]\n" + $0, $1) }

  @Test(arguments: scenes + scenesOfABall) func aBadScene(yaml: String, message: String) throws {
    let problem = try problem(yaml + "\n")
    #expect(
      problem?.hasPrefix("bad.yaml:") == true && problem?.contains(message) == true,
      "\(problem ?? "none")")
  }

  /// Only the last two of many anchored bodies overlap.
  @Test func manyAnchoredBodies() throws {
    let column = "formation: {pile: {count: 4000, columns: 1, gap: 0, jitter: 0}}"
    let pegs = "bodies: [{rectangle: {width: 9, height: 9}, anchored: true, \(column)}"
    #expect(try problem(pegs + "]\nduration: 0.1\n") == nil)
    #expect(
      try problem(pegs + ", {name: top, ellipse: {}, anchored: true, at: [0, -36000]}]\n")?
        .contains("'top' overlap") == true)
  }

  /// Anchored bodies may touch, and overlap if one is not there for others.
  @Test func anchoredBodiesMayTouch() throws {
    let first = "bodies: [{rectangle: {}, anchored: true}, {rectangle: {}, anchored: true, at: "
    #expect(try problem(first + "[100, 0]}]\n") == nil)
    #expect(try problem(first + "[99, 0], collides: nothing}]\n") == nil)
    #expect(
      try problem(first + "[99, 0]}]\n")?.contains("'rectangle-1' and 'rectangle-2' overlap")
        == true)
  }
}
