import ForceLabPlugins

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
  /// Like `checkAll()`, with the name of the plugin in the message.
  func checkParameters() throws(ParameterError) {
    do { try checkAll() } catch { throw ParameterError("\(name): \(error.message)") }
  }
}
