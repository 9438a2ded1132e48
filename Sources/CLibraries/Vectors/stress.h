// Loops that lower the stress of a layout, sixteen pairs of nodes at a time.
//
// Distances and weights are bfloat16: the upper halves of floats, with a relative error
// of at most 1/256. A distance of 0 stands for no pair.

#pragma once

#include "pairs.h"

// Stochastic gradient descent on all pairs of nodes. Coordinates are in lanes, one per axis, `stride`
// numbers apart. Sixteen nodes that follow each other are a tile.
typedef struct {
  long dimensions, stride;
  float *positions;
  // For each node 1, or 0 if it is pinned; a null pointer if none is.
  const float *mobility;
  // A pair at the distance d moves the part min(1, step/d²) of the way to that distance.
  float step;
} CStressDescent;

// Sweeps over nodes, each of which moves to the mean of the places where its pivots and its neighbors
// want it.
typedef struct {
  long dimensions, stride;
  // Nodes of the same sweep read each other's new positions, and those `before` it of all others.
  float *positions;
  const float *before;
  // The number of pivots, a multiple of 16, and their positions in lanes, `pivot_stride` numbers apart.
  long pivots;
  const float *pivot_positions;
  long pivot_stride;
  // For each node a row with the distance to each pivot, and one with its weight.
  const unsigned short *distances, *weights;
  // For each node 1, or 0 if it is pinned; a null pointer if none is.
  const float *mobility;
} CStressSweep;

CVECTOR CFloatVector16 cfloat16_load_brain(const unsigned short *from) {
  typedef unsigned short Halves __attribute__((ext_vector_type(16)));
  typedef unsigned short HalvesAnywhere __attribute__((ext_vector_type(16), aligned(2)));
  typedef unsigned int Words __attribute__((ext_vector_type(16)));
  Halves halves = *(const HalvesAnywhere *)from;
  return (CFloatVector16)(__builtin_convertvector(halves, Words) << 16);
}

