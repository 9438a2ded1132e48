import ForceLabWorkbench

/// What a column holds, in words and with its unit.
struct ColumnQuantity {
  /// What it is called on an axis.
  let words: String
  /// Its unit; empty if it has none, or if it is a time, whose unit suits the numbers.
  let unit: String

  /// The quantity of a column of `trials.csv`, `samples.csv` or, with a statistic before its name,
  /// `summary.csv`.
  init(_ column: String) {
    if let statistic = Self.statistics.first(where: { column.hasPrefix($0.key + "_") }),
      !Self.known.keys.contains(column)
    {
      let quantity = ColumnQuantity(String(column.dropFirst(statistic.key.count + 1)))
      words = "\(statistic.value) \(quantity.words)"
      unit = ["n", "outliers"].contains(statistic.key) ? "" : quantity.unit
    } else if column.hasPrefix("potential_"), column != "potential_energy" {
      words = "potential of \(column.dropFirst("potential_".count).replacing("_", with: "-"))"
      unit = Self.energy
    } else if let known = Self.known[column] {
      (words, unit) = known
    } else {
      let bare = ["_ns", "_seconds", "_bytes"].first { column.hasSuffix($0) }
      words = String(column.dropLast(bare?.count ?? 0)).replacing("_", with: " ")
      unit = bare == "_bytes" ? "bytes" : ""
    }
  }

  private static let energy = "px²/tick²"

  private static let statistics = [
    "n": "number of", "median": "median", "mean": "mean", "sd": "standard deviation of",
    "mad": "median deviation of", "minimum": "least", "maximum": "greatest", "low": "95 % low of",
    "high": "95 % high of", "outliers": "outliers of",
  ]

  private static let known = [
    "iteration": ("iteration", ""), "elapsed_ns": ("time", ""),
    "movement": ("movement of all nodes", "px/tick"),
    "max_displacement": ("greatest movement of a node", "px/tick"),
    "kinetic_energy": ("kinetic energy", energy), "potential_energy": ("potential energy", energy),
    "total_energy": ("total energy", energy), "energy": ("energy", energy), "alpha": ("alpha", ""),
    "nodes": ("nodes", ""), "edges": ("edges", ""), "iterations": ("iterations", ""),
    "layout_seconds": ("time for the layout", ""), "wall_seconds": ("time for all ticks", ""),
    "tick_ns_mean": ("mean time per tick", ""), "tick_ns_median": ("time per tick", ""),
    "tick_ns_p95": ("95 % of ticks take less than", ""),
    "force_error_rms": ("error of the force, root mean square", "relative"),
    "force_error_p99": ("error of the force, 99 % are less", "relative"),
    "force_error_max": ("greatest error of the force", "relative"),
    "query_ns": ("time per query", ""), "build_seconds": ("time to build", ""),
    "stress": ("stress", "normalised"), "edge_crossings": ("edge crossings", ""),
    "neighborhood_preservation": ("neighborhoods preserved", "part"),
    "edge_length_cv": ("variation of edge lengths", "sd/mean"),
    "memory_bytes": ("memory", "bytes"), "point_count": ("points", ""),
    "item_count": ("items", ""),
  ]
}
