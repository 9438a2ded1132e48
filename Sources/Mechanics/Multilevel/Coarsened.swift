import ForceLabPlugins

// Forces and integrators for groups of nodes whose distances are `stretch` times those of nodes. Links
// pull groups as hard as nodes. Forces that hold nodes at a place become `stretch`² times as strong, and so do
// pairwise ones, by the charges of the groups, or with a `weight` of `pair-power` by that. Fields other than springs
// and radial gravity stay as they are. Integrators whose steps are lengths multiply them by `stretch`.

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
