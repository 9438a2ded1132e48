// Sums of pairwise forces by common laws, in vectors.
//
// The loops are compiled for several instruction sets, and the processor chooses among them at run
// time. Swift compiles its own code for only one, by default the oldest.

#pragma once

#include "vectors.h"

// The factor of a force as a function of the squared distance s, where k is the strength.
typedef enum {
  // k / s; in full, s is at least sqrt(s * least).
  CPairQuotient,
  // k * (1 / s); in full, s is at least `least`.
  CPairInverse,
  // k * (1 / (s * sqrt(s))); in full, s is at least `least`.
  CPairInverseSquare,
  // k / (s * sqrt(s)), where the first s is at least `least`.
  CPairCoulomb,
} CPairForm;

typedef struct {
  CPairForm form;
  double strength, least;
} CPairLaw;

// The sources from `start` to `end` that act on a vector of targets. All pointers are to numbers of
// the type of the loop. Coordinates are in lanes, one per axis, `stride` numbers apart.
typedef struct {
  CPairLaw law;
  long dimensions;
  const void *sources, *charges, *targets;
  long source_stride, target_stride, start, end;
  // The first target among the sources, and the square that stands for its distance from itself.
  long own;
  double own_square;
  // The least squared distance of the first `count` targets.
  double limit;
  long count;
  // Whether the law's full form is meant, or the fast one.
  _Bool is_full;
} CPairs;

// Defines `name`, which calls `body`, an inlined function, for the processor's instruction set.
#if defined(__x86_64__) && !defined(__AVX512F__)
#define CVECTOR_DISPATCHED(...) CVECTOR_DISPATCHED_EXPANDED(__VA_ARGS__)
#define CVECTOR_DISPATCHED_EXPANDED(Result, name, body, Parameters, arguments)                 \
  static __attribute__((noinline, target("avx512f"))) Result name##_avx512 Parameters {        \
    return body arguments;                                                                     \
  }                                                                                            \
  static __attribute__((noinline, target("avx2"))) Result name##_avx2 Parameters {             \
    return body arguments;                                                                     \
  }                                                                                            \
  static __attribute__((noinline)) Result name Parameters {                                    \
    if (__builtin_cpu_supports("avx512f")) return name##_avx512 arguments;                     \
    if (__builtin_cpu_supports("avx2")) return name##_avx2 arguments;                          \
    return body arguments;                                                                     \
  }
#else
#define CVECTOR_DISPATCHED(Result, name, body, Parameters, arguments) \
  static __attribute__((noinline)) Result name Parameters { return body arguments; }
#endif

// Returns `function` with constants for the form and the dimensions, so that no loop tests them.
#define CPAIR_CASE(form, function, dimensions, ...) \
  case form:                                        \
    return (dimensions) == 2 ? function(form, 2, __VA_ARGS__) : function(form, 3, __VA_ARGS__);
#define CPAIR_SWITCH(form, ...)                 \
  switch (form) {                               \
    CPAIR_CASE(CPairQuotient, __VA_ARGS__)      \
    CPAIR_CASE(CPairInverse, __VA_ARGS__)       \
    CPAIR_CASE(CPairInverseSquare, __VA_ARGS__) \
    CPAIR_CASE(CPairCoulomb, __VA_ARGS__)       \
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

// The factors of two vectors of squared distances; two quotients need one division.
CVECTOR CDoubleVector8 cdouble8_two_factors(
    CPairForm form, CPairLaw law, CDoubleVector8 a, CDoubleVector8 b, CDoubleVector8 *second) {
  if (form == CPairInverseSquare || form == CPairCoulomb) {
    *second = cdouble8_factors(form, law, law.strength, b);
    return cdouble8_factors(form, law, law.strength, a);
  }
  CDoubleVector8 shared = (form == CPairQuotient ? law.strength : 1) / (a * b);
  CDoubleVector8 scale = form == CPairQuotient ? 1 : law.strength;
  *second = scale * (shared * a);
  return scale * (shared * b);
}

// The pairs of two nodes with the nodes from `start` to `end`, whole vectors, see `CPairs`.
typedef struct {
  CPairLaw law;
  long dimensions;
  const double *nodes;
  double *sums;
  long node_stride, sum_stride, node, start, end;
  // Squared distances are at least this.
  double limit;
} CMutualPairs;

CVECTOR void cdouble8_subtract_sums(long axes, CDoublePoints8 a, double *from, long stride) {
  from[0] -= cdouble8_sum(a.x);
  from[stride] -= cdouble8_sum(a.y);
  if (axes == 3) from[2 * stride] -= cdouble8_sum(a.z);
}

CVECTOR _Bool cdouble8_add_two_of(CPairForm form, long axes, const CMutualPairs *original) {
  CMutualPairs pairs = *original;
  CDoublePoints8 a = cdouble8_each_point(axes, pairs.nodes + pairs.node, pairs.node_stride);
  CDoublePoints8 b = cdouble8_each_point(axes, pairs.nodes + pairs.node + 1, pairs.node_stride);
  CDoublePoints8 total_a = {0, 0, 0}, total_b = {0, 0, 0};
  CDoubleVector8 limit = pairs.limit, nearest = __builtin_inf();
  for (long other = pairs.start; other < pairs.end; other += 8) {
    CDoublePoints8 place = cdouble8_load_points(axes, pairs.nodes + other, pairs.node_stride);
    CDoublePoints8 way_a = cdouble8_subtract_points(a, place);
    CDoublePoints8 way_b = cdouble8_subtract_points(b, place);
    CDoubleVector8 square_a = cdouble8_squares(axes, way_a);
    CDoubleVector8 square_b = cdouble8_squares(axes, way_b), factor_b;
    CDoubleVector8 factor_a = cdouble8_two_factors(
        form, pairs.law, cdouble8_greater(square_a, limit), cdouble8_greater(square_b, limit),
        &factor_b);
    CDoublePoints8 pull_a = cdouble8_scale_points(way_a, factor_a);
    CDoublePoints8 pull_b = cdouble8_scale_points(way_b, factor_b);
    CDoublePoints8 sum = cdouble8_load_points(axes, pairs.sums + other, pairs.sum_stride);
    cdouble8_store_points(
        axes, cdouble8_add_points(sum, cdouble8_add_points(pull_a, pull_b)), pairs.sums + other,
        pairs.sum_stride);
    total_a = cdouble8_add_points(total_a, pull_a);
    total_b = cdouble8_add_points(total_b, pull_b);
    nearest = cdouble8_lesser(nearest, cdouble8_lesser(square_a, square_b));
  }
  cdouble8_subtract_sums(axes, total_a, pairs.sums + pairs.node, pairs.sum_stride);
  cdouble8_subtract_sums(axes, total_b, pairs.sums + pairs.node + 1, pairs.sum_stride);
  return cdouble8_any_less(nearest, limit);
}

CVECTOR _Bool cdouble8_add_two_inlined(const CMutualPairs *pairs) {
  CPAIR_SWITCH(pairs->law.form, cdouble8_add_two_of, pairs->dimensions, pairs)
}

// Adds the forces of the pairs to all their nodes. Returns whether a pair is nearer than the limit.
CVECTOR_DISPATCHED(
    _Bool, cdouble8_add_two, cdouble8_add_two_inlined, (const CMutualPairs *pairs), (pairs))
