// xxHash has only headers here: nothing is linked. Its inline functions bear macro names, which Swift
// does not see.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t content_hash_64(const void *bytes, size_t count) {
  return XXH3_64bits(bytes, count);
}

static inline XXH128_hash_t content_hash_128(const void *bytes, size_t count) {
  return XXH3_128bits(bytes, count);
}
