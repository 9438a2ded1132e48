// Loops that measure finished layouts, eight pairs of nodes or of edges at a time.

#pragma once

#include "pairs.h"

// Distances in a layout relative to those in a graph, from up to 64 nodes to all.
typedef struct {
  long dimensions, count;
  // The positions of the nodes, and those of the sources.
  const double *nodes[3], *sources[3];
  // For each node a row of distances in the graph, one from each source, 0 for pairs that do not
  // count. `width` is a multiple of 8.
  const int *distances;
  long width;
} CRatios;

CVECTOR CDoubleVector8 cratios_offset(
    const CRatios *all, long axis, long node, CDoubleVector8 source) {
  return cdouble8_all(all->nodes[axis][node]) - source;
}

CVECTOR void cratios_add_of(
    long axes, const CRatios *all, long lane, double *counts, double *sums, double *squares) {
  typedef int Integers __attribute__((ext_vector_type(8)));
  typedef int IntegersAnywhere __attribute__((ext_vector_type(8), aligned(4)));
  CDoubleVector8 x = cdouble8_load(all->sources[0] + lane);
  CDoubleVector8 y = cdouble8_load(all->sources[1] + lane);
  CDoubleVector8 z = axes == 3 ? cdouble8_load(all->sources[2] + lane) : y;
  CDoubleVector8 count = 0, sum = 0, square_sum = 0;
  for (long node = 0; node < all->count; node++) {
    Integers row = *(const IntegersAnywhere *)(all->distances + node * all->width + lane);
    CDoubleVector8 distance = __builtin_convertvector(row, CDoubleVector8);
    CDoubleVector8 dx = cratios_offset(all, 0, node, x), dy = cratios_offset(all, 1, node, y);
    CDoubleVector8 square = dx * dx + dy * dy;
    if (axes == 3) {
      CDoubleVector8 dz = cratios_offset(all, 2, node, z);
      square = square + dz * dz;
    }
    CDoubleVector8 zero = 0, one = 1;
    CDoubleVector8 ratio = distance == 0 ? zero : cdouble8_root(square) / distance;
    count += distance == 0 ? zero : one;
    sum += ratio;
    square_sum += ratio * ratio;
  }
  cdouble8_store(count, counts + lane);
  cdouble8_store(sum, sums + lane);
  cdouble8_store(square_sum, squares + lane);
}

CVECTOR void cratios_add_inlined(
    const CRatios *all, double *counts, double *sums, double *squares) {
  for (long lane = 0; lane < all->width; lane += 8) {
    if (all->dimensions == 2)
      cratios_add_of(2, all, lane, counts, sums, squares);
    else
      cratios_add_of(3, all, lane, counts, sums, squares);
  }
}

// Writes for each source the number of the ratios, their sum, and the sum of their squares, each added
// in the order of the nodes.
CVECTOR_DISPATCHED(
    void, cratios_add, cratios_add_inlined,
    (const CRatios *all, double *counts, double *sums, double *squares),
    (all, counts, sums, squares))

// Edges in the plane: the coordinates of their ends a and b, with room for seven more edges.
typedef struct {
  const double *ax, *ay, *bx, *by;
} CEdges;

// What a comparison of eight numbers gives.
typedef __typeof__((CDoubleVector8)0 < (CDoubleVector8)0) CMask8;

// The sides of the line through a and b on which eight points lie.
typedef struct {
  CMask8 left, right;
} CSides;

// Neither side if rounding leaves doubt. Source: Shewchuk, "Adaptive precision floating-point
// arithmetic and fast robust geometric predicates", 1997; its bound of the error is (3 + 16e)e.
CVECTOR CSides cedges_sides(
    CDoubleVector8 ax, CDoubleVector8 ay, CDoubleVector8 bx, CDoubleVector8 by, CDoubleVector8 cx,
    CDoubleVector8 cy) {
  CDoubleVector8 left = (ax - cx) * (by - cy), right = (ay - cy) * (bx - cx);
  CDoubleVector8 bound = (3 + 0x1p-49) * 0x1p-53
      * (__builtin_elementwise_abs(left) + __builtin_elementwise_abs(right));
  CDoubleVector8 difference = left - right;
  return (CSides){difference > bound, difference < -bound};
}

CVECTOR int cedges_bits(CMask8 mask) {
  return (int)__builtin_reduce_or(mask & (CMask8){1, 2, 4, 8, 16, 32, 64, 128});
}

// Whether the intervals from a to b and from c to d have no point in common.
CVECTOR CMask8 cedges_apart(
    CDoubleVector8 a, CDoubleVector8 b, CDoubleVector8 c, CDoubleVector8 d) {
  return cdouble8_lesser(a, b) > cdouble8_greater(c, d)
      | cdouble8_lesser(c, d) > cdouble8_greater(a, b);
}

CVECTOR int cedges_crossings_inlined(const CEdges *all, long edge, long first) {
  CDoubleVector8 ax = cdouble8_all(all->ax[edge]), ay = cdouble8_all(all->ay[edge]);
  CDoubleVector8 bx = cdouble8_all(all->bx[edge]), by = cdouble8_all(all->by[edge]);
  CDoubleVector8 cx = cdouble8_load(all->ax + first), cy = cdouble8_load(all->ay + first);
  CDoubleVector8 dx = cdouble8_load(all->bx + first), dy = cdouble8_load(all->by + first);
  CSides c = cedges_sides(ax, ay, bx, by, cx, cy), d = cedges_sides(ax, ay, bx, by, dx, dy);
  CSides a = cedges_sides(cx, cy, dx, dy, ax, ay), b = cedges_sides(cx, cy, dx, dy, bx, by);
  CMask8 cross = ((c.left & d.right) | (c.right & d.left))
      & ((a.left & b.right) | (a.right & b.left));
  CMask8 miss = (c.left & d.left) | (c.right & d.right) | (a.left & b.left)
      | (a.right & b.right) | cedges_apart(ax, bx, cx, dx) | cedges_apart(ay, by, cy, dy);
  return cedges_bits(cross) | cedges_bits(~(cross | miss)) << 8;
}

// Which of the eight edges from `first` on cross `edge`, as bits, and which are in doubt, because of
// rounding or a common end, as bits 256 times as high.
CVECTOR_DISPATCHED(
    int, cedges_crossings, cedges_crossings_inlined,
    (const CEdges *all, long edge, long first), (all, edge, first))
