// Breadth-first searches from many nodes: from up to 256 at once, with one bit per search, or one after the
// other.
//
// Source: M. Then et al., "The more the merrier: efficient multi-source graph traversal", 2014.

#pragma once

#include "vectors.h"

typedef struct {
  // For each node `words` words of bits, all 0 at first: the searches that have found the node, those
  // that are at it, and those that come to it next.
  unsigned long long *found, *here, *next;
  // Room for the number of each node; in `nodes`, for one more.
  int *nodes, *others;
  // For each node a row of `stride` numbers, one per search: its distance from the source, as a bfloat16.
  unsigned short *rows;
  long stride;
} CSearches;

// A whole number as a bfloat16, rounded.
CVECTOR unsigned short cbrain(float number) {
  union {
    float number;
    unsigned int bits;
  } both = {number};
  return (unsigned short)((both.bits + 0x8000) >> 16);
}

CVECTOR void csearches_run_of(
    long words, CSearches search, const int *offsets, const int *neighbors, const int *sources,
    long count) {
  long ready = 0;
  for (long index = 0; index < count; index++) {
    long source = sources[index], word = source * words + index / 64;
    _Bool is_new = 1;
    for (long w = 0; w < words; w++) is_new &= search.here[source * words + w] == 0;
    if (is_new) search.nodes[ready++] = (int)source;
    search.here[word] |= 1ull << (index % 64);
    search.found[word] |= 1ull << (index % 64);
    search.rows[source * search.stride + index] = 0;
  }
  for (long level = 1; ready > 0; level++) {
    unsigned short distance = cbrain((float)level);
    long reached = 0;
    for (long index = 0; index < ready; index++) {
      long node = search.nodes[index];
      for (long entry = offsets[node]; entry < offsets[node + 1]; entry++) {
        long neighbor = neighbors[entry];
        unsigned long long some = 0, earlier = 0;
        for (long w = 0; w < words; w++) {
          unsigned long long bits =
              search.here[node * words + w] & ~search.found[neighbor * words + w];
          earlier |= search.next[neighbor * words + w];
          search.next[neighbor * words + w] |= bits;
          some |= bits;
        }
        if (some != 0 && earlier == 0) search.others[reached++] = (int)neighbor;
      }
    }
    for (long index = 0; index < ready; index++)
      for (long w = 0; w < words; w++) search.here[search.nodes[index] * words + w] = 0;
    for (long index = 0; index < reached; index++) {
      long node = search.others[index];
      unsigned short *row = search.rows + node * search.stride;
      for (long w = 0; w < words; w++) {
        unsigned long long bits = search.next[node * words + w];
        search.next[node * words + w] = 0;
        search.here[node * words + w] = bits;
        search.found[node * words + w] |= bits;
        for (; bits != 0; bits &= bits - 1) row[64 * w + __builtin_ctzll(bits)] = distance;
      }
    }
    int *nodes = search.nodes;
    (search.nodes = search.others, search.others = nodes);
    ready = reached;
  }
}

// Finds the distances of all nodes from `count` different sources, at most 64 * `words`; `words` is
// 1, 2 or 4. Rows of nodes that a search does not reach keep their contents. Leaves `here` and
// `next` as they were. Cost: linear in nodes and edges for each level at which a search is at a node.
static __attribute__((noinline)) void csearches_run(
    CSearches search, const int *offsets, const int *neighbors, long words, const int *sources,
    long count) {
  switch (words) {
    case 1: return csearches_run_of(1, search, offsets, neighbors, sources, count);
    case 2: return csearches_run_of(2, search, offsets, neighbors, sources, count);
    default: return csearches_run_of(4, search, offsets, neighbors, sources, count);
  }
}

// The distances from `source`, and `queue`, which has room for one node more than there are.
CVECTOR void csearch_run(
    const int *offsets, const int *neighbors, long node_count, int source, int *queue, int *distances) {
  for (long node = 0; node < node_count; node++) distances[node] = -1;
  long next = 0, end = 1;
  queue[0] = source;
  distances[source] = 0;
  while (next < end) {
    long node = queue[next++];
    int level = distances[node] + 1;
    for (long entry = offsets[node]; entry < offsets[node + 1]; entry++) {
      int neighbor = neighbors[entry], earlier = distances[neighbor];
      // A branch would often be predicted wrongly.
      queue[end] = neighbor;
      end += earlier < 0;
      distances[neighbor] = earlier < 0 ? level : earlier;
    }
  }
}

// As `csearches_run`, by one search after the other, in a connected graph. This is faster in graphs of many
// levels, in which searches from several nodes are seldom at a node at the same time.
static __attribute__((noinline)) void csearches_run_each(
    CSearches search, const int *offsets, const int *neighbors, long node_count, const int *sources,
    long count) {
  unsigned short *columns = (unsigned short *)search.found;
  for (long first = 0; first < count; first += 8) {
    long width = count - first < 8 ? count - first : 8;
    for (long index = 0; index < width; index++) {
      csearch_run(
          offsets, neighbors, node_count, sources[first + index], search.nodes, search.others);
      for (long node = 0; node < node_count; node++)
        columns[index * node_count + node] = cbrain((float)search.others[node]);
    }
    for (long node = 0; node < node_count; node++)
      for (long index = 0; index < width; index++)
        search.rows[node * search.stride + first + index] = columns[index * node_count + node];
  }
}
