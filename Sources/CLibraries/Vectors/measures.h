// Loops that measure finished layouts, eight pairs of nodes or of edges at a time.

#pragma once

#include "pairs.h"

CVECTOR void cratios_add_of(
    long axes, const double *nodes, long node_count, const double *sources, const int *distances,
    long width, long lane, double *sums) {
  typedef int Integers __attribute__((ext_vector_type(8)));
  typedef int IntegersAnywhere __attribute__((ext_vector_type(8), aligned(4)));
  CDoublePoints8 place = cdouble8_load_points(axes, sources + lane, width);
  CDoubleVector8 count = 0, sum = 0, square_sum = 0;
  for (long node = 0; node < node_count; node++) {
    Integers row = *(const IntegersAnywhere *)(distances + node * width + lane);
    CDoubleVector8 distance = __builtin_convertvector(row, CDoubleVector8);
    CDoubleVector8 square = cdouble8_squares(axes, cdouble8_subtract_points(
        cdouble8_each_point(axes, nodes + node, node_count), place));
    CDoubleVector8 zero = 0, one = 1;
    CDoubleVector8 ratio = distance == 0 ? zero : cdouble8_root(square) / distance;
    count += distance == 0 ? zero : one;
    sum += ratio;
    square_sum += ratio * ratio;
  }
  cdouble8_store(count, sums + lane);
  cdouble8_store(sum, sums + width + lane);
  cdouble8_store(square_sum, sums + 2 * width + lane);
}

// The distances in a layout relative to those in a graph, from up to 64 sources to all nodes, whose
// coordinates are in lanes, one per axis. For each node there is a row of distances in the graph, one
// from each source, 0 for pairs that do not count; `width`, a multiple of 8, is its length. Writes for
// each source the number of the ratios, then their sums, then the sums of their squares, each added in
// the order of the nodes.
CVECTOR_DISPATCHED(
    void, cratios_add,
    (long dimensions, const double *nodes, long count, const double *sources, const int *distances,
     long width, double *sums),
    (dimensions, nodes, count, sources, distances, width, sums),
    for (long lane = 0; lane < width; lane += 8)
      dimensions == 2 ? cratios_add_of(2, nodes, count, sources, distances, width, lane, sums)
                      : cratios_add_of(3, nodes, count, sources, distances, width, lane, sums))

CVECTOR void cratios_sum_of(
    long axes, const float *nodes, long node_count, const float *sources, const float *inverse,
    long width, long lane, double *sums) {
  CFloatPoints16 place = cfloat16_load_points(axes, sources + lane, width);
  // Sums of 64 floats lose few digits.
  for (long start = 0; start < node_count; start += 64) {
    long end = start + 64 < node_count ? start + 64 : node_count;
    CFloatVector16 sum = 0, square_sum = 0;
    for (long node = start; node < end; node++) {
      CFloatVector16 square = cfloat16_squares(axes, cfloat16_subtract_points(
          cfloat16_each_point(axes, nodes + node, node_count), place));
      CFloatVector16 ratio = cfloat16_root(square) * cfloat16_load(inverse + node * width + lane);
      sum += ratio;
      square_sum += ratio * ratio;
    }
    for (long part = 0; part < 16; part++) {
      sums[0] += (double)sum[part];
      sums[1] += (double)square_sum[part];
    }
  }
}

// The same with rows of the inverses of the distances, in single precision: adds all ratios to the
// first of two sums, and their squares to the second. `width` is a multiple of 16.
CVECTOR_DISPATCHED(
    void, cratios_sum,
    (long dimensions, const float *nodes, long count, const float *sources, const float *inverse,
     long width, double *sums),
    (dimensions, nodes, count, sources, inverse, width, sums),
    for (long lane = 0; lane < width; lane += 16)
      dimensions == 2 ? cratios_sum_of(2, nodes, count, sources, inverse, width, lane, sums)
                      : cratios_sum_of(3, nodes, count, sources, inverse, width, lane, sums))

// What a comparison of eight numbers gives.
typedef __typeof__((CDoubleVector8)0 < (CDoubleVector8)0) CMask8;

// The sides of the line through a and b on which eight points lie.
typedef struct {
  CMask8 left, right;
} CSides;

// Neither side if rounding leaves doubt. Source: Shewchuk, "Adaptive precision floating-point
// arithmetic and fast robust geometric predicates", 1997; its bound of the error is (3 + 16e)e.
CVECTOR CSides cedges_sides(CDoublePoints8 a, CDoublePoints8 b, CDoublePoints8 c) {
  CDoubleVector8 left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
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

CVECTOR int cedges_crossings_inlined(const double *ends, long stride, long edge, long first) {
  CDoublePoints8 a = cdouble8_each_point(2, ends + edge, stride);
  CDoublePoints8 b = cdouble8_each_point(2, ends + 2 * stride + edge, stride);
  CDoublePoints8 c = cdouble8_load_points(2, ends + first, stride);
  CDoublePoints8 d = cdouble8_load_points(2, ends + 2 * stride + first, stride);
  CSides of_c = cedges_sides(a, b, c), of_d = cedges_sides(a, b, d);
  CSides of_a = cedges_sides(c, d, a), of_b = cedges_sides(c, d, b);
  CMask8 cross = ((of_c.left & of_d.right) | (of_c.right & of_d.left))
      & ((of_a.left & of_b.right) | (of_a.right & of_b.left));
  CMask8 miss = (of_c.left & of_d.left) | (of_c.right & of_d.right) | (of_a.left & of_b.left)
      | (of_a.right & of_b.right) | cedges_apart(a.x, b.x, c.x, d.x)
      | cedges_apart(a.y, b.y, c.y, d.y);
  return cedges_bits(cross) | cedges_bits(~(cross | miss)) << 8;
}

// Which of the eight edges from `first` on cross `edge`, as bits, and which are in doubt, because of
// rounding or a common end, as bits 256 times as high. The x and y of one end of each edge, and those of
// its other end, are in four lanes, `stride` numbers apart, with room for seven more edges.
CVECTOR_DISPATCHED(
    int, cedges_crossings, (const double *ends, long stride, long edge, long first),
    (ends, stride, edge, first), return cedges_crossings_inlined(ends, stride, edge, first))
