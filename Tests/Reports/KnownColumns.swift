import ForceLabPlugins

@testable import ForceLabWorkbench

extension RunColumns {
  /// The columns of a made-up run, as the studies declare those of the same names.
  init(_ trials: [String], samples: [String] = []) {
    self.init(
      trials: trials.map { Self.known[$0] ?? Column(undeclared: $0) },
      samples: samples.map { name in
        if name.hasPrefix("potential_") && name != "potential_energy" {
          let force = String(name.dropFirst("potential_".count).map { $0 == "_" ? "-" : $0 })
          return .measure(
            name, "potential of \(force)", short: force, unit: "px²/tick²", use: .energyPart)
        }
        return Self.known[name] ?? Column(undeclared: name)
      })
  }

  private static let known = Dictionary(
    (columns + StepTimes.columns).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  private static let columns: [Column] = [
    .fact("nodes", use: .size), .fact("edges", use: .size),
    .fact("point_count", "points", use: .size), .fact("item_count", "items", use: .size),
    .hash("graph_hash", use: .graph), .hash("layout_hash", use: .outcome),
    .measure("iterations", better: .lower, use: .iterations, importance: 6),
    .measure(
      "movement", "movement of all nodes", short: "movement", unit: "px/tick", better: .lower,
      use: .movement, importance: 5),
    .measure(
      "kinetic_energy", short: "kinetic", unit: "px²/tick²", use: .energyPart, importance: 1),
    .measure("potential_energy", short: "potential", unit: "px²/tick²", importance: 2),
    .measure("total_energy", short: "energy", unit: "px²/tick²", use: .energy, importance: 3),
    .measure("energy", unit: "px²/tick²"),
    .measure("stress", unit: "normalized", better: .lower, use: .quality, importance: 13),
    .measure(
      "neighborhood_preservation", unit: "part", better: .higher,
      use: .quality, importance: 12),
    .measure("edge_crossings", better: .lower, use: .quality, importance: 11, ratioOffset: 1),
    .measure(
      "edge_length_cv", "variation of edge lengths", unit: "sd/mean", better: .lower, use: .quality),
    .measure("angular_resolution", better: .higher),
    .measure("count_hits", "hits", use: .quality, importance: 20, ratioOffset: 1),
    .measure(
      "force_error_rms", "RMS force error", unit: "relative", better: .lower,
      use: .error),
    .time("layout_seconds", "layout time", short: "time", use: .totalTime),
    .time("query_ns", "time per query", use: .stepTime),
    .time("target_seconds", "time to a target", use: .target),
    .time("build_seconds", "time to build", use: .cost),
    .measure("memory_bytes", unit: "bytes", better: .lower, use: .cost),
    .fact("iteration", use: .iteration), .fact("step", use: .iteration),
    .time("elapsed_ns", "time"),
    .measure("max_displacement", "maximum movement of a node", unit: "px/tick", better: .lower),
    .fact("alpha"),
  ]
}
