import ForceLabSettings

/// “did you mean 'many-body'?”, or “valid values: …”, for an unknown `word`.
public func advice(for word: String, among known: [String], label: String = "valid values")
  -> String
{
  suggestion(
    for: word, among: known,
    else: known.isEmpty ? "there are none" : "\(label): \(known.joined(separator: ", "))")
}

/// “did you mean 'many-body'?” for a mistyped `word`, “write {mesh: 3}” for `mesh:3`, or `other` if no known word is
/// similar.
public func suggestion(
  for word: String, among known: [String], else other: @autoclosure () -> String = ""
) -> String {
  // A name of a node or a column may have a colon, too.
  if let key = word.keyWithoutSpace?.key, known.contains(key), let advice = word.missingSpaceAdvice
  {
    return advice
  }
  let typed = Array(word.lowercased())
  let allowed = max(1, typed.count / 3)
  let near = known.compactMap { known -> (word: String, distance: Int)? in
    let begins = typed.count >= 3 && known.hasPrefix(word)
    // Of a word of another length, the distance need not be computed.
    guard begins || abs(known.count - typed.count) <= allowed else { return nil }
    let distance = editDistance(typed, Array(known.lowercased()))
    return begins || distance <= allowed ? (known, distance) : nil
  }.min { $0.distance < $1.distance }
  return near.map { "did you mean '\($0.word)'?" } ?? other()
}

/// The number of insertions, deletions, replacements and swaps of neighbors that turn `a` into `b`:
/// the optimal string alignment distance. Cost: the product of the lengths.
func editDistance(_ a: [Character], _ b: [Character]) -> Int {
  var older: [Int] = []
  var old = Array(0...b.count)
  for i in a.indices {
    var new = [i + 1]
    for j in b.indices {
      var best = min(old[j + 1] + 1, new[j] + 1, old[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, older[j - 1] + 1) }
      new.append(best)
    }
    (older, old) = (old, new)
  }
  return old[b.count]
}
