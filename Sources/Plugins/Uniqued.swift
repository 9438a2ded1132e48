extension Sequence {
  /// The elements without those whose `key` equals that of an earlier one.
  @inlinable package func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// The elements without those that equal an earlier one.
  @inlinable package var uniqued: [Element] { uniqued(on: \.self) }
}

extension Collection {
  /// The elements of each `key`, in the order in which the keys first occur.
  package func grouped<Key: Hashable>(
    by key: (Element) -> Key
  ) -> [(key: Key, members: [Element])] {
    let keys = map(key)
    let groups = Dictionary(grouping: zip(keys, self), by: \.0)
    return keys.uniqued.map { ($0, groups[$0, default: []].map(\.1)) }
  }
}

extension Dictionary {
  /// Of pairs with equal keys, the first counts.
  @inlinable package init(firstOf pairs: some Sequence<(Key, Value)>) {
    self.init(pairs) { first, _ in first }
  }
}
