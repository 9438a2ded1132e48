// The crossings of edges of a layout in the plane, and what a node adds to its stress, sixteen terms at a time.

#pragma once

#include "stress.h"

// The edges of a layout in the plane, in blocks of sixteen. All lanes have padding, which is not a number.
typedef struct {
  // The x and y of one end of each edge, and those of its other end, in four lanes `stride` numbers apart.
  float *ends;
  long stride;
  // The least x and y of each block, and the greatest, in four lanes `box_stride` numbers apart.
  float *boxes;
  long box_stride, blocks;
} CCrossings;

// From (ax, ay) to (bx, by).
typedef struct {
  float ax, ay, bx, by;
} CSegment;

typedef int CIntVector16 __attribute__((ext_vector_type(16)));

// For each edge of `block` -1 if it crosses `a`, or else 0.
CVECTOR CIntVector16 ccrossings_of_block(CCrossings edges, long block, CSegment a) {
// Edges with a common end do not cross: without fused operations, the differences below are exactly 0.
#pragma clang fp contract(off)
  const float *ends = edges.ends + 16 * block;
  CFloatVector16 cx = cfloat16_load(ends), cy = cfloat16_load(ends + edges.stride);
  CFloatVector16 dx = cfloat16_load(ends + 2 * edges.stride);
  CFloatVector16 dy = cfloat16_load(ends + 3 * edges.stride);
  CFloatVector16 ex = cfloat16_all(a.bx - a.ax), ey = cfloat16_all(a.by - a.ay);
  CFloatVector16 fx = dx - cx, fy = dy - cy;
  CFloatVector16 side_c = ex * (cy - a.ay) - ey * (cx - a.ax);
  CFloatVector16 side_d = ex * (dy - a.ay) - ey * (dx - a.ax);
  CFloatVector16 side_a = fx * (a.ay - cy) - fy * (a.ax - cx);
  CFloatVector16 side_b = fx * (a.by - cy) - fy * (a.bx - cx);
  return (side_c * side_d < 0) & (side_a * side_b < 0);
}

// A bit for each of the sixteen blocks from `first` on, set if the box around `a` overlaps its box.
CVECTOR unsigned ccrossings_blocks_near(CCrossings edges, long first, CSegment a) {
  const float *boxes = edges.boxes + first;
  CIntVector16 near =
      (cfloat16_load(boxes) <= __builtin_fmaxf(a.ax, a.bx)) &
      (cfloat16_load(boxes + edges.box_stride) <= __builtin_fmaxf(a.ay, a.by)) &
      (cfloat16_load(boxes + 2 * edges.box_stride) >= __builtin_fminf(a.ax, a.bx)) &
      (cfloat16_load(boxes + 3 * edges.box_stride) >= __builtin_fminf(a.ay, a.by));
  return cfloat16_differences(__builtin_convertvector(near, CFloatVector16), cfloat16_all(0));
}

// Whether testing all edges takes less time than choosing blocks.
CVECTOR _Bool ccrossings_has_few(CCrossings edges) { return edges.blocks <= 16; }

CVECTOR long ccrossings_of_segment(CCrossings edges, CSegment a) {
  CIntVector16 sum = 0;
  if (ccrossings_has_few(edges)) {
    for (long block = 0; block < edges.blocks; block++)
      sum -= ccrossings_of_block(edges, block, a);
    return __builtin_reduce_add(sum);
  }
  for (long first = 0; first < edges.blocks; first += 16)
    for (unsigned near = ccrossings_blocks_near(edges, first, a); near != 0; near &= near - 1)
      sum -= ccrossings_of_block(edges, first + __builtin_ctz(near), a);
  return __builtin_reduce_add(sum);
}

// The number of edges that cross `a`.
CVECTOR_DISPATCHED(
    long, ccrossings_of, (CCrossings edges, CSegment a), (edges, a),
    return ccrossings_of_segment(edges, a))

// Fits the box of a block to its edges.
static inline void ccrossings_fit(CCrossings edges, long block) {
  if (ccrossings_has_few(edges)) return;
  for (long axis = 0; axis < 2; axis++) {
    const float *ends = edges.ends + 16 * block + axis * edges.stride;
    CFloatVector16 a = cfloat16_load(ends), b = cfloat16_load(ends + 2 * edges.stride);
    float *box = edges.boxes + block + axis * edges.box_stride;
    // Padding is not a number, and counts as the first edge.
    a = a == a ? a : (CFloatVector16)(a.s0), b = b == b ? b : (CFloatVector16)(b.s0);
    *box = cfloat16_least(cfloat16_lesser(a, b));
    box[2 * edges.box_stride] = cfloat16_greatest(cfloat16_greater(a, b));
  }
}

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
