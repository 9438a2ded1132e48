import ForceLabSettings

/// Collects the weights of edges while a graph is read: the attribute `weight` of an edge, or else its
/// `value`. If `value` is text at every edge that has it, it is an ordinary attribute.
struct EdgeWeights {
  private let locate: (Int) -> Location
  private var weights: [Double] = []
  /// The places of the first `value` of each kind.
  private var firstNumber: Int?
  private var firstText: Int?

  init(locate: @escaping (Int) -> Location) { self.locate = locate }

  /// Records the weight of `edge`, which is later than all before. Throws if it is not finite.
  mutating func take(weight: AttributeValue?, value: AttributeValue?, of edge: Int)
    throws(Diagnostic)
  {
    guard let written = weight ?? value else { return }
    let number = written.weight
    if weight == nil {
      guard number != nil else {
        firstText = firstText ?? written.place
        return
      }
      firstNumber = firstNumber ?? written.place
    }
    guard let number, number.isFinite else {
      throw Diagnostic(
        "a weight must be a finite number, found '\((written.shownText ?? written.text).excerpt)'",
        at: locate(written.place))
    }
    set(number, of: edge)
  }

  /// Records the weight of `edge`, which is later than all before and finite.
  mutating func set(_ weight: Double, of edge: Int) {
    weights.append(contentsOf: repeatElement(1, count: edge - weights.count))
    weights.append(weight)
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
