@testable import ForceLabBodies
import Testing

/// Scenes that are valid but absurd run, or diverge: Chipmunk ends the process where it meets what it does
/// not expect.
@Suite struct HostileSceneTests {
  private static let scenes = [
    // Everything in one place.
    "bodies: [{ellipse: {}, formation: {random: {count: 40, width: 0, height: 0}}}]\ngravity: {}",
    "bodies: [{rectangle: {}, formation: {random: {count: 40, width: 0, height: 0}}}]\ngravity: {}",
    // A needle, a grain of dust and a mountain.
    "bodies: [{path: [[0, 0], [0, 0.001], [100000, 0]]}, {ellipse: {width: 0.001, height: 0.001}}]\ngravity: {}",
    """
    bodies:
      - {rectangle: {width: 1000000, height: 1000000}, density: 1e9, at: [0, 500020]}
      - {name: dust, rectangle: {width: 0.001, height: 0.001}, density: 1e-6, at: [0, 10], velocity: [0, 900000]}
    gravity: {}
    """,
    // Joints that contradict each other, and joints of bodies that do not rotate.
    """
    bodies: [{name: a, ellipse: {}, allows-rotation: false}, {name: b, ellipse: {}, allows-rotation: false, at: [90, 0]}]
    attachments:
      - {body: a, other: b, fixed: {}}
      - {body: a, other: b, spring: {length: 500}}
      - {body: a, other: b, limit: 0}
      - {body: a, other: b, pin: {attachment-range: [0, 0], friction-torque: 1e9}}
      - {body: b, other: a, sliding: {attachment-range: [0, 0]}}
      - {body: a, spring: {length: 0}}
      - {body: b, anchor: [900, 0], spring: {length: 3, frequency: 1000000, damping: 1000}}
    gravity: {}
    """,
    // Forces without measure.
    "bodies: [{rectangle: {}, charge: 1e300}]\nforces: [magnetic-field: {strength: 1e300}, electric-field: {strength: 1e300}]",
    "bodies: [{rectangle: {}, formation: {pile: {count: 9}}}]\nforces: [vortex: {strength: 1e308}]\nwalls: {}",
    "bodies: [{name: a, rectangle: {}}]\npushes: [{bodies: [a], magnitude: 1e308, point: [1e7, 0]}]",
    "bodies: [{name: a, rectangle: {}}]\nsnaps: [{body: a, to: [1e7, 1e7], frequency: 1e6, damping: 0}]",
    "bodies: [{rectangle: {}, velocity: [9e6, 0], angular-velocity: -1e300}]\nwalls: {}",
    "bodies: [{rectangle: {}, velocity: [900000, 0], angular-velocity: 9000}]\nwalls: {}\nspeed-limit: 1e9",
    // A rule that throws bodies about.
    """
    bodies: [{name: a, ellipse: {}, at: [50, 50], velocity: [1, 0]}]
    walls: {}
    rules: [{when: {touches: {body: a}}, set: {bodies: [a], velocity: [1e7, 1e7], angular-velocity: 1e308}}]
    gravity: {}
    """,
    // Boundaries across bodies.
    """
    bodies: [{ellipse: {}, at: [50, 50], formation: {pyramid: {rows: 5, gap: 0}}}]
    boundaries: [{path: {points: [[0, 0], [100, 100], [0, 100], [100, 0], [50, 50]], is-closed: true}}]
    gravity: {}
    """,
  ]

  @Test(arguments: scenes.indices, [1, 3]) func scenesStayFiniteOrDiverge(index: Int, subSteps: Int)
    throws
  {
    var study = try study(Self.scenes[index])
    study.subSteps = subSteps
    let running = try RunningScene(study, seed: 1)
    while running.steps < 90, running.divergence == nil { running.step() }
    guard running.divergence == nil else { return }
    for number in running.scene.bodies.indices {
      let motion = running.motion(of: number)
      #expect(motion.place.x.isFinite && motion.place.y.isFinite && motion.angle.isFinite)
      #expect(motion.velocity.x.magnitude <= study.speedLimit)
    }
  }

  /// On Linux, memory that was freed has other bytes then.
  @Test func aSceneEndsBeforeItsBodiesAreFreed() throws {
    let place = try Workplace()
    try place.write(
      "name: pile\nstudy: bodies\nbodies: [{ellipse: {}, formation: {pile: {count: 20}}}]\n",
      to: "pile.yaml")
    let ending = try place.shell("MALLOC_PERTURB_=165 \"$FORCELAB\" validate pile.yaml")
    #expect(ending.status == 0, "\(ending.error)")
  }

  /// Chipmunk searches its tree recursively.
  @Test func aHighPileNeedsLittleStack() throws {
    let place = try Workplace()
    let pile = "bodies: [{rectangle: {}, formation: {pile: {count: 20000, columns: 1, gap: 6}}}]"
    try place.write("name: pile\nstudy: bodies\nduration: 0.05\n\(pile)\n", to: "pile.yaml")
    let ending = try place.shell("ulimit -s 512; \"$FORCELAB\" validate pile.yaml")
    #expect(ending.status == 0, "\(ending.error)")
  }
}
