/// Whether the build is optimised. Debug SIMD code is some 500 times slower, so tests are smaller there.
#if DEBUG
  package let isOptimised = false
#else
  package let isOptimised = true
#endif
