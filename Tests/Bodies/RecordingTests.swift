@testable import ForceLabBodies
import Testing

/// What trials leave in the run folder.
@Suite struct RecordingTests {
  /// Runs an experiment and gives its folder to `body`.
  private func run(_ yaml: String, _ body: (_ file: (String) throws -> String) throws -> Void)
    throws
  {
    try withFolder([:]) { folder in
      let text = "name: test\nstudy: bodies\n" + yaml
      let document = try YAMLDocument.parse(text, file: "test.yaml")
      let plan = try Plan(document: document, folder: folder, catalog: .standard)
      let results = folder + "/results"
      _ = try Runner(plan).run(into: RunFolder(at: results), environment: RunEnvironment(seed: 1))
      let states = try RunManifest(folder: results).states()
      #expect(states.allSatisfy { $0.state == .written }, "\(states)")
      try body { try String(contentsOfFile: results + "/" + $0, encoding: .utf8) }
    }
  }

  /// The rows of a table as dictionaries.
  private func rows(_ text: String) -> [[String: String]] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0), uniquingKeysWith: { $1 }) }
  }

  private static let bounce = """
    bodies: [{name: ball, ellipse: {width: 20, height: 20}, at: [50, 50], elasticity: 0.5}]
    boundaries: [{segment: {label: floor, from: [0, 100], to: [100, 100]}}]
    gravity: {}
    rules: [{when: {touches: {body: ball, other: floor}}, count: hits}]
    duration: 0.75
    record: {every: 15, motion: all, frames: 10}

    """

  @Test func writesEveryFile() throws {
    try run(Self.bounce) { file in
      let trial = try #require(rows(try file("trials.csv")).first)
      #expect(trial["status"] == "ok" && trial["stop_reason"] == "duration")
      #expect(trial["count_hits"] == "3" && trial["body_count"] == "1" && trial["steps"] == "45")
      let samples = rows(try file("samples.csv"))
      #expect(samples.map { $0["step"] } == ["0", "15", "30", "45"])
      for sample in samples {
        let total = ["kinetic_energy", "potential_energy", "total_energy"]
          .compactMap { sample[$0].flatMap { Double($0) } }
        #expect(abs(total[0] + total[1] - total[2]) < 1e-9)
      }
      // ¾ of the energy at the floor is lost at the first contact.
      let mass = Double.pi * 100 / 10_000
      let lost = try #require(samples[2]["dissipated_energy"].flatMap { Double($0) })
      #expect(abs(lost / (mass * 1000 * 40 * 0.75) - 1) < 0.02, "\(lost)")
      let events = rows(try file("events.csv"))
      #expect(events.count == 3 && events[0]["iteration"] == "18")
      #expect(events.allSatisfy { $0["what"] == "count: hits (touches)" })
      // By which reports find them.
      #expect(try file("columns.json").contains(#""use" : "event""#))
      // Nobody knows whether more hits are better.
      #expect(try !file("columns.json").contains(#""better" : "higher""#))
      let contacts = rows(try file("contacts/1.csv"))
      #expect(contacts.count == 3 && contacts[0]["second"] == "floor")
      let impulse = try #require(contacts[0]["impulse"].flatMap { Double($0) })
      #expect(abs(impulse / (mass * 80_000.0.squareRoot() * 1.5) - 1) < 0.02)
      let motion = rows(try file("motion/1.csv"))
      #expect(motion.map { $0["step"] } == ["0", "15", "30", "45"])
      #expect(motion[0]["y"] == "50" && motion[0]["body"] == "ball")
      #expect(try file("layouts/1.csv").hasPrefix("id,x,y\n"))
    }
  }

  @Test func twoRunsAreTheSameToTheLastBit() throws {
    let yaml = """
      bodies:
        - {rectangle: {width: 20, height: 20}, at: [150, 300], friction: 0.5, formation: {pile: {count: 40, jitter: 2}}}
      size: [300, 320]
      walls: {}
      gravity: {}
      forces: [noise-field: {strength: 3}]
      duration: 2
      record: {frames: 12}

      """
    var texts: [[String]] = []
    for _ in 0..<2 {
      try run(yaml) { file in
        texts.append(try ["motion/1.csv", "contacts/1.csv", "layouts/1.csv"].map(file))
      }
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0][0].split(separator: "\n").count == 41)
  }

  /// A scene that explodes ends, with what happened.
  @Test(arguments: [
    "pushes: [{bodies: [a], magnitude: 1e200}]",
    "pushes: [{bodies: [a], mode: instantaneous, magnitude: 1e308}]",
    "forces: [radial-gravity: {strength: -1e300, falloff: 0}]",
    "snaps: [{body: a, to: [0, 0], frequency: 5000}]",
    "attachments: [{body: a, other: b, spring: {frequency: 1000, length: 300}, collides: false}]",
    "speed-limit: 5",
  ]) func anExplosionDiverges(cause: String) throws {
    let yaml = """
      bodies:
        - {name: a, rectangle: {}, at: [10, 10], velocity: [6, 0]}
        - {name: b, ellipse: {}, at: [60, 10]}
      duration: 3
      sub-steps: 1
      \(cause)

      """
    try run(yaml) { file in
      let trial = try #require(rows(try file("trials.csv")).first)
      #expect(trial["status"] == "diverged" && trial["speed_ns"] != "nan", "\(trial)")
    }
  }

  /// The step that diverges has no events.
  @Test func eventsBeforeADivergenceAreWrittenOnce() throws {
    let yaml = """
      bodies: [{name: ball, ellipse: {width: 28, height: 28}, at: [150, 0]}]
      gravity: {}
      rules: [{when: {passes: {body: ball, from: [0, 4.4], to: [300, 4.4]}}, count: passed}]
      speed-limit: 105
      duration: 1

      """
    try run(yaml) { file in
      let (trials, events) = try (rows(file("trials.csv")), rows(file("events.csv")))
      #expect(trials.first?["status"] == "diverged")
      #expect(events.map { $0["iteration"] } == ["6"])
    }
  }

  @Test func aTrialThatTimesOutSaysAfterHowManySteps() throws {
    let text = "name: test\nstudy: bodies\nbodies: [{rectangle: {}}]\nduration: 1\n"
    let document = try YAMLDocument.parse(text, file: "test.yaml")
    let plan = try Plan(document: document, catalog: .standard)
    var trial = try #require(plan.trials.first)
    trial.deadline = .now.advanced(by: .seconds(-1))
    let study = try #require(plan.configurations[0].study as? BodiesStudy)
    let outcome = try study.run(trial) { _ in }
    #expect(outcome.message == "timed out after 1 of 60 steps")
  }

  /// Also as other programs write it.
  @Test(arguments: [
    "id,x,y\n0,1,2\n1,3,4\n", "id,x,y\r\n0,1,2\r\n1,3,4\r\n", "x,y\n1,2\n3,4\n",
    "\"id\",\"x\",\"y\"\n\"a\",1,2\n\"b\",3,4\n",
  ])
  func aLayoutIsASceneOfItsNodes(layout: String) throws {
    try withFolder(["layout.csv": layout]) { folder in
      let text = """
        name: test
        study: bodies
        bodies: [{name: n, ellipse: {width: 1, height: 1}, at: [10, 20], formation: {layout: {path: layout.csv, scale: 5}}}]

        """
      let document = try YAMLDocument.parse(text, file: "test.yaml")
      let plan = try Plan(document: document, folder: folder, catalog: .standard)
      let study = try #require(plan.configurations[0].study as? BodiesStudy)
      let scene = try BodyScene(study, seed: 1)
      #expect(scene.bodies.map(\.start.place) == [[15, 30], [25, 40]])
    }
  }
}
