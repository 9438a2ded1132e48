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

// The 64-bit hash of bytes that come in pieces: a state, to which pieces are added until its end.
static inline void *content_hash_begin(void) {
  XXH3_state_t *state = XXH3_createState();
  XXH3_64bits_reset(state);
  return state;
}

static inline void content_hash_add(void *state, const void *bytes, size_t count) {
  XXH3_64bits_update((XXH3_state_t *)state, bytes, count);
}

static inline uint64_t content_hash_end(void *state) {
  uint64_t hash = XXH3_64bits_digest((XXH3_state_t *)state);
  XXH3_freeState((XXH3_state_t *)state);
  return hash;
}

static inline XXH128_hash_t content_hash_128(const void *bytes, size_t count) {
  return XXH3_128bits(bytes, count);
}
