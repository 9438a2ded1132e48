// Sums of pairwise forces by common laws, in vectors.
//
// The loops are compiled for several instruction sets, and the processor chooses among them at run
// time. Swift compiles its own code for only one, by default the oldest.

#pragma once

#include "vectors.h"

// The factor of a force as a function of the squared distance s, where k is the strength.
typedef enum {
  // k / s; in full, s is at least sqrt(s * min_square).
  CPairQuotient,
  // The same in full, and 0 where s is `max_square` or more.
  CPairCutQuotient,
  // k / (s * sqrt(s)), where the first s is at least `min_square`.
  CPairCoulomb,
  // k, k * (1 / sqrt(s)), k * (1 / s), k * (1 / (s * sqrt(s))), k * (1 / (s * s)): the law of
  // CPairPower with the exponents 1, 0, -1, -2 and -3.
  CPairLinear,
  CPairConstant,
  CPairInverse,
  CPairInverseSquare,
  CPairInverseCube,
  // k * s^((exponent - 1) / 2); in full, s is at least `min_square`.
  CPairPower,
  // k * (s + min_square)^((exponent - 1) / 2).
  CPairSoft,
} CPairForm;

typedef struct {
  CPairForm form;
  double strength, min_square, max_square, exponent;
} CPairLaw;

// Sources, and targets on which they act. All pointers are to numbers of the type of the loop.
// Coordinates and sums are in lanes, one per axis, `stride` numbers apart.
typedef struct {
  CPairLaw law;
  long dimensions;
  const void *sources, *charges, *targets;
  void *sums;
  long source_stride, target_stride, sum_stride, source_count, target_count;
  // The first target among the sources; far below zero if targets are not sources.
  long own;
  // The fast form of the law is right from the first squared distance on, the full one from the other.
  double fast_limit, full_limit;
  // From this squared distance on, sources do not act.
  double squared_reach;
  // Pairs with at most this squared distance are too near each other.
  double too_near;
} CPairs;

// Defines the function `name`, whose body is the rest of the arguments, for each instruction set, and
// calls the one for this processor.
#if defined(__x86_64__) && !defined(__AVX512F__)
#define CVECTOR_DISPATCHED(...) CVECTOR_DISPATCHED_EXPANDED(__VA_ARGS__)
#define CVECTOR_DISPATCHED_EXPANDED(Result, name, Parameters, arguments, ...)                         \
  static __attribute__((noinline, target("avx512f"))) Result name##_avx512 Parameters { __VA_ARGS__; } \
  static __attribute__((noinline, target("avx2"))) Result name##_avx2 Parameters { __VA_ARGS__; }      \
  static __attribute__((noinline)) Result name Parameters {                                           \
    if (__builtin_cpu_supports("avx512f")) return name##_avx512 arguments;                            \
    if (__builtin_cpu_supports("avx2")) return name##_avx2 arguments;                                 \
    __VA_ARGS__;                                                                                      \
  }
#else
#define CVECTOR_DISPATCHED(Result, name, Parameters, arguments, ...) \
  static __attribute__((noinline)) Result name Parameters { __VA_ARGS__; }
#endif

// Calls `function` with constants for the dimensions and for common forms, so that no loop tests them.
#define CPAIR_AXES(form, function, dimensions, ...) \
  return (dimensions) == 2 ? function(form, 2, __VA_ARGS__) : function(form, 3, __VA_ARGS__)
#define CPAIR_SWITCH(form, ...)                                         \
  switch (form) {                                                       \
    case CPairQuotient: CPAIR_AXES(CPairQuotient, __VA_ARGS__);           \
    case CPairCoulomb: CPAIR_AXES(CPairCoulomb, __VA_ARGS__);             \
    case CPairInverse: CPAIR_AXES(CPairInverse, __VA_ARGS__);             \
    case CPairInverseSquare: CPAIR_AXES(CPairInverseSquare, __VA_ARGS__); \
    default: CPAIR_AXES(form, __VA_ARGS__);                               \
  }

#define Number double
#define Vector CDoubleVector8
#define Points CDoublePoints8
#define NAME(function) cdouble8_##function
#include "pair-loops.h"

#define Number float
#define Vector CFloatVector16
#define Points CFloatPoints16
#define NAME(function) cfloat16_##function
#include "pair-loops.h"

// The factor of the law in full, for a charge of 1.
static __attribute__((noinline)) double cpair_factor(CPairLaw law, double square) {
  return cdouble8_full_factors(law.form, law, square).x;
}

