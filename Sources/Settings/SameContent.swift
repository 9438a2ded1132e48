extension SettingsNode {
  /// Whether both say the same, wherever they stand and however they are written: `0x10` is `16`,
  /// and `a` is `'a'`, but `1` is not `1.0`.
  ///
  /// The order of a list matters, that of a mapping's keys does not. Cost: linear.
  public func hasSameContent(as other: SettingsNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let a), .scalar(let b)):
      a.hasSameValue(as: b)
    case (.sequence(let a), .sequence(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.hasSameContent(as: $1) }
    case (.mapping(let a), .mapping(let b)):
      a.hasSameContent(as: b)
    default: false
    }
  }
}

extension Scalar {
  fileprivate func hasSameValue(as other: Scalar) -> Bool {
    if case (.float(let a), .float(let b)) = (value, other.value), a.isNaN { return b.isNaN }
    return value == other.value
  }
}

extension Mapping {
  fileprivate func hasSameContent(as other: Mapping) -> Bool {
    guard entries.count == other.entries.count else { return false }
    let values = Dictionary(other.entries.map { ($0.key, $0.value) }) { first, _ in first }
    return entries.allSatisfy { entry in
      values[entry.key].map { entry.value.hasSameContent(as: $0) } ?? false
    }
  }
}
