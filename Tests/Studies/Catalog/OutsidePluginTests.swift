@testable import ForceLabStudies
import Testing

/// A force from outside: this type and its place in a catalog are all it takes.
struct Wind: Force {
  var speed = 1.0
  var towards: [Double] = []

  static let manual = Manual<Self>(
    "wind", "Blows every node along the first axis.",
    parameters: [
      Parameter("speed", \.speed, in: 0..., unit: "px/tick", "How far per tick."),
      Parameter("towards", \.towards, unit: "px", "A point.", defaultDescription: "nowhere"),
    ], source: "The weather")

  func check(dimensions: Int) throws(ParameterError) {
    guard towards.isEmpty else { throw ParameterError("the wind has no aim", parameter: "towards") }
  }

  func apply(to world: World, alpha: Double) {
    for node in 0..<world.particles.count { world.particles.velocity[0][node] += speed * alpha }
  }

  func potentialEnergy(of world: World) -> Double? {
    var sum = 0.0
    for node in 0..<world.particles.count { sum -= speed * world.particles.position[0][node] }
    return sum
  }
}

/// A pairwise law from outside: linear repulsion, φ = −½·k·r².
struct Feud: PairForce {
  var anger = 0.25

  static let manual = Manual<Self>(
    "feud", "Pushes every two nodes apart, the more the farther they are.",
    parameters: [Parameter("anger", \.anger, in: 0..., "The factor k.")])

  func factor(_ squaredDistance: Double) -> Double { -anger }
  func potential(_ squaredDistance: Double) -> Double { -anger / 2 * squaredDistance }
}

@Suite struct OutsidePluginTests {
  private let catalog = Catalog.standard + [Wind.self, Feud.self]
  private let files = ["start.csv": "id,x,y\n0,0,0\n1,2,0\n"]
  private let base = """
    graph: {cells: 2}
    placement: {file: {path: start.csv}}
    integrator: displacement
    stop: {iterations: 1}

    """

  @Test func aForceMovesTheNodes() throws {
    let run = try run(
      base + "forces: [wind: {speed: 3}]\nsweep: {grid: {forces.wind.speed: [3, 4.5]}}",
      files: files, catalog: catalog)
    #expect(try run.layout(1) == [[3, 0], [5, 0]])
    #expect(try run.layout(2) == [[4.5, 0], [6.5, 0]])
    #expect(try run.samples.numbers("potential_wind") == [-24, -49.5])
    #expect(try run.trials.column("forces.wind.speed") == ["3", "4.5"])
  }

  @Test func aLawWorksUnderEveryStrategy() throws {
    // Linear repulsion is not 1/r, and random forces are only like it.
    let others = ["fmm", "sampled"]
    for type in Catalog.standard.types
    where type.kind == .repulsion && !others.contains(type.page.name) {
      let run = try run(
        base + "forces: [feud]\nrepulsion: \(type.page.name)", files: files, catalog: catalog)
      #expect(try run.layout() == [[-0.5, 0], [2.5, 0]], "\(type.page.name)")
      #expect(try run.samples.numbers("potential_feud") == [-0.25 / 2 * 9])
    }
  }

  /// The force in the article on plugins is the one that is compiled here.
  @Test func theArticleOnPluginsShowsAForceThatCompiles() throws {
    let article = try String(
      contentsOf: checkout.appending(path: "Documentation/WritingAPlugin.md"), encoding: .utf8)
    let force = try String(
      contentsOf: checkout.appending(path: "Tests/Studies/Catalog/Swirl.swift"), encoding: .utf8)
    #expect(article.contains("```swift\n\(force)```"))
    let plan = try plan(
      "forces: [swirl]\nsweep: {grid: {forces.swirl.rate: [-0.02, 0, 0.02]}}",
      catalog: .standard + [Swirl.self])
    #expect(plan.configurations.count == 3)
    // As the tests of all forces demand of one without a potential.
    #expect(Swirl.potentialNote?.hasPrefix("none: ") == true)
  }

  @Test func aSwirlTurnsTheNodes() throws {
    let run = try run(
      base + "forces: [swirl: {rate: 0.5}]", files: files, catalog: catalog + [Swirl.self])
    #expect(try run.layout() == [[0, 0], [2, 1]])
  }
}
