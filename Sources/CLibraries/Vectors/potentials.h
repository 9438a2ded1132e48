// Sums of common potentials: the logarithms of squared distances, or the reciprocals of distances.
//
// A sum of logarithms is the logarithm of a product, so one logarithm serves adjacent sources of the
// same charge.

#pragma once

#include "pairs.h"

// The sources from `start` to `end` that act on a vector of targets. All pointers are to numbers of
// the type of the loop. Coordinates are in lanes, one per axis, `stride` numbers apart.
typedef struct {
  // Whether to sum the reciprocals of distances, and not logarithms.
  _Bool is_reciprocal;
  long dimensions;
  const void *sources, *charges, *targets;
  long source_stride, target_stride, start, end;
  // The first `doubled` sources count twice.
  long doubled;
  // The least squared distance, at least 2^-60, of the first `count` targets from other places.
  double limit;
  long count;
  // The law, where one of the sums of `potentials.h` is `factor` times the potential, or 0 if none is.
  // The potential is cut off at this squared distance.
  CPairLaw law;
  double factor, squared_reach;
} CPotentials;

// FACTORS squared distances of at least LEAST have a product that does not underflow, and has not
// overflown if it is less than MOST. The significands of PRODUCTS + 16 such products have one, too.
#define Number double
#define Vector CDoubleVector8
#define Points CDoublePoints8
#define NAME(function) cdouble8_##function
#define FACTORS 16
#define LEAST 0x1p-60
#define MOST 0x1p1000
#define PRODUCTS 512
#include "potential-loops.h"

#define Number float
#define Vector CFloatVector16
#define Points CFloatPoints16
#define NAME(function) cfloat16_##function
#define FACTORS 4
#define LEAST 0x1p-31
#define MOST 0x1p126
#define PRODUCTS 64
#include "potential-loops.h"

// The potential of the law as a function of the squared distance. Where the law is clamped, the
// potential is linear in the distance, or a parabola.
CVECTOR CDoubleVector8 cdouble8_potentials(CPairLaw law, CDoubleVector8 square) {
  CDoubleVector8 least = law.min_square, k = law.strength, root = cdouble8_root(square);
  CDoubleVector8 reached = cdouble8_lesser(square, law.max_square), held, power;
  _Bool is_clamped = cdouble8_any_less(square, least);
  switch (law.form) {
    case CPairQuotient:
    case CPairCutQuotient:
      held = cdouble8_log(cdouble8_greater(reached, least)) * 0.5;
      if (!is_clamped) return k * held;
      return k * ((cdouble8_root(cdouble8_lesser(reached, least) / least) - 1) + held);
    case CPairCoulomb:
      return square < least ? -k * (2e-6 - root) / 1e-12 : -k / root;
    case CPairSoft:
      held = square + least;
      if (law.exponent == -1) return 0.5 * k * cdouble8_log(held);
      return k / (law.exponent + 1) * (cdouble8_factors(law.form, law, 1, square) * held);
    default:
      held = is_clamped ? cdouble8_greater(square, least) : square;
      power = cdouble8_factors(law.form, law, 1, held);
      if (!is_clamped && law.form == CPairInverse) return 0.5 * k * cdouble8_log(held);
      if (!is_clamped) return k / (law.exponent + 1) * (power * held);
      reached = law.form == CPairInverse ? cdouble8_log(held) / 2
                                         : power * held / (law.exponent + 1);
      return k * (reached + power * (square - held) / 2);
  }
}

static __attribute__((noinline)) double cpair_potential(CPairLaw law, double square) {
  return cdouble8_potentials(law, square).x;
}

// Adds the potentials of the sources from `start` to `end`, one by one, to `totals`, and the number of
// sources at the place of each target to the next eight.
CVECTOR void cdouble8_add_one_by_one_inlined(
    const CPotentials *all, long start, long end, double *totals, double *coincident) {
  long axes = all->dimensions;
  CDoubleVector8 zero = 0, one = 1, reach = all->squared_reach, base = 0;
  CDoubleVector8 sum = cdouble8_load(totals), zeros = cdouble8_load(coincident);
  if (all->squared_reach < __builtin_inf()) base = cdouble8_potentials(all->law, reach);
  CDoublePoints8 target = cdouble8_load_points(axes, all->targets, all->target_stride);
  for (; start < end; start++) {
    const double *source = (const double *)all->sources + start;
    double charge = ((const double *)all->charges)[start];
    CDoubleVector8 square = cdouble8_squares(axes, cdouble8_subtract_points(
        target, cdouble8_each_point(axes, source, all->source_stride)));
    square = cdouble8_lesser(square, reach);
    CDoubleVector8 held = cdouble8_where_zero(square, one, square);
    CDoubleVector8 potential = cdouble8_potentials(all->law, held) - base;
    CDoubleVector8 weight = start < all->doubled ? 2 * charge : charge;
    sum += cdouble8_where_zero(square, zero, potential) * weight;
    zeros += cdouble8_where_zero(square, one, zero);
  }
  cdouble8_store(sum, totals);
  cdouble8_store(zeros, coincident);
}

CVECTOR_DISPATCHED(
    void, cdouble8_add_one_by_one,
    (const CPotentials *all, long start, long end, double *totals, double *coincident),
    (all, start, end, totals, coincident),
    cdouble8_add_one_by_one_inlined(all, start, end, totals, coincident))

// Adds the potentials of all sources to eight totals, and the number of sources at the place of each
// target to the next eight.
static __attribute__((noinline)) void cdouble8_sum_potentials(
    const CPotentials *original, double *totals) {
  CPotentials all = *original;
  double others[8] = {0};
  while (all.start < all.end) {
    if (all.factor != 0) all.start = cdouble8_add_potentials(&all, totals);
    // Some of these are too near or too far.
    long end = all.start + 16 < all.end ? all.start + 16 : all.end;
    if (all.start < end) cdouble8_add_one_by_one(&all, all.start, end, others, totals + 8);
    all.start = end;
  }
  for (int lane = 0; lane < 8; lane++) totals[lane] = totals[lane] * all.factor + others[lane];
}
