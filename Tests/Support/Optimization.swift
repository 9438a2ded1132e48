/// Whether the build is optimized. Debug SIMD code is some 500 times slower, so tests are smaller there.
#if DEBUG
  package let isOptimized = false
#else
  package let isOptimized = true
#endif

/// All pairs of two lists; in a debug build, only those that contain the first of either list.
package func pairs<A, B>(_ first: [A], _ second: [B]) -> [(A, B)] {
  first.indices.flatMap { i in
    second.indices.filter { isOptimized || i == 0 || $0 == 0 }.map { (first[i], second[$0]) }
  }
}
