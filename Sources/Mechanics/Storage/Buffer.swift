/// Working memory that grows and is kept from tick to tick, aligned to cache lines: in an array,
/// every other element of 32 bytes may cross a line, which doubles the time of an access. Only one
/// thread at a time may change it, which is not checked: a check would cost as much as the access.
final class Buffer<Element: BitwiseCopyable>: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var base = Buffer.allocate(64)
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var capacity = 64

  init() {}

  convenience init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { append(element) }
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<Element>.stride, alignment: 64
    ).bindMemory(to: Element.self, capacity: capacity)
  }

  var bytes: Int { count * MemoryLayout<Element>.stride }

  /// The element at `index`, which must be less than `count`.
  @inline(__always) subscript(index: Int) -> Element {
    get { base[index] }
    set { base[index] = newValue }
  }

  var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }

  @inline(__always) func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Changes the count. New elements are not initialized.
  func resize(_ newCount: Int) {
    if newCount > capacity { grow(to: newCount) }
    count = newCount
  }

  private func grow(to minimum: Int) {
    let larger = max(minimum, 2 * capacity)
    let fresh = Self.allocate(larger)
    fresh.update(from: base, count: count)
    UnsafeMutableRawPointer(base).deallocate()
    (base, capacity) = (fresh, larger)
  }

  /// Replaces `buffer` if it is shared: copies of a plugin never share working memory.
  static func own(_ buffer: inout Buffer, count: Int) {
    if !isKnownUniquelyReferenced(&buffer) { buffer = Buffer() }
    buffer.resize(count)
  }
}
