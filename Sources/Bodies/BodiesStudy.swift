import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

package struct BodiesStudy: Study {
  var size: [Double] = [375, 667]
  var bodies: [Body] = []
  var walls: Walls?
  var boundaries: [any Boundary] = []
  var attachments: [Attachment] = []
  var gravity: Gravity?
  var pushes: [Push] = []
  var snaps: [Snap] = []
  var forces: [any Force] = []
  var rules: [Rule] = []
  var duration = 10.0
  package var stepsPerSecond = 60
  var subSteps = 4
  var iterations = 10
  var slop = 0.1
  var speedLimit = 1e6
  var record = BodyRecording()

  package init() {}

  package static let manual = Manual<Self>(
    "bodies",
    "Simulates rigid bodies in the plane, with the properties and units of UIDynamics in UIKit: x to the "
      + "right, y down, lengths in pt.",
    parameters: [
      Parameter("size", \.size, unit: "pt", "Width and height of the scene."),
      Parameter(
        "bodies", \.bodies, "The bodies.", isRequired: true,
        example: "[{name: ball, ellipse: {width: 28, height: 28}, at: [40, 567]}]"),
      Parameter(
        "walls", \.walls,
        "Makes the bounds of the scene a boundary: {} or {insets: [0, 0, 60, 0]}.",
        defaultDescription: "none", example: "{}"),
      Parameter("boundaries", \.boundaries, listOf: .boundary, "Lines that bodies collide with."),
      Parameter(
        "attachments", \.attachments, "What connects bodies with each other and with the scene.",
        example: "[{body: ball, anchor: [40, 500], limit: {length: 80}}]"),
      Parameter(
        "gravity", \.gravity, "Gravity: {} is downwards, with 1000 pt/s².",
        defaultDescription: "none", example: "{}"),
      Parameter(
        "pushes", \.pushes, "Forces and kicks from outside.",
        example: "[{bodies: [ball], mode: instantaneous, angle: -1.35, magnitude: 1.56}]"),
      Parameter(
        "snaps", \.snaps, "Springs that pull bodies to places.",
        example: "[{body: ball, to: [100, 50]}]"),
      Parameter(
        "forces", \.forces, listOf: .force,
        "Forces on the centers of mass, such as fields, in mass·pt/s²; a tick is 1 s, a px is 1 pt."
      ),
      Parameter(
        "rules", \.rules, "What is counted, and what ends the trial.",
        example: "[{when: {leaves: {body: ball}}, end: gone}]"),
      Parameter(
        "duration", \.duration, within: Bounds(1e-6...1e6), unit: "s", "Simulated time at most."),
      Parameter(
        "steps-per-second", \.stepsPerSecond, within: Bounds(1...1_000_000),
        "Steps per simulated second, after each of which rules are applied."),
      Parameter(
        "sub-steps", \.subSteps, within: Bounds(1...10_000),
        "Parts of a step, each of which moves the bodies. The error is proportional to their length."
      ),
      Parameter(
        "iterations", \.iterations, within: Bounds(1...100_000),
        "Rounds in which the impulses of contacts and joints are adapted to each other."),
      Parameter(
        "slop", \.slop, in: 0..., unit: "pt",
        "Depth that bodies may be in each other, which keeps contacts steady."),
      Parameter(
        "speed-limit", \.speedLimit, within: Bounds(1...1e9), unit: "pt/s",
        "Speed above which a trial counts as diverged."),
      Parameter("record", \.record, "What is recorded."),
    ], source: "Chipmunk2D 7.0.3; UIKit, UIDynamicAnimator")

  static let maxSteps = 10_000_000

  package func check() throws(ParameterError) {
    try checkPoint(size, "size", isOptional: false)
    guard size.allSatisfy({ $0 > 0 && $0 <= 1e9 }) else {
      throw ParameterError("width and height must be more than 0", parameter: "size")
    }
    guard (duration * Double(stepsPerSecond)).rounded() >= 1 else {
      throw ParameterError(
        "\(duration.shortText) s are less than a step, which takes 1/\(stepsPerSecond) s; use more",
        parameter: "duration")
    }
    guard stepCount <= Self.maxSteps else {
      throw ParameterError(
        "\(duration.shortText) s are \(stepCount) steps, more than \(Self.maxSteps); use less",
        parameter: "duration")
    }
  }

  package static var validationInputs: Set<String> { ["bodies"] }

  package func problems() -> [any Error] {
    var problems: [any Error] = []
    let scene = BodyScene(self, seed: 0, problems: &problems)
    let count = scene.bodies.count { $0.traits.takesForces }
    for (index, force) in forces.enumerated() {
      problems += errors(below: "forces.\(index).\(force.name)") {
        try force.check(dimensions: 2)
        try force.check(on: Graph(nodeCount: count, sources: [], targets: []))
      }
    }
    guard problems.isEmpty, !scene.bodies.isEmpty else { return problems }
    problems += errors(below: "record") {
      try record.check(scene, records: stepCount / recordSpacing + 1)
    }
    do {
      _ = try RunningScene(self, scene, seed: 0)
    } catch {
      problems.append(error)
    }
    return problems
  }

  package var isRandom: Bool {
    forces.contains(where: \.isRandom) || bodies.contains { $0.formation.isRandom }
  }

  package var randomization: String? { "a 'formation' with 'jitter', such as pile" }

  /// The number of steps without rules.
  package var stepCount: Int { Int(clamping: (duration * Double(stepsPerSecond)).rounded()) }

  /// The steps between records.
  var recordSpacing: Int { record.every ?? max(1, stepCount / 200) }

  /// The names of the counters of rules.
  package var counters: [String] { rules.flatMap(\.actions).compactMap(\.countedName).uniqued }

  private static let energyUnit = "mass·pt²/s²"

  static let energies: [Column] = [
    .measure("kinetic_energy", short: "kinetic", unit: energyUnit, use: .energyPart, importance: 2),
    .measure(
      "potential_energy", short: "potential", unit: energyUnit, use: .energyPart, importance: 2),
    .measure("total_energy", short: "energy", unit: energyUnit, use: .energy, importance: 4),
    .measure("dissipated_energy", short: "dissipated", unit: energyUnit, importance: 3),
    .measure(
      "work", "work of pushes, rules and forces without a potential", unit: energyUnit,
      importance: 1),
  ]

  static let contacts: [Column] = [
    .measure("contacts", "contacts at the end", importance: 2, ratioOffset: 1),
    .measure(
      "penetration", "maximum depth of bodies in each other at the end", unit: "pt",
      better: .lower, importance: 6),
  ]

  package var columns: [Column] {
    counters.map {
      .measure(
        CountAction.column($0), $0, short: $0, use: .quality, importance: 20, ratioOffset: 1)
    } + [
      .fact("body_count", "bodies", use: .size),
      .measure("steps", use: .iterations, importance: 1),
      .measure("simulated_time", "simulated time", short: "simulated", unit: "s"),
    ] + Self.energies + Self.contacts + [
      .measure(
        "max_penetration", "maximum depth of bodies in each other", short: "max penetration",
        unit: "pt", better: .lower, use: .quality, importance: 3),
      .measure("contact_events", "contacts that began", importance: 1, ratioOffset: 1),
      .measure("max_speed", "speed of the fastest body at the end", unit: "pt/s"),
      .hash("motion_hash", use: .outcome), .hash("scene_hash", use: .graph),
      .time("speed_ns", "time per simulated second", short: "time per second", importance: 3),
    ]
  }

  package var sampleColumns: [Column] {
    [.fact("step", use: .iteration), .fact("simulated_time"), .time("elapsed_ns", "time")]
      + Self.energies + Self.contacts
      + [.measure("max_speed", "speed of the fastest body", unit: "pt/s", use: .movement)]
  }

  package var eventColumns: [Column] {
    rules.isEmpty
      ? []
      : [
        .fact("rule", "number of the rule in the list"), .fact("iteration", use: .iteration),
        .fact("what", "what happened", use: .event),
      ]
  }
}
