import ForceLabGraphFiles
import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import Testing

/// The forces, strategies and integrators of the catalog.
func plugins<P>(_ kind: PluginKind, as: P.Type = P.self) -> [P] {
  Catalog.mechanics.types(of: kind).compactMap { $0.init() as? P }
}

/// The coordinates in a file of `References/`, one list per axis.
func reference(_ name: String, dimensions: Int = 2) throws -> [[Double]] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  var placement = FilePlacement()
  placement.path = FileReference(folder.appending(path: "References/\(name).csv").path)
  let text = try String(contentsOfFile: placement.path.path, encoding: .utf8)
  let count = text.split(whereSeparator: \.isNewline).count - 1
  var generator = SeededGenerator(seed: 0)
  return try placement.coordinates(
    of: cells(count), dimensions: dimensions, using: &generator)
}

/// ½·Σ q·q′·φ(r) over ordered pairs, by the strategy of `world`.
func pairEnergy(_ law: any PairForce, in world: World) -> Double {
  let (count, charges) = (world.particles.count, world.particles.charge)
  let sums = LaneStorage(count: count, lanes: 1)
  world.repulsion.add(
    PairSum(law, .potential, charges: charges), times: 1, to: sums.lanes, in: world)
  return (0..<count).reduce(0) { $0 + charges[$1] * sums.lanes[0][$1] } / 2
}

/// Expects `force` to be the negative gradient of its potential, up to `tolerance` times the greatest
/// force on one axis.
func expectGradient(
  _ force: any Force, on graph: Graph, at positions: [[Double]], charges: [Double] = [],
  tolerance: Double = 1e-6
) throws {
  func world(_ positions: [[Double]]) throws -> World {
    let world = try ForceLabTestSupport.world(positions, on: graph)
    for (node, charge) in charges.enumerated() {
      world.particles.charge[node] = charge
      world.particles.mass[node] = Double(1 + node % 3)
    }
    return world
  }
  let pull = velocities(force, in: try world(positions))
  let scale = pull.joined().map { abs($0) }.max() ?? 1
  for axis in positions.indices {
    for node in positions[axis].indices {
      func energy(_ shift: Double) throws -> Double {
        var (moved, force) = (positions, force)
        moved[axis][node] += shift
        let world = try world(moved)
        force.prepare(for: world)
        return try #require(force.potentialEnergy(of: world))
      }
      let slope = (try energy(1e-4) - energy(-1e-4)) / 2e-4
      #expect(abs(pull[axis][node] + slope) < tolerance * scale, "\(force.name) at node \(node)")
    }
  }
}