// All pairs of nodes of charge 1. Lanes of sums and of nodes are padded to whole vectors.
typedef struct {
  CPairLaw law;
  long dimensions;
  const double *nodes;
  double *sums;
  long node_stride, sum_stride;
  // The fast form of the law is right from this squared distance on.
  double limit;
  CJiggle jiggle;
  unsigned long long seed;
} CMutualPairs;

// The pairs of two nodes with the same eight others: the offsets from these, their squares, and the factors.
typedef struct {
  CDoublePoints8 way_a, way_b;
  CDoubleVector8 square_a, square_b, factor_a, factor_b;
} CMutualRows;

// Two quotients need one division.
CVECTOR CMutualRows cdouble8_two_rows(
    CPairForm form, long axes, const CMutualPairs *pairs, CDoublePoints8 node_a,
    CDoublePoints8 node_b, CDoublePoints8 others) {
  CMutualRows rows;
  rows.way_a = cdouble8_subtract_points(node_a, others);
  rows.way_b = cdouble8_subtract_points(node_b, others);
  rows.square_a = cdouble8_squares(axes, rows.way_a);
  rows.square_b = cdouble8_squares(axes, rows.way_b);
  CDoubleVector8 limit = pairs->limit, strength = pairs->law.strength, scale = strength;
  CDoubleVector8 a = cdouble8_greater(rows.square_a, limit);
  CDoubleVector8 b = cdouble8_greater(rows.square_b, limit);
  if (form != CPairQuotient && form != CPairInverse) {
    rows.factor_a = cdouble8_factors(form, pairs->law, strength, a);
    rows.factor_b = cdouble8_factors(form, pairs->law, strength, b);
    return rows;
  }
  CDoubleVector8 shared = (form == CPairQuotient ? strength : 1) / (a * b);
  if (form == CPairQuotient) scale = 1;
  rows.factor_a = scale * (shared * b);
  rows.factor_b = scale * (shared * a);
  return rows;
}

