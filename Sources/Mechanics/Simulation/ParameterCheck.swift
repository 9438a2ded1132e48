import ForceLabPlugins
import ForceLabSettings

extension PlacementContext {
  func check() throws {
    guard (2...3).contains(dimensions) else {
      throw ParameterError("'dimensions' is \(dimensions); use 2 or 3", parameter: "dimensions")
    }
    try repulsion.checkParameters()
    for force in forces {
      try force.checkParameters()
      try force.check(dimensions: dimensions)
      try force.check(on: graph)
      if let law = force as? any PairForce { try repulsion.check(law, dimensions: dimensions) }
    }
  }
}

extension Plugin {
  /// Throws the first error that an experiment file with the same parameters would have. Plugins
  /// that are parameters are checked by `check()` alone: no catalog need list them.
  func checkParameters() throws(ParameterError) {
    let values = encoded().mapping?.entries ?? []
    let plain = Self.page.entries.filter { !$0.form.namesPlugins }.map(\.name)
    let node = SettingsNode.mapping(
      of: values.filter { plain.contains($0.key) }.map { ($0.key, $0.value) })
    var decoder = ParameterDecoder(catalog: Catalog([]))
    _ = decoder.decode(Self.self, from: node)
    if let first = decoder.diagnostics.first { throw ParameterError("\(name): \(first.message)") }
    try check()
  }
}

extension ValueForm {
  fileprivate var namesPlugins: Bool {
    switch self {
    case .plugin, .pluginSet: true
    case .list(let form): form.namesPlugins
    default: false
    }
  }
}
