import Foundation
import ForceLabGraphs
import ForceLabPlugins

// Forces and integrators for groups of nodes whose distances are `stretch` times those of nodes. Links
// pull groups as hard as nodes; all other forces become `stretch`² times as strong, pairwise ones by
// the charges of the groups. Integrators whose steps are lengths multiply them by `stretch`.

extension LinkForce {
  public func coarsened(by stretch: Double) -> any Force {
    guard case .number(let length) = length else { return self }
    return setting(\.length, to: .number(length * stretch))
  }

  /// This force with the means of edge attributes of `graph`, since groups of nodes have none.
  func averaged(over graph: Graph) -> LinkForce {
    setting(\.length, to: length.averaged(over: graph))
      .setting(\.strength, to: strength?.averaged(over: graph))
  }
}

extension LinkPower {
  public func coarsened(by stretch: Double) -> any Force {
    setting(\.scale, to: scale * pow(stretch, 1 - exponent))
  }
}

extension ManyBody {
  /// Less strength for a greater `distanceMax` keeps the pressure in a cloud of nodes the same.
  public func coarsened(by stretch: Double) -> any Force {
    ManyBody {
      $0.strength = distanceMax < .infinity ? strength / (stretch * stretch) : strength
      $0.distanceMin = distanceMin * stretch
      $0.distanceMax = distanceMax * stretch
    }
  }
}

extension Position {
  public func coarsened(by stretch: Double) -> any Force {
    setting(\.strength, to: stronger(strength, by: stretch))
  }
}

extension Radial {
  public func coarsened(by stretch: Double) -> any Force {
    setting(\.strength, to: stronger(strength, by: stretch))
  }
}

extension CenterSpring {
  public func coarsened(by stretch: Double) -> any Force {
    setting(\.stiffness, to: stronger(stiffness, by: stretch))
  }
}

extension GravityWell {
  /// Strong gravity moves a node by at most a tenth of the distance per degree and tick.
  public func coarsened(by stretch: Double) -> any Force {
    setting(
      \.strength,
      to: strong ? stronger(strength, by: stretch, atMost: 0.1) : strength * stretch * stretch)
  }
}

extension Cooling {
  public func coarsened(by stretch: Double) -> any Integrator {
    setting(\.startTemperature, to: startTemperature * stretch)
  }
}

extension Adaptive {
  public func coarsened(by stretch: Double) -> any Integrator {
    setting(\.step, to: step * stretch)
  }
}

extension Plugin {
  fileprivate func setting<Value>(_ property: WritableKeyPath<Self, Value>, to value: Value) -> Self
  {
    var copy = self
    copy[keyPath: property] = value
    return copy
  }
}

/// A fraction of the distance per tick, times `stretch`² but not made greater than `limit` by that.
private func stronger(_ strength: Double, by stretch: Double, atMost limit: Double = 1) -> Double {
  max(strength, min(limit, strength * stretch * stretch))
}

extension Quantity {
  fileprivate func averaged(over graph: Graph) -> Quantity {
    guard let name = attributeName, let values = graph.edgeValues(name), !values.isEmpty else {
      return self
    }
    return .number(values.reduce(0, +) / Double(values.count))
  }
}
