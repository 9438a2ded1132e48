import ForceLabPlugins
import ForceLabWorkbench

/// The shape of a body: convex parts that move together.
public protocol BodyShape: Plugin {
  /// The parts, in pt, relative to the place of the body. Throws if they are no shape.
  func outlines() throws(ParameterError) -> [Outline]
}

extension PluginKind { public static let shape = PluginKind("shape", "Give bodies their outline.") }

extension BodyShape { public static var kind: PluginKind { .shape } }

/// The lengths of shapes: smaller ones vanish beside the tolerance of contacts.
let lengths = Bounds(0.001...1_000_000)

/// The maximum coordinates and speeds, in pt and pt/s. Beyond, small numbers would vanish beside them.
let maxDistance = 1e7

/// Throws unless `point` has two coordinates, or none if it `isOptional`.
package func checkPoint(_ point: [Double], _ parameter: String, isOptional: Bool = true)
  throws(ParameterError)
{
  guard point.count == 2 || (isOptional && point.isEmpty) else {
    throw ParameterError(
      "'\(parameter)' has \(counted(point.count, "coordinate")); give two, as in [100, 50]",
      parameter: parameter)
  }
  guard point.allSatisfy({ abs($0) <= maxDistance }) else {
    throw ParameterError(
      "'\(parameter)' has a number beyond ±\(maxDistance.shortText); use smaller numbers",
      parameter: parameter)
  }
}

/// Throws unless a line leads from one point to another.
func checkEnds(from: [Double], to: [Double]) throws(ParameterError) {
  try checkPoint(from, "from", isOptional: false)
  try checkPoint(to, "to", isOptional: false)
  guard from != to else {
    throw ParameterError("both ends are at the same point; move one", parameter: "to")
  }
}

/// Throws if `bodies`, the names of bodies that something acts on, is empty.
func checkNames(_ bodies: [String]) throws(ParameterError) {
  guard bodies.isEmpty else { return }
  throw ParameterError("'bodies' names no body; add one, as in [ball]", parameter: "bodies")
}

/// Throws if there is more than one of `plugins`.
func checkIsOne(_ plugins: [any Plugin], _ rule: String, _ advice: String) throws(ParameterError) {
  guard plugins.count > 1 else { return }
  let names = plugins.map { "'\($0.name)'" }.joined(separator: " and ")
  throw ParameterError("\(rule), but this has \(names); \(advice)", parameter: plugins[1].name)
}

/// Throws unless each of `points`, which are called `what`, has two coordinates.
func checkPoints(_ points: [[Double]], _ what: String) throws(ParameterError) {
  for (index, point) in points.enumerated() {
    do { try checkPoint(point, what + " \(index)", isOptional: false) } catch {
      throw ParameterError(error.message, parameter: "points.\(index)")
    }
  }
}
