// Two springs at a time, which share no node: the processor divides and takes roots of two numbers in the
// time of one.

#pragma once

#include "vectors.h"

typedef double CDoubleVector2 __attribute__((ext_vector_type(2)));
typedef int CIntVector2 __attribute__((ext_vector_type(2)));

// A pair that is one spring holds it twice.
typedef struct {
  CIntVector2 sources, targets;
  // The fractions of the stretch that the ends correct per tick.
  CDoubleVector2 source_parts, target_parts, lengths;
} CSpringPair;

typedef struct {
  const CSpringPair *pairs;
  long count, dimensions;
  // Lanes, one per axis, `stride` numbers apart.
  const double *positions;
  double *velocities;
  long position_stride, velocity_stride;
  double alpha;
  CJiggle jiggle;
  unsigned long long seed;
} CSprings;

CVECTOR CDoubleVector2 cdouble2_gather(const double *from, CIntVector2 at) {
  return (CDoubleVector2){from[at.x], from[at.y]};
}

CVECTOR void cdouble2_scatter(CDoubleVector2 a, double *to, CIntVector2 at) {
  to[at.x] = a.x;
  to[at.y] = a.y;
}

// Unrolled, so that what is indexed by the axis stays in registers.
#define CAXES _Pragma("unroll") for (int axis = 0; axis < axes; axis++)

CVECTOR CDoubleVector2 cdouble2_square(int axes, const CDoubleVector2 *way) {
  CDoubleVector2 sum = 0;
  CAXES sum += way[axis] * way[axis];
  return sum;
}

// Springs at one node depend on each other, so the latency from velocities to velocities counts:
// length/d is computed as length/d²·d, where division and root overlap.
CVECTOR void csprings_pull_in(int axes, CSprings all) {
  for (long i = 0; i < all.count; i++) {
    const CSpringPair pair = all.pairs[i];
    CDoubleVector2 way[3], source_velocity[3], target_velocity[3];
    CAXES {
      const double *x = all.positions + axis * all.position_stride;
      const double *v = all.velocities + axis * all.velocity_stride;
      source_velocity[axis] = cdouble2_gather(v, pair.sources);
      target_velocity[axis] = cdouble2_gather(v, pair.targets);
      way[axis] = cdouble2_gather(x, pair.targets) - cdouble2_gather(x, pair.sources) +
                  (target_velocity[axis] - source_velocity[axis]);
    }
    CDoubleVector2 square = cdouble2_square(axes, way);
    if (__builtin_expect(square.x == 0 || square.y == 0, 0)) {
      double first[3], second[3];
      all.jiggle(pair.sources.x, pair.targets.x, all.seed, first);
      all.jiggle(pair.sources.y, pair.targets.y, all.seed, second);
      CAXES way[axis] = square == 0 ? (CDoubleVector2){first[axis], second[axis]} : way[axis];
      square = cdouble2_square(axes, way);
    }
    CDoubleVector2 stretch = 1 - pair.lengths / square * __builtin_elementwise_sqrt(square);
    CDoubleVector2 source_part = all.alpha * pair.source_parts;
    CDoubleVector2 target_part = all.alpha * pair.target_parts;
    CAXES {
      double *v = all.velocities + axis * all.velocity_stride;
      cdouble2_scatter(target_velocity[axis] - way[axis] * target_part * stretch, v, pair.targets);
      cdouble2_scatter(source_velocity[axis] + way[axis] * source_part * stretch, v, pair.sources);
    }
  }
}

// Adds to the velocities what reduces the stretch of the springs after the tick, one after the other.
static __attribute__((noinline)) void csprings_pull(const CSprings *all) {
  all->dimensions == 2 ? csprings_pull_in(2, *all) : csprings_pull_in(3, *all);
}
