// Sums of logarithms of squared distances.
//
// A sum of logarithms is the logarithm of a product, so one logarithm serves adjacent sources of the
// same charge.

#pragma once

#include "pairs.h"

// The sources from `start` to `end`, for eight targets. Coordinates are in lanes, one per axis,
// `stride` numbers apart.
typedef struct {
  long dimensions;
  const double *sources, *charges, *targets;
  long source_stride, target_stride, start, end;
  // The first `doubled` sources count twice.
  long doubled;
  // The least squared distance, at least 2^-60, of the first `count` targets from other places.
  double limit;
  long count;
} CLogarithms;

// How many of the first 16 of `count` adjacent sources have the charge of the first one.
CVECTOR long cdouble8_run_length(const double *charges, long count) {
  CDoubleVector8 charge = charges[0];
  if (count >= 16 &&
      !__builtin_reduce_or(
          (cdouble8_load(charges) != charge) | (cdouble8_load(charges + 8) != charge)))
    return 16;
  long length = 1;
  while (length < count && charges[length] == charges[0]) length += 1;
  return length;
}

CVECTOR CDoubleVector8 cdouble8_factor(
    long axes, _Bool is_careful, const CLogarithms *all, long source, CDoublePoints8 place,
    CDoubleVector8 *nearest, CDoubleVector8 *coincident) {
  CDoublePoints8 other = cdouble8_each_point(axes, all->sources + source, all->source_stride);
  CDoubleVector8 square = cdouble8_squares(axes, cdouble8_subtract_points(place, other));
  CDoubleVector8 zero = 0, one = 1, infinity = __builtin_inf();
  if (is_careful) {
    *coincident += cdouble8_where_zero(square, one, zero);
    *nearest = cdouble8_lesser(*nearest, cdouble8_where_zero(square, infinity, square));
    return cdouble8_where_zero(square, one, square);
  }
  *nearest = cdouble8_lesser(*nearest, square);
  return square;
}

// Sets `product` to that of the squared distances of `length` sources. Those at the place of a target
// are counted if the sum `is_careful`. Returns whether no other source is too near or too far.
CVECTOR _Bool cdouble8_multiply_of(
    long axes, _Bool is_careful, long length, const CLogarithms *all, long source,
    CDoublePoints8 place, CDoubleVector8 *product, CDoubleVector8 *coincident) {
  CDoubleVector8 nearest = __builtin_inf(), zeros = *coincident, total = 1;
  if (length == 16) {
    for (long next = source; next < source + 16; next += 4) {
      CDoubleVector8 a = cdouble8_factor(axes, is_careful, all, next, place, &nearest, &zeros);
      CDoubleVector8 b = cdouble8_factor(axes, is_careful, all, next + 1, place, &nearest, &zeros);
      CDoubleVector8 c = cdouble8_factor(axes, is_careful, all, next + 2, place, &nearest, &zeros);
      CDoubleVector8 d = cdouble8_factor(axes, is_careful, all, next + 3, place, &nearest, &zeros);
      total *= (a * b) * (c * d);
    }
  } else {
    for (long next = source; next < source + length; ++next)
      total *= cdouble8_factor(axes, is_careful, all, next, place, &nearest, &zeros);
  }
  *product = total;
  if (cdouble8_any_less(nearest, cdouble8_first((int)all->count, all->limit, -1))) return 0;
  if (cdouble8_any_less(cdouble8_first((int)all->count, 0x1p1000, __builtin_inf()), total)) return 0;
  *coincident = zeros;
  return 1;
}

CVECTOR long cdouble8_add_logarithms_of(long axes, const CLogarithms *all, double *totals) {
  CDoublePoints8 place = cdouble8_load_points(axes, all->targets, all->target_stride);
  CDoubleVector8 sum = 0, exponents = 0, zeros = cdouble8_load(totals + 8);
  // The product of `factors` significands, which are less than 2, for sources of `charge`.
  CDoubleVector8 significands = 1;
  double charge = 0;
  long start = all->start, factors = 0;
  while (start < all->end) {
    _Bool is_doubled = start < all->doubled;
    const double *charges = all->charges + start;
    long length = cdouble8_run_length(charges, (is_doubled ? all->doubled : all->end) - start);
    CDoubleVector8 product;
    if (!cdouble8_multiply_of(axes, 0, length, all, start, place, &product, &zeros) &&
        !cdouble8_multiply_of(axes, 1, length, all, start, place, &product, &zeros))
      break;
    double next = is_doubled ? 2 * *charges : *charges;
    if (next != charge || factors == 512) {
      sum += charge * cdouble8_log(significands);
      significands = 1;
      factors = 0;
    }
    charge = next;
    exponents += charge * cdouble8_exponent(product);
    significands *= cdouble8_significand(product);
    factors += 1;
    start += length;
  }
  sum += charge * cdouble8_log(significands) + exponents * 0.6931471805599453;
  cdouble8_store(cdouble8_load(totals) + sum, totals);
  cdouble8_store(zeros, totals + 8);
  return start;
}

CVECTOR long cdouble8_add_logarithms_inlined(const CLogarithms *all, double *totals) {
  return all->dimensions == 2 ? cdouble8_add_logarithms_of(2, all, totals)
                              : cdouble8_add_logarithms_of(3, all, totals);
}

// Adds charge * ln(square) of the sources to eight totals, and the number of sources at the place of
// each target to the next eight. Stops at sources that are too near or too far, and returns the first
// one of these, or the end.
CVECTOR_DISPATCHED(
    long, cdouble8_add_logarithms, cdouble8_add_logarithms_inlined,
    (const CLogarithms *all, double *totals), (all, totals))

// One of 256 numbers, the same for the same charge.
CVECTOR int cdouble8_charge_key(double charge) {
  union {
    double number;
    unsigned long long bits;
  } key = {charge};
  return (int)((key.bits ^ key.bits >> 32) * 0x9e3779b97f4a7c15 >> 56);
}

// Copies all sources before `end` in an order that makes most sources of the same charge adjacent.
// The lanes of the copies are `end` numbers apart, that of the charges is the last one.
static inline void cdouble8_sort_by_charge(const CLogarithms *all, double *copies) {
  int starts[257] = {0};
  for (long source = 0; source < all->end; ++source)
    starts[cdouble8_charge_key(all->charges[source]) + 1] += 1;
  for (int key = 1; key < 256; ++key) starts[key] += starts[key - 1];
  for (long source = 0; source < all->end; ++source) {
    double charge = all->charges[source];
    double *to = copies + starts[cdouble8_charge_key(charge)]++;
    for (long axis = 0; axis < all->dimensions; ++axis)
      to[axis * all->end] = all->sources[axis * all->source_stride + source];
    to[all->dimensions * all->end] = source < all->doubled ? 2 * charge : charge;
  }
}
