import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// Errors of sampled forces.
struct ForceErrorTests {
  private func errors(summed: [[Double]], exact: [[Double]]) throws -> [Double?] {
    var layout = try karate()
    layout.forces = SampledForces(summed: summed, exact: exact)
    return ForceError().values(of: layout)
  }

  /// 200 unit forces; the error of the i-th is i/1000, across the force.
  @Test func rootMeanSquarePercentileAndMaximum() throws {
    let ones = [Double](repeating: 1, count: 200)
    let shifts = (1...200).map { Double($0) / 1000 }
    let values = try errors(summed: [ones, shifts], exact: [ones, ones.map { _ in 0 }])
    // Σi² = 200·201·401/6; the 99th percentile of 200 is the 198th.
    #expect(isNear(values[0], (201.0 * 401 / 6).squareRoot() / 1000))
    #expect(isNear(values[1], 0.198) && isNear(values[2], 0.2))
    #expect(
      ForceError().columns.map(\.name) == ["force_error_rms", "force_error_p99", "force_error_max"])
  }

  @Test(arguments: [1e-200, 1, 1e200])
  func isRelativeToTheForces(scale: Double) throws {
    let exact = [[3, 0, 0], [4, 0, 5]].map { $0.map { $0 * scale } }
    let summed = [[3, 0, 0], [4, 1, 5]].map { $0.map { $0 * scale } }
    // Forces of 5, 0 and 5, one of them off by 1.
    let whole = (50.0 / 3).squareRoot()
    let values = try errors(summed: summed, exact: exact)
    #expect(isNear(values[0], (1.0 / 3).squareRoot() / whole) && isNear(values[2], 1 / whole))
  }

  @Test func isNilWithoutForces() throws {
    #expect(try ForceError().values(of: karate()) == [nil, nil, nil])
    #expect(try errors(summed: [[0], [0]], exact: [[0], [0]]) == [nil, nil, nil])
    #expect(try errors(summed: [[], []], exact: [[], []]) == [nil, nil, nil])
  }

  @Test func atMostAThousandNodesAreSampled() {
    #expect(SampledForces.nodes(of: 1000) == Array(0..<1000))
    let sample = SampledForces.nodes(of: 5000)
    #expect(sample.count == 1000 && Set(sample).count == 1000 && sample == sample.sorted())
    #expect(sample.contains { $0 > 4000 } && sample == SampledForces.nodes(of: 5000))
  }
}
