// What a node adds to the stress and to the crossings of a layout in the plane, sixteen terms at a time.

#pragma once

#include "stress.h"

CVECTOR long cannealing_crossings_of(
    const float *ends, long stride, long count, float ax, float ay, float bx, float by) {
// Edges with a common end do not cross: without fused operations, the differences below are exactly 0.
#pragma clang fp contract(off)
  float ex = bx - ax, ey = by - ay;
  long crossings = 0;
  for (long first = 0; first < count; first += 16) {
    CFloatVector16 cx = cfloat16_load(ends + first) - ax;
    CFloatVector16 cy = cfloat16_load(ends + stride + first) - ay;
    CFloatVector16 dx = cfloat16_load(ends + 2 * stride + first) - ax;
    CFloatVector16 dy = cfloat16_load(ends + 3 * stride + first) - ay;
    CFloatVector16 fx = dx - cx, fy = dy - cy;
    CFloatVector16 side_c = ex * cy - ey * cx, side_d = ex * dy - ey * dx;
    CFloatVector16 side_a = fy * cx - fx * cy, side_b = fx * (ey - cy) - fy * (ex - cx);
    crossings -= __builtin_reduce_add((side_c * side_d < 0) & (side_a * side_b < 0));
  }
  return crossings;
}

// The number of edges that cross the one from a to b. The x and y of one end of each edge, and those of
// its other end, are in four lanes, `stride` numbers apart, and not a number after the last edge.
CVECTOR_DISPATCHED(
    long, cannealing_crossings,
    (const float *ends, long stride, long count, float ax, float ay, float bx, float by),
    (ends, stride, count, ax, ay, bx, by),
    return cannealing_crossings_of(ends, stride, count, ax, ay, bx, by))

CVECTOR float cannealing_stress_of(
    const float *places, long stride, long count, const float *inverse, float x, float y) {
  CFloatVector16 sum = 0;
  for (long first = 0; first < count; first += 16) {
    CFloatVector16 dx = cfloat16_load(places + first) - x;
    CFloatVector16 dy = cfloat16_load(places + stride + first) - y;
    CFloatVector16 scale = cfloat16_load(inverse + first);
    CFloatVector16 part = cfloat16_root(dx * dx + dy * dy) * scale - 1;
    part = scale > 0 ? part : (CFloatVector16)(0);
    sum += part * part;
  }
  return cfloat16_sum(sum);
}

// The sum of (r/d - 1)² over the points in two lanes of `places`, where r is the distance from (x, y), and
// `inverse` has 1/d, or 0 for no pair. `count` is rounded up to a multiple of 16.
CVECTOR_DISPATCHED(
    float, cannealing_stress,
    (const float *places, long stride, long count, const float *inverse, float x, float y),
    (places, stride, count, inverse, x, y),
    return cannealing_stress_of(places, stride, count, inverse, x, y))
