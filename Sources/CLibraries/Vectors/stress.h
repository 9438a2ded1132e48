// Loops that lower the stress of a layout, sixteen pairs of nodes at a time.
//
// Distances and weights are bfloat16: the upper halves of floats, with a relative error
// of at most 1/256. A distance of 0 stands for no pair.

#pragma once

#include "pairs.h"

// Stochastic gradient descent on all pairs of nodes. Coordinates are in lanes, one per axis, `stride`
// numbers apart. Before the first lane, and after the nodes in each, 16 numbers are written as they were read.
typedef struct {
  long dimensions, stride;
  float *positions;
  // For each node 1, or 0 if it is pinned; a null pointer if none is.
  const float *mobility;
  // A pair at the distance d moves the part min(1, step/d²) of the way to that distance.
  float step;
} CStressDescent;

// The pairs of nodes in rounds, in each of which a node is in at most one pair. In round r of an odd number n of
// rounds, x + y is r or r + n for the pairs of nodes x < y.
typedef struct {
  long rounds;
  // For each round the place of its first distance, and after the last their end.
  const long *places;
  // In a round first those of x + y = r, then those of x + y = r + n, each in whole vectors. The least |x - y| is first.
  const unsigned short *distances;
} CStressPairs;

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

CVECTOR CFloatVector16 cfloat16_reversed(CFloatVector16 a) {
  return __builtin_shufflevector(a, a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
}

CVECTOR CFloatPoints16 cfloat16_reversed_points(long axes, CFloatPoints16 a) {
  return (CFloatPoints16){
      cfloat16_reversed(a.x), cfloat16_reversed(a.y), axes == 3 ? cfloat16_reversed(a.z) : a.z};
}

// The part of the way between two nodes that each of them moves towards the other.
CVECTOR CFloatVector16 cstress_part(
    long axes, CFloatPoints16 way, CFloatVector16 distance, float step) {
  CFloatVector16 square = distance * distance;
  // Nodes at one place have no direction; the least square keeps them there.
  CFloatVector16 actual = cfloat16_root(cfloat16_squares(axes, way) + 1e-12f);
  // One division for step / square and for distance / actual.
  CFloatVector16 shared = 1 / (square * actual);
  CFloatVector16 part = 0.5f * cfloat16_lesser(step * (shared * actual), 1);
  part = part * (1 - distance * (shared * square));
  return distance > 0 ? part : (CFloatVector16)(0);
}

// The nodes of the innermost pair of half a round, in which x + y is the same for all pairs, and the number of these.
typedef struct {
  long low, high, count;
} CStressHalf;

CVECTOR CStressHalf cstress_half(CStressPairs pairs, long round, long half) {
  long sum = half == 0 ? round : round + pairs.rounds, low = (sum + 1) / 2 - 1;
  return (CStressHalf){
      low, sum - low, half == 0 ? (round + 1) / 2 : (pairs.rounds - 1 - round) / 2};
}

CVECTOR CFloatPoints16 cstress_load_low(long axes, CStressDescent descent, long low) {
  return cfloat16_reversed_points(
      axes, cfloat16_load_points(axes, descent.positions + low - 15, descent.stride));
}

// Moves sixteen pairs: the nodes from `low` on backwards with those from `high` on. Nodes without a pair are written
// as they were read.
CVECTOR void cstress_move_pairs(
    long axes, _Bool has_pins, CStressDescent descent, long low, long high,
    const unsigned short *distances) {
  CFloatPoints16 a = cstress_load_low(axes, descent, low);
  CFloatPoints16 b = cfloat16_load_points(axes, descent.positions + high, descent.stride);
  CFloatPoints16 way = cfloat16_subtract_points(a, b);
  CFloatVector16 part = cstress_part(axes, way, cfloat16_load_brain(distances), descent.step);
  CFloatVector16 part_a = part, part_b = part;
  if (has_pins) {
    part_a = part * cfloat16_reversed(cfloat16_load(descent.mobility + low - 15));
    part_b = part * cfloat16_load(descent.mobility + high);
  }
  a = cfloat16_subtract_points(a, cfloat16_scale_points(way, part_a));
  b = cfloat16_add_points(b, cfloat16_scale_points(way, part_b));
  a = cfloat16_reversed_points(axes, a);
  cfloat16_store_points(axes, a, descent.positions + low - 15, descent.stride);
  cfloat16_store_points(axes, b, descent.positions + high, descent.stride);
}

// Calls `function` with constants for the dimensions and for whether nodes of `all` are pinned.
#define CSTRESS_CASES(function, all, ...)                                                          \
  (all).dimensions == 2                                                                           \
      ? ((all).mobility ? function(2, 1, __VA_ARGS__) : function(2, 0, __VA_ARGS__))              \
      : ((all).mobility ? function(3, 1, __VA_ARGS__) : function(3, 0, __VA_ARGS__))

CVECTOR void cstress_descend_of(
    long axes, _Bool has_pins, CStressDescent descent, CStressPairs pairs, const long *rounds) {
  for (long index = 0; index < pairs.rounds; index++) {
    const unsigned short *distances = pairs.distances + pairs.places[rounds[index]];
    for (long number = 0; number < 2; number++) {
      CStressHalf half = cstress_half(pairs, rounds[index], number);
      for (long pair = 0; pair < half.count; pair += 16, distances += 16)
        cstress_move_pairs(
            axes, has_pins, descent, half.low - pair, half.high + pair, distances);
    }
  }
}

// Moves all pairs, in the order of `rounds`.
CVECTOR_DISPATCHED(
    void, cstress_descend, (CStressDescent descent, CStressPairs pairs, const long *rounds),
    (descent, pairs, rounds), CSTRESS_CASES(cstress_descend_of, descent, descent, pairs, rounds))

CVECTOR float cfloat16_sum(CFloatVector16 a) {
  float __attribute__((ext_vector_type(8))) eight = a.lo + a.hi;
  float __attribute__((ext_vector_type(4))) four = eight.lo + eight.hi;
  float __attribute__((ext_vector_type(2))) two = four.lo + four.hi;
  return two.x + two.y;
}

CVECTOR void cstress_ratios_of(
    long axes, CStressDescent nodes, CStressPairs pairs, long first, long end, double *sums) {
  for (long round = first; round < end; round++) {
    const unsigned short *distances = pairs.distances + pairs.places[round];
    CFloatVector16 count = 0, sum = 0, square_sum = 0;
    for (long number = 0; number < 2; number++) {
      CStressHalf half = cstress_half(pairs, round, number);
      for (long pair = 0; pair < half.count; pair += 16, distances += 16) {
        CFloatVector16 distance = cfloat16_load_brain(distances);
        CFloatPoints16 a = cstress_load_low(axes, nodes, half.low - pair);
        CFloatPoints16 b =
            cfloat16_load_points(axes, nodes.positions + half.high + pair, nodes.stride);
        CFloatVector16 square = cfloat16_squares(axes, cfloat16_subtract_points(a, b));
        CFloatVector16 inverse = distance > 0 ? 1 / distance : (CFloatVector16)(0);
        CFloatVector16 ratio = cfloat16_root(square) * inverse;
        count += distance > 0 ? (CFloatVector16)(1) : (CFloatVector16)(0);
        sum += ratio;
        square_sum += ratio * ratio;
      }
    }
    sums[0] += cfloat16_sum(count);
    sums[1] += cfloat16_sum(sum);
    sums[2] += cfloat16_sum(square_sum);
  }
}

// Adds to three sums, over the pairs of the rounds from `first` to `end`: their number, their ratios r/d, where r is
// the distance in the layout, and the squares of these.
CVECTOR_DISPATCHED(
    void, cstress_ratios,
    (CStressDescent nodes, CStressPairs pairs, long first, long end, double *sums),
    (nodes, pairs, first, end, sums),
    nodes.dimensions == 2 ? cstress_ratios_of(2, nodes, pairs, first, end, sums)
                          : cstress_ratios_of(3, nodes, pairs, first, end, sums))

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
