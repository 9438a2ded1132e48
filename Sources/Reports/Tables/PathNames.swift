/// Short names of swept paths for headings: the last part, and more of it where that is not enough
/// to tell them apart.
func shortNames(of paths: [String]) -> [String] {
  let steps = paths.map { $0.split(separator: ".").map(String.init) }
  return steps.indices.map { index in
    for length in 1...max(1, steps[index].count) {
      let name = steps[index].suffix(length)
      let namesakes = steps.count { $0.suffix(length).elementsEqual(name) }
      if namesakes == 1 { return name.joined(separator: ".") }
    }
    return paths[index]
  }
}
