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
} CPotentials;

// One of 256 numbers, the same for the same charge.
CVECTOR int cpotentials_key(double charge) {
  union {
    double number;
    unsigned long long bits;
  } key = {charge};
  return (int)((key.bits ^ key.bits >> 32) * 0x9e3779b97f4a7c15 >> 56);
}

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
