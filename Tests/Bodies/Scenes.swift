@testable import ForceLabBodies
// What all tests here import.
@_exported import ForceLabCommandLine
@_exported import ForceLabMechanics
@_exported import ForceLabPlugins
@_exported import ForceLabSettings
@_exported import ForceLabTestSupport
@_exported import ForceLabWorkbench
@_exported import ForceLabYAML
@_exported import Foundation
import Testing

/// The study of a scene in YAML.
func study(_ yaml: String) throws -> BodiesStudy {
  let node = try YAMLDocument.parse(yaml, file: "scene.yaml")
  var decoder = ParameterDecoder(catalog: .standard)
  let study = decoder.decode(BodiesStudy.self, from: node)
  #expect(decoder.diagnostics.map(\.message) == [])
  return try #require(study)
}

/// A scene of the YAML that has run for a number of seconds, with `subSteps`.
func scene(_ yaml: String, subSteps: Int = 4, seconds: Double = 0) throws -> RunningScene {
  var study = try study(yaml)
  study.subSteps = subSteps
  let running = try RunningScene(study, seed: 1)
  for _ in 0..<Int((seconds * Double(study.stepsPerSecond)).rounded()) {
    running.step()
    #expect(running.divergence == nil)
  }
  return running
}

extension RunningScene {
  /// The motion of the body called `name`.
  func motion(_ name: String) throws -> Motion {
    motion(of: try #require(scene.numbers(of: name).first))
  }
}

/// Expects that an error is at most `bound` with the most sub-steps, and falls with the length of a
/// sub-step at first order.
func expectFirstOrder(
  below bound: Double, subSteps: [Int] = [8, 16, 32], within tolerance: Double = 0.15,
  _ error: (Int) throws -> Double
) throws {
  let errors = try subSteps.map { abs(try error($0)) }
  let last = try #require(errors.last)
  #expect(last <= bound, "\(errors)")
  for (coarse, fine) in zip(errors, errors.dropFirst()) {
    #expect(abs(coarse / fine - 2) < 2 * tolerance, "\(errors)")
  }
}
