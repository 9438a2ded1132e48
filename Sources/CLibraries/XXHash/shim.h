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

// The hashes of bytes that come in pieces: a state, to which pieces are added. Both lengths have the same state.
static inline void *content_hash_begin(void) {
  XXH3_state_t *state = XXH3_createState();
  XXH3_64bits_reset(state);
  return state;
}

static inline void content_hash_add(void *state, const void *bytes, size_t count) {
  XXH3_64bits_update((XXH3_state_t *)state, bytes, count);
}

static inline uint64_t content_hash_of_state_64(const void *state) {
  return XXH3_64bits_digest((const XXH3_state_t *)state);
}

static inline XXH128_hash_t content_hash_of_state_128(const void *state) {
  return XXH3_128bits_digest((const XXH3_state_t *)state);
}

static inline void content_hash_end(void *state) { XXH3_freeState((XXH3_state_t *)state); }
