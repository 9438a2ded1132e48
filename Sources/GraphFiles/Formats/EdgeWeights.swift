import ForceLabGraphs
import ForceLabSettings

/// Collects the weights of edges while a graph is read: the attribute `weight` of an edge, or else its
/// `value`. If `value` is text at every edge that has it, it is an ordinary attribute.
struct EdgeWeights {
  struct Entry {
    var text: String
    /// May be infinite or NaN; nil if `text` is not a number.
    var number: Double?
    var place: Int
  }

  private let locate: (Int) -> Location
  private var weights: [Double] = []
  /// The places of the first `value` of each kind.
  private var firstNumber: Int?
  private var firstText: Int?

  init(locate: @escaping (Int) -> Location) { self.locate = locate }

  /// Records the weight of `edge`, which is later than all before. Throws if it is not finite.
  mutating func take(weight: Entry?, value: Entry?, of edge: Int) throws(Diagnostic) {
    guard let entry = weight ?? value else { return }
    if weight == nil {
      guard entry.number != nil else {
        firstText = firstText ?? entry.place
        return
      }
      firstNumber = firstNumber ?? entry.place
    }
    guard let number = entry.number, number.isFinite else {
      throw Diagnostic(
        "a weight must be a finite number, found '\(entry.text.excerpt)'", at: locate(entry.place))
    }
    weights.append(contentsOf: repeatElement(1, count: edge - weights.count))
    weights.append(number)
  }

  /// The weights of `count` edges, 1 where there is none; nil if no edge has one.
  /// Throws if `value` is a number at some edges and text at others.
  func all(_ count: Int) throws(Diagnostic) -> [Double]? {
    if let firstText, firstNumber != nil {
      throw Diagnostic(
        "the attribute value of this edge is text, but that of another edge is a number; "
          + "name the attribute 'weight', or rename it", at: locate(firstText))
    }
    guard !weights.isEmpty else { return nil }
    return weights + repeatElement(1, count: count - weights.count)
  }
}