// Each number moves to the place before its own, the first one to the last place.
CVECTOR CFloatVector16 cfloat16_turned(CFloatVector16 a) {
  return __builtin_shufflevector(a, a, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
}

CVECTOR CFloatPoints16 cfloat16_turned_points(long axes, CFloatPoints16 a) {
  return (CFloatPoints16){
      cfloat16_turned(a.x), cfloat16_turned(a.y), axes == 3 ? cfloat16_turned(a.z) : a.z};
}

// The part of the way between two nodes that each of them moves towards the other.
CVECTOR CFloatVector16 cstress_part(
    long axes, CFloatPoints16 way, CFloatVector16 distance, float step) {
  CFloatVector16 square = distance * distance, part = step / square;
  part = 0.5f * cfloat16_lesser(part, 1);
  // Nodes at one place have no direction; the least square keeps them there.
  CFloatVector16 actual = cfloat16_squares(axes, way) + 1e-12f;
  part = part * (1 - cfloat16_root(square / actual));
  return distance > 0 ? part : (CFloatVector16)(0);
}

typedef struct {
  CFloatPoints16 a, b;
  CFloatVector16 mobility_a, mobility_b;
} CTilePair;

CVECTOR CTilePair cstress_load_pair(
    long axes, _Bool has_pins, CStressDescent descent, long a, long b) {
  CTilePair pair;
  pair.a = cfloat16_load_points(axes, descent.positions + 16 * a, descent.stride);
  pair.b = cfloat16_load_points(axes, descent.positions + 16 * b, descent.stride);
  pair.mobility_a = has_pins ? cfloat16_load(descent.mobility + 16 * a) : 1;
  pair.mobility_b = has_pins ? cfloat16_load(descent.mobility + 16 * b) : 1;
  return pair;
}

CVECTOR void cstress_store_pair(
    long axes, CStressDescent descent, CTilePair pair, long a, long b) {
  cfloat16_store_points(axes, pair.a, descent.positions + 16 * a, descent.stride);
  cfloat16_store_points(axes, pair.b, descent.positions + 16 * b, descent.stride);
}

CVECTOR void cstress_move_pair(
    long axes, _Bool has_pins, CTilePair *pair, const unsigned short *distances, float step) {
  CFloatPoints16 way = cfloat16_subtract_points(pair->a, pair->b);
  CFloatVector16 part = cstress_part(axes, way, cfloat16_load_brain(distances), step);
  CFloatVector16 part_a = has_pins ? part * pair->mobility_a : part;
  CFloatVector16 part_b = has_pins ? part * pair->mobility_b : part;
  pair->a = cfloat16_subtract_points(pair->a, cfloat16_scale_points(way, part_a));
  pair->b = cfloat16_add_points(pair->b, cfloat16_scale_points(way, part_b));
  pair->b = cfloat16_turned_points(axes, pair->b);
  if (has_pins) pair->mobility_b = cfloat16_turned(pair->mobility_b);
}

// Two pairs of tiles that have no tile in common: a with b, and c with d.
typedef struct {
  long a, b, c, d;
  // For each pair, 16 rows: row r has the distance of node j of the first tile from node (j + r) mod 16
  // of the second one.
  const unsigned short *distances_ab, *distances_cd;
} CTileMatches;

// Two pairs are moved side by side, because each step of one waits for the step before it.
CVECTOR void cstress_descend_of(
    long axes, _Bool has_pins, _Bool has_two, CStressDescent descent, CTileMatches two) {
  CTilePair ab = cstress_load_pair(axes, has_pins, descent, two.a, two.b), cd = ab;
  if (has_two) cd = cstress_load_pair(axes, has_pins, descent, two.c, two.d);
  for (long row = 0; row < 256; row += 16) {
    cstress_move_pair(axes, has_pins, &ab, two.distances_ab + row, descent.step);
    if (has_two) cstress_move_pair(axes, has_pins, &cd, two.distances_cd + row, descent.step);
  }
  cstress_store_pair(axes, descent, ab, two.a, two.b);
  if (has_two) cstress_store_pair(axes, descent, cd, two.c, two.d);
}

// Calls `function` with constants for the dimensions and for whether nodes of `all` are pinned.
#define CSTRESS_CASES(function, all, ...)                                                          \
  (all).dimensions == 2                                                                           \
      ? ((all).mobility ? function(2, 1, __VA_ARGS__) : function(2, 0, __VA_ARGS__))              \
      : ((all).mobility ? function(3, 1, __VA_ARGS__) : function(3, 0, __VA_ARGS__))

// Moves the nodes of two pairs of tiles, or of one if `distances_cd` is a null pointer.
CVECTOR_DISPATCHED(
    void, cstress_descend, (CStressDescent descent, CTileMatches matches),
    (descent, matches),
    if (matches.distances_cd) CSTRESS_CASES(cstress_descend_of, descent, 1, descent, matches);
    else CSTRESS_CASES(cstress_descend_of, descent, 0, descent, matches))

// Writes the nodes of a tile twice in a row: those from entry r on are the tile turned by r.
CVECTOR void cstress_store_twice(long axes, CFloatPoints16 nodes, float twice[3][32]) {
  for (long half = 0; half < 32; half += 16) cfloat16_store_points(axes, nodes, &twice[0][half], 32);
}

CVECTOR void cstress_descend_tile_of(
    long axes, _Bool has_pins, CStressDescent descent, const unsigned short *distances,
    long tile) {
  float *place = descent.positions + 16 * tile;
  CFloatVector16 mobility = has_pins ? cfloat16_load(descent.mobility + 16 * tile) : 1;
  CFloatPoints16 nodes = cfloat16_load_points(axes, place, descent.stride);
  float twice[3][32];
  for (long turn = 1; turn < 16; turn++) {
    cstress_store_twice(axes, nodes, twice);
    CFloatPoints16 way =
        cfloat16_subtract_points(nodes, cfloat16_load_points(axes, &twice[0][turn], 32));
    CFloatVector16 part =
        cstress_part(axes, way, cfloat16_load_brain(distances + 16 * turn), descent.step);
    nodes = cfloat16_subtract_points(nodes, cfloat16_scale_points(way, part * mobility));
  }
  cfloat16_store_points(axes, nodes, place, descent.stride);
}

// Moves the nodes of one tile by their distances from each other, in 16 rows as above.
CVECTOR_DISPATCHED(
    void, cstress_descend_tile,
    (CStressDescent descent, const unsigned short *distances, long tile),
    (descent, distances, tile),
    CSTRESS_CASES(cstress_descend_tile_of, descent, descent, distances, tile))

CVECTOR float cfloat16_sum(CFloatVector16 a) {
  float __attribute__((ext_vector_type(8))) eight = a.lo + a.hi;
  float __attribute__((ext_vector_type(4))) four = eight.lo + eight.hi;
  float __attribute__((ext_vector_type(2))) two = four.lo + four.hi;
  return two.x + two.y;
}

CVECTOR void cstress_ratios_of(
    long axes, const float *positions, long stride, const unsigned short *distances, long tile,
    long tiles, double *sums) {
  CFloatPoints16 nodes = cfloat16_load_points(axes, positions + 16 * tile, stride);
  float twice[3][32];
  for (long other = tile; other < tiles; other++, distances += 256) {
    CFloatPoints16 others = cfloat16_load_points(axes, positions + 16 * other, stride);
    cstress_store_twice(axes, others, twice);
    CFloatVector16 pairs = 0, sum = 0, square_sum = 0;
    for (long turn = 0; turn < 16; turn++) {
      CFloatVector16 distance = cfloat16_load_brain(distances + 16 * turn);
      CFloatVector16 square = cfloat16_squares(axes, cfloat16_subtract_points(
          nodes, cfloat16_load_points(axes, &twice[0][turn], 32)));
      CFloatVector16 inverse = distance > 0 ? 1 / distance : (CFloatVector16)(0);
      CFloatVector16 ratio = cfloat16_root(square) * inverse;
      pairs += distance > 0 ? (CFloatVector16)(1) : (CFloatVector16)(0);
      sum += ratio;
      square_sum += ratio * ratio;
    }
    // The pairs within a tile come twice.
    double weight = other == tile ? 0.5 : 1;
    sums[0] += weight * cfloat16_sum(pairs);
    sums[1] += weight * cfloat16_sum(sum);
    sums[2] += weight * cfloat16_sum(square_sum);
  }
}

// Adds to three sums, over the pairs with one node in `tile` and the other in the same or a later tile: their
// number, their ratios r/d, where r is the distance in the layout, and the squares of these. `distances` has
// 16 rows as above for each tile from `tile` on.
CVECTOR_DISPATCHED(
    void, cstress_ratios,
    (long dimensions, const float *positions, long stride, const unsigned short *distances,
     long tile, long tiles, double *sums),
    (dimensions, positions, stride, distances, tile, tiles, sums),
    dimensions == 2 ? cstress_ratios_of(2, positions, stride, distances, tile, tiles, sums)
                    : cstress_ratios_of(3, positions, stride, distances, tile, tiles, sums))

CVECTOR void cstress_sweep_of(
    long axes, _Bool has_pins, CStressSweep sweep, const int *offsets, const int *neighbors,
    const float *lengths, long first, long end) {
  for (long node = first; node < end; node++) {
    if (has_pins && sweep.mobility[node] == 0) continue;
    float *place = sweep.positions + node;
    CFloatPoints16 here = cfloat16_each_point(axes, place, sweep.stride), pull = {0, 0, 0};
    CFloatVector16 total = 0;
    for (long pivot = 0; pivot < sweep.pivots; pivot += 16) {
      CFloatVector16 distance =
          cfloat16_load_brain(sweep.distances + node * sweep.pivots + pivot);
      CFloatVector16 weight = cfloat16_load_brain(sweep.weights + node * sweep.pivots + pivot);
      CFloatPoints16 way = cfloat16_subtract_points(
          cfloat16_load_points(axes, sweep.pivot_positions + pivot, sweep.pivot_stride), here);
      CFloatVector16 square = cfloat16_squares(axes, way) + 1e-12f;
      CFloatVector16 part = weight * (1 - cfloat16_root(distance * distance / square));
      pull = cfloat16_add_points(pull, cfloat16_scale_points(way, part));
      total += weight;
    }
    float x = cfloat16_sum(pull.x), y = cfloat16_sum(pull.y);
    float z = axes == 3 ? cfloat16_sum(pull.z) : 0, sum = cfloat16_sum(total);
    long entry = offsets ? offsets[node] : 0, last = offsets ? offsets[node + 1] : 0;
    for (; entry < last; entry++) {
      long other = neighbors[entry];
      const float *from = other >= first && other < end ? sweep.positions : sweep.before;
      float dx = from[other] - place[0], dy = from[other + sweep.stride] - place[sweep.stride];
      float dz = axes == 3 ? from[other + 2 * sweep.stride] - place[2 * sweep.stride] : 0;
      float length = lengths ? lengths[entry] : 1, weight = 1 / (length * length);
      float square = dx * dx + dy * dy + 1e-12f;
      if (axes == 3) square += dz * dz;
      float part = weight * (1 - length / __builtin_elementwise_sqrt(square));
      x += part * dx;
      y += part * dy;
      z += part * dz;
      sum += weight;
    }
    if (!(sum > 0)) continue;
    place[0] += x / sum;
    place[sweep.stride] += y / sum;
    if (axes == 3) place[2 * sweep.stride] += z / sum;
  }
}

// Moves the nodes from `first` to `end`, one after the other. The neighbors of each node have the
// distances `lengths`; a null pointer if all are 1. Without `offsets`, only pivots count.
CVECTOR_DISPATCHED(
    void, cstress_sweep,
    (CStressSweep sweep, const int *offsets, const int *neighbors, const float *lengths, long first,
     long end),
    (sweep, offsets, neighbors, lengths, first, end),
    CSTRESS_CASES(cstress_sweep_of, sweep, sweep, offsets, neighbors, lengths, first, end))
