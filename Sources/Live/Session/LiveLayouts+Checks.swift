import ForceLabMechanics
import ForceLabPlugins
import ForceLabStudies

// What pages may do.
extension LiveLayouts {
  /// Throws unless pages may do `action`, which excludes random choices, many nodes at once, and files.
  func check(_ action: any EventAction) throws(ParameterError) {
    switch action {
    case let set as SetValues: _ = try set.value(without: source.readers)
    case let pin as PinNodes: try check(pin.at)
    case let added as AddNodes:
      guard added.count == 1, added.links == 0, let place = added.place as? PointPlace else {
        break
      }
      try check(place.point)
      if !added.labels.isEmpty, startGraph.labels == nil {
        throw ParameterError("the nodes of this graph have no labels")
      }
      guard added.labels.allSatisfy({ $0.count <= 200 && !$0.contains(where: \.isNewline) }) else {
        throw ParameterError("a label has at most 200 characters, and no line breaks")
      }
      return
    case is AddEdges, is RemoveNodes, is RemoveEdges, is UnpinNodes, is Reheat: break
    default: throw ParameterError("a page cannot use '\(action.name)'")
    }
    guard !action.isRandom, action.addedNodes == 0 else {
      throw ParameterError("a page adds and removes what it names, and one node at a time")
    }
  }

  func check(_ position: [Double]) throws(ParameterError) {
    guard position.allSatisfy({ $0.magnitude < 1e12 }) else {
      throw ParameterError("a coordinate is too large")
    }
  }
}
