import ForceLabPlugins

/// The repeats that are observations of their own: none of their results is a copy of one that an
/// earlier such repeat has in the same place.
///
/// `repeats` has one list for each repeat, with the result of each configuration that takes part, in
/// the same order. A result is the hash of what a trial produced; nil, if it is unknown, is no copy.
/// Returns indices of `repeats`. Cost: linear.
///
/// A repeat counts only if all of its results are new. So what is compared has as many observations as the
/// configuration with the fewest, which keeps the confidence of the sign test: six layouts from random starts against
/// six copies of one layout are one pair, because another node order might give another layout.
package func distinctRepeats(_ repeats: [[String?]]) -> [Int] {
  var seen = Array(repeating: Set<String>(), count: repeats.first?.count ?? 0)
  return repeats.indices.filter { index in
    let results = zip(seen.indices, repeats[index])
    let hasCopy = results.contains { place, result in result.map(seen[place].contains) == true }
    if hasCopy { return false }
    for case (let place, let result?) in results { seen[place].insert(result) }
    return true
  }
}

extension Column {
  /// Those of `items` that count as repeats by the `results` of each configuration. Of times, copies count, too.
  package func distinct<Item>(_ items: [Item], by results: (Item) -> [String?]) -> [Item] {
    isTime ? items : distinctRepeats(items.map(results)).map { items[$0] }
  }
}
