import Foundation
import ForceLabGraphs

// How forces act among groups of nodes that are `stretch` times as far apart as nodes are, when the
// links pull as hard as they do among nodes: the others become `stretch`² times as strong. Pairwise
// forces do so by the charges of the groups. Integrators whose steps are lengths lengthen them.

extension LinkForce {
  /// The length is multiplied by `stretch`.
  public func coarsened(by stretch: Double) -> any Force {
    var link = self
    if case .number(let length) = length { link.length = .number(length * stretch) }
    return link
  }

  /// With the means of attributes of the edges of `graph`, which groups of nodes have none of.
  func averaged(over graph: Graph) -> LinkForce {
    var link = self
    link.length = length.averaged(over: graph)
    link.strength = strength?.averaged(over: graph)
    return link
  }
}

extension LinkPower {
  /// The pull at a length of `stretch`·d is `stretch` times that at d.
  public func coarsened(by stretch: Double) -> any Force {
    var link = self
    link.scale *= pow(stretch, 1 - exponent)
    return link
  }
}

extension ManyBody {
  /// Distances are multiplied by `stretch`. Where the force ends at a distance, the greater reach is
  /// made up for, so that the pressure in a cloud of nodes stays the same.
  public func coarsened(by stretch: Double) -> any Force {
    var force = self
    force.distanceMin *= stretch
    force.distanceMax *= stretch
    if distanceMax < .infinity { force.strength /= stretch * stretch }
    return force
  }
}

extension Position {
  /// Stronger, but no more than goes the whole way in a tick.
  public func coarsened(by stretch: Double) -> any Force {
    var force = self
    force.strength = hastened(strength, by: stretch)
    return force
  }
}

extension Radial {
  /// Stronger, but no more than goes the whole way in a tick.
  public func coarsened(by stretch: Double) -> any Force {
    var force = self
    force.strength = hastened(strength, by: stretch)
    return force
  }
}

extension CenterSpring {
  /// Stronger, but no more than goes the whole way in a tick.
  public func coarsened(by stretch: Double) -> any Force {
    var force = self
    force.stiffness = hastened(stiffness, by: stretch)
    return force
  }
}

extension GravityWell {
  /// Stronger; if it grows with the distance, no more than goes a tenth of the way per degree.
  public func coarsened(by stretch: Double) -> any Force {
    var force = self
    force.strength =
      strong ? hastened(strength, by: stretch, atMost: 0.1) : strength * stretch * stretch
    return force
  }
}

extension Cooling {
  /// The temperature, a length, is multiplied by `stretch`.
  public func coarsened(by stretch: Double) -> any Integrator {
    var integrator = self
    integrator.startTemperature *= stretch
    return integrator
  }
}

extension Adaptive {
  /// The step is multiplied by `stretch`.
  public func coarsened(by stretch: Double) -> any Integrator {
    var integrator = self
    integrator.step *= stretch
    return integrator
  }
}

/// A part of the way per tick, made `stretch`² times as large, but not larger than `limit` by that.
private func hastened(_ strength: Double, by stretch: Double, atMost limit: Double = 1) -> Double {
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
