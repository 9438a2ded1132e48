/// The nodes of an edge list in ascending order.
struct NodeNumbers {
  let numbers: [Int]
  /// The index in `numbers` of each item of the list.
  let places: [Int32]

  /// All numbers from `base` to the largest of `list`, none of which is less than `base`.
  init(_ list: [Int], from base: Int) {
    numbers = Array(base...(list.max() ?? base))
    places = list.map { Int32($0 - base) }
  }

  /// The distinct numbers of `list`, none of which is negative. Cost: linear if they are dense, else n·log n.
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
      numbers = Set(list).sorted()
      let place = Dictionary(uniqueKeysWithValues: zip(numbers, Int32(0)...))
      places = list.map { place[$0] ?? 0 }
    }
  }

  /// Whether the numbers are 0, 1, 2, … without gaps.
  var isIdentity: Bool { (numbers.last ?? -1) == numbers.count - 1 }
}
