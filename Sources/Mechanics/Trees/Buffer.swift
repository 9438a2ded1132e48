/// Memory that grows, keeps its place until it does, and is not cleared between uses: what working
/// memory wants that lasts from tick to tick.
///
/// It begins with a line of the cache. An array may begin anywhere, so that every other element of 32
/// bytes lies across two lines, and takes twice as long to read or write.
///
/// It may cross threads with its owner, but only one thread at a time may change it: that is not
/// checked at each access, which would cost as much as what is done.
final class Buffer<Element: BitwiseCopyable>: @unchecked Sendable {
  /// Where the elements are.
  @exclusivity(unchecked) private(set) var base: UnsafeMutablePointer<Element>
  /// How many there are.
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity: Int

  init() {
    capacity = 64
    base = Self.allocate(capacity)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<Element>.stride, alignment: 64
    ).bindMemory(to: Element.self, capacity: capacity)
  }

  /// How many bytes the elements take.
  var bytes: Int { count * MemoryLayout<Element>.stride }

  /// The element at `index`, which must be less than `count`.
  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    set { base[index] = newValue }
  }

  /// All of them.
  var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }

  /// Adds `element` at the end.
  @inline(__always)
  func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Makes the count `newCount`; elements that were not there before hold anything.
  func resize(_ newCount: Int) {
    if newCount > capacity { grow(to: newCount) }
    count = newCount
  }

  private func grow(to least: Int) {
    let larger = max(least, 2 * capacity)
    let fresh = Self.allocate(larger)
    fresh.update(from: base, count: count)
    UnsafeMutableRawPointer(base).deallocate()
    (base, capacity) = (fresh, larger)
  }

  /// Makes `buffer` its holder's alone: copies of a plugin never share working memory.
  static func own(_ buffer: inout Buffer) {
    if !isKnownUniquelyReferenced(&buffer) { buffer = Buffer() }
  }
}
