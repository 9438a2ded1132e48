import ForceLabPlugins

// Forces and integrators for groups of nodes whose distances are `stretch` times those of nodes. Links
// pull groups as hard as nodes; all other forces become `stretch`² times as strong, pairwise ones by
// the charges of the groups. Integrators whose steps are lengths multiply them by `stretch`.

extension Plugin {
  func setting<Value>(_ property: WritableKeyPath<Self, Value>, to value: Value) -> Self {
    var copy = self
    copy[keyPath: property] = value
    return copy
  }
}

/// A fraction of the distance per tick, times `stretch`² but not made greater than `limit` by that.
func stronger(_ strength: Double, by stretch: Double, atMost limit: Double = 1) -> Double {
  max(strength, min(limit, strength * stretch * stretch))
}
