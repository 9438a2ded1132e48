/// The distinct numbers of a list in ascending order: the nodes that an edge list speaks of.
struct NodeNumbers {
  /// The numbers, ascending.
  let numbers: [Int]
  /// For each item of the list, the place of its number among them.
  let places: [Int32]

  /// Looks through `list`, whose numbers are 0 or more.
  ///
  /// Cost: linear where the numbers lie close together, else n·log n.
  init(_ list: [Int]) {
    let most = list.max() ?? 0
    if most / 8 <= list.count + 128 {
      var place = [Int32](repeating: -1, count: most + 1)
      for number in list { place[number] = 0 }
      var numbers: [Int] = []
      for number in place.indices where place[number] == 0 {
        place[number] = Int32(numbers.count)
        numbers.append(number)
      }
      self.numbers = numbers
      places = list.map { place[$0] }
    } else {
      var numbers = list.sorted()
      var kept = 1
      for i in 1..<numbers.count where numbers[i] != numbers[kept - 1] {
        numbers[kept] = numbers[i]
        kept += 1
      }
      numbers.removeSubrange(kept...)
      self.numbers = numbers
      places = list.map { Int32(Self.place(of: $0, in: numbers)) }
    }
  }

  /// Whether the numbers are 0, 1, 2, … without a gap.
  var isIdentity: Bool { (numbers.last ?? -1) == numbers.count - 1 }

  private static func place(of number: Int, in numbers: [Int]) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