// Replaces the force of a pair that is nearer than the limit by that of the law in full.
static __attribute__((noinline)) void cdouble8_replace_pair(
    const CMutualPairs *pairs, long node, long other, double *way, double square) {
  double factor;
  if (square == 0) {
    pairs->jiggle((int)node, (int)other, pairs->seed, way);
    if (pairs->dimensions == 2) way[2] = 0;
    factor = cpair_factor(pairs->law, way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  } else {
    CDoubleVector8 strength = pairs->law.strength;
    factor = cpair_factor(pairs->law, square)
        - cdouble8_factors(pairs->law.form, pairs->law, strength, pairs->limit).x;
  }
  for (long axis = 0; axis < pairs->dimensions; axis++) {
    pairs->sums[axis * pairs->sum_stride + node] += way[axis] * factor;
    pairs->sums[axis * pairs->sum_stride + other] -= way[axis] * factor;
  }
}

CVECTOR void cdouble8_correct(long axes, const CMutualPairs *pairs, long node, long other) {
  double way[3] = {0}, square = 0;
  for (long axis = 0; axis < axes; axis++) {
    const double *lane = pairs->nodes + axis * pairs->node_stride;
    way[axis] = lane[other] - lane[node];
    square += way[axis] * way[axis];
  }
  if (square < pairs->limit) cdouble8_replace_pair(pairs, node, other, way, square);
}

CVECTOR void cdouble8_subtract_sums(long axes, CDoublePoints8 a, double *from, long stride) {
  from[0] -= cdouble8_sum(a.x);
  from[stride] -= cdouble8_sum(a.y);
  if (axes == 3) from[2 * stride] -= cdouble8_sum(a.z);
}

// Adds the pairs of `node`, and of the node after it if `has_two`, with the nodes from `start` to
// `end`, whole vectors.
CVECTOR void cdouble8_add_rows(
    CPairForm form, long axes, _Bool has_two, const CMutualPairs *original, long node, long start,
    long end) {
  CMutualPairs pairs = *original;
  CDoublePoints8 a = cdouble8_each_point(axes, pairs.nodes + node, pairs.node_stride), b = a;
  if (has_two) b = cdouble8_each_point(axes, pairs.nodes + node + 1, pairs.node_stride);
  CDoublePoints8 total_a = {0, 0, 0}, total_b = {0, 0, 0};
  CDoubleVector8 nearest = __builtin_inf();
  for (long other = start; other < end; other += 8) {
    CDoublePoints8 others = cdouble8_load_points(axes, pairs.nodes + other, pairs.node_stride);
    CMutualRows rows = cdouble8_two_rows(form, axes, &pairs, a, b, others);
    CDoublePoints8 pull_a = cdouble8_scale_points(rows.way_a, rows.factor_a), pull = pull_a;
    total_a = cdouble8_add_points(total_a, pull_a);
    nearest = cdouble8_lesser(nearest, cdouble8_lesser(rows.square_a, rows.square_b));
    if (has_two) {
      CDoublePoints8 pull_b = cdouble8_scale_points(rows.way_b, rows.factor_b);
      total_b = cdouble8_add_points(total_b, pull_b);
      pull = cdouble8_add_points(pull_a, pull_b);
    }
    CDoublePoints8 sum = cdouble8_load_points(axes, pairs.sums + other, pairs.sum_stride);
    cdouble8_store_points(
        axes, cdouble8_add_points(sum, pull), pairs.sums + other, pairs.sum_stride);
  }
  cdouble8_subtract_sums(axes, total_a, pairs.sums + node, pairs.sum_stride);
  if (has_two) cdouble8_subtract_sums(axes, total_b, pairs.sums + node + 1, pairs.sum_stride);
  if (!cdouble8_any_less(nearest, pairs.limit)) return;
  for (long other = start; other < end; other++) {
    cdouble8_correct(axes, original, node, other);
    if (has_two) cdouble8_correct(axes, original, node + 1, other);
  }
}

// Adds the pairs among at most eight nodes, whose lanes are padded to eight; that of a node with itself
// adds zero.
CVECTOR void cdouble8_add_tile(
    CPairForm form, long axes, const CMutualPairs *pairs, long start, long end) {
  const double *nodes = pairs->nodes + start;
  CDoublePoints8 others = cdouble8_load_points(axes, nodes, pairs->node_stride);
  CDoublePoints8 sum = cdouble8_load_points(axes, pairs->sums + start, pairs->sum_stride);
  CDoubleVector8 nearest = __builtin_inf();
  for (int row = 0; row < end - start; row += 2) {
    CMutualRows rows = cdouble8_two_rows(
        form, axes, pairs, cdouble8_each_point(axes, nodes + row, pairs->node_stride),
        cdouble8_each_point(axes, nodes + row + 1, pairs->node_stride), others);
    sum = cdouble8_add_points(sum, cdouble8_scale_points(rows.way_a, rows.factor_a));
    nearest = cdouble8_lesser(nearest, cdouble8_with(rows.square_a, row, __builtin_inf()));
    if (row + 1 == end - start) break;
    sum = cdouble8_add_points(sum, cdouble8_scale_points(rows.way_b, rows.factor_b));
    nearest = cdouble8_lesser(nearest, cdouble8_with(rows.square_b, row + 1, __builtin_inf()));
  }
  cdouble8_store_points(axes, sum, pairs->sums + start, pairs->sum_stride);
  if (!cdouble8_any_less(nearest, pairs->limit)) return;
  for (long node = start; node < end; node++)
    for (long other = start; other < node; other++) cdouble8_correct(axes, pairs, node, other);
}

CVECTOR void cdouble8_add_block_of(
    CPairForm form, long axes, const CMutualPairs *pairs, long start, long end) {
  // The nodes after the last whole tile are paired with all before it.
  long whole = start + (end - start) / 8 * 8;
  for (long node = 0; node + 1 < end; node += 2) {
    long after = node < start ? start : node < whole ? node / 8 * 8 + 8 : 0;
    if (node >= start && node < whole && node % 8 == 0)
      cdouble8_add_tile(form, axes, pairs, node, node + 8);
    cdouble8_add_rows(form, axes, 1, pairs, node, after, whole);
  }
  if (end % 2 == 1) cdouble8_add_rows(form, axes, 0, pairs, end - 1, 0, whole);
  if (whole < end) cdouble8_add_tile(form, axes, pairs, whole, end);
}

// Adds the forces of the pairs among the nodes from `start`, a multiple of eight, to `end`, and of these
// nodes with all earlier ones, to all their nodes.
CVECTOR_DISPATCHED(
    void, cdouble8_add_block, (const CMutualPairs *pairs, long start, long end), (pairs, start, end),
    CPAIR_SWITCH(pairs->law.form, cdouble8_add_block_of, pairs->dimensions, pairs, start, end))
