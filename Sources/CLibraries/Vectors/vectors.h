// Eight doubles, and sixteen floats, side by side. Swift takes its own SIMD types apart into numbers;
// these types of clang's stay whole, and become one vector, or as many as the processor needs.

#pragma once

// Products are rounded before they are added: the same bits with and without fused operations.
#pragma STDC FP_CONTRACT OFF

// Every function is inlined, so no vector is ever passed by a calling convention.
#pragma clang diagnostic ignored "-Wpsabi"

// Writes the offset that stands for that of two nodes at the same position, for each of three axes.
typedef void (*CJiggle)(int node, int other, unsigned long long seed, double *offset);

#define CVECTOR static inline __attribute__((always_inline))

// A type of `count` numbers, and what can be done with it, under names that begin with `name`. The
// last arguments are the places from 0 on, of a type as large as `Number`.
#define CVECTOR_OF(Type, name, Number, count, Place, ...)                                       \
  typedef Number Type __attribute__((ext_vector_type(count)));                                  \
  typedef Place Type##Places __attribute__((ext_vector_type(count)));                           \
  typedef Number Type##Anywhere                                                                 \
      __attribute__((ext_vector_type(count), aligned(sizeof(Number))));                         \
  CVECTOR Type name##_load(const Number *from) { return *(const Type##Anywhere *)from; }        \
  CVECTOR void name##_store(Type a, Number *to) { *(Type##Anywhere *)to = a; }                  \
  CVECTOR Type name##_all(Number value) { return (Type)(value); }                               \
  CVECTOR Type name##_add(Type a, Type b) { return a + b; }                                     \
  CVECTOR Type name##_subtract(Type a, Type b) { return a - b; }                                \
  CVECTOR Type name##_multiply(Type a, Type b) { return a * b; }                                \
  CVECTOR Type name##_root(Type a) { return __builtin_elementwise_sqrt(a); }                    \
  CVECTOR Type name##_greater(Type a, Type b) { return a > b ? a : b; }                         \
  CVECTOR Type name##_lesser(Type a, Type b) { return a < b ? a : b; }                          \
  CVECTOR Number name##_least(Type a) { return __builtin_reduce_min(a); }                       \
  CVECTOR Number name##_greatest(Type a) { return __builtin_reduce_max(a); }                    \
  /* `zero` where `a` is zero, and `other` elsewhere. */                                         \
  CVECTOR Type name##_where_zero(Type a, Type zero, Type other) {                               \
    return a == 0 ? zero : other;                                                               \
  }                                                                                             \
  /* A bit for each place, set where `a` and `b` differ. */                                      \
  CVECTOR unsigned name##_differences(Type a, Type b) {                                         \
    typedef _Bool Bits __attribute__((ext_vector_type(count)));                                 \
    union {                                                                                     \
      Bits bits;                                                                                \
      unsigned number;                                                                          \
    } places = {.number = 0};                                                                   \
    places.bits = __builtin_convertvector(a != b, Bits);                                        \
    return places.number;                                                                       \
  }                                                                                             \
  /* Whether any of `a` is less than `b` beside it. */                                          \
  CVECTOR _Bool name##_any_less(Type a, Type b) { return __builtin_reduce_or(a < b) != 0; }     \
  /* `a` with `value` in the place `lane`, if there is such a place. */                         \
  CVECTOR Type name##_with(Type a, int lane, Number value) {                                    \
    return (Type##Places){__VA_ARGS__} == (Place)lane ? (Type)(value) : a;                      \
  }                                                                                             \
  /* `value` in the first places, and `other` in those after them. */                           \
  CVECTOR Type name##_first(int places, Number value, Number other) {                           \
    return (Type##Places){__VA_ARGS__} < (Place)places ? (Type)(value) : (Type)(other);         \
  }

CVECTOR_OF(CDoubleVector8, cdouble8, double, 8, long long, 0, 1, 2, 3, 4, 5, 6, 7)
CVECTOR_OF(
    CFloatVector16, cfloat16, float, 16, int, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)

// Halves are added to halves, in this order.
CVECTOR double cdouble8_sum(CDoubleVector8 a) {
  double __attribute__((ext_vector_type(4))) four = a.lo + a.hi;
  double __attribute__((ext_vector_type(2))) two = four.lo + four.hi;
  return two.x + two.y;
}

typedef unsigned long long CBits8 __attribute__((ext_vector_type(8)));

// The exponents k of positive normal numbers 2^k * m with 1 <= m < 2.
CVECTOR CDoubleVector8 cdouble8_exponent(CDoubleVector8 a) {
  // The last bits of 2^52 + n are n.
  return (CDoubleVector8)((CBits8)a >> 52 | 0x4330000000000000) - (0x1p52 + 1023);
}

// The significands m of positive normal numbers 2^k * m with 1 <= m < 2.
CVECTOR CDoubleVector8 cdouble8_significand(CDoubleVector8 a) {
  return (CDoubleVector8)(((CBits8)a & 0xfffffffffffff) | 0x3ff0000000000000);
}

// Natural logarithms of positive normal numbers, to within 2 units in the last place where they are
// not near 0. Zero gives a large negative number instead of minus infinity, infinity a large one.
//
// x = 2^k * m with m from sqrt(1/2) to sqrt(2), and ln m = 2 artanh((m - 1)/(m + 1)) by its series.
CVECTOR CDoubleVector8 cdouble8_log(CDoubleVector8 a) {
  // The bits of sqrt(1/2) are those of 1 less 0x95f619980c433.
  CDoubleVector8 k = cdouble8_exponent((CDoubleVector8)((CBits8)a + 0x95f619980c433));
  CBits8 whole = ((CBits8)a + 0x95f619980c433) & 0xfff0000000000000;
  CDoubleVector8 m = (CDoubleVector8)((CBits8)a - whole + 0x3ff0000000000000);
  CDoubleVector8 s = (m - 1) / (m + 1), square = s * s, series = (CDoubleVector8)(1.0 / 21);
  series = series * square + 1.0 / 19;
  series = series * square + 1.0 / 17;
  series = series * square + 1.0 / 15;
  series = series * square + 1.0 / 13;
  series = series * square + 1.0 / 11;
  series = series * square + 1.0 / 9;
  series = series * square + 1.0 / 7;
  series = series * square + 1.0 / 5;
  series = series * square + 1.0 / 3;
  // ln 2 in two parts; the product of the first with any exponent is exact.
  CDoubleVector8 tail = k * 1.9082149292705877e-10 + 2 * (s * square * series);
  return k * 6.9314718036912382e-1 + (2 * s + tail);
}

typedef unsigned int CBits16 __attribute__((ext_vector_type(16)));

// The same of single-precision numbers.
CVECTOR CFloatVector16 cfloat16_exponent(CFloatVector16 a) {
  return (CFloatVector16)((CBits16)a >> 23 | 0x4b000000) - (0x1p23f + 127);
}

CVECTOR CFloatVector16 cfloat16_significand(CFloatVector16 a) {
  return (CFloatVector16)(((CBits16)a & 0x7fffff) | 0x3f800000);
}

// Natural logarithms of positive normal numbers, to within 2 units in the last place where they are
// not near 0.
//
// x = 2^k * (1 + f) with 1 + f from sqrt(1/2) to sqrt(2), and ln(1 + f) = f - f^2/2 + f^3 p(f) with a
// polynomial p fitted at Chebyshev nodes.
CVECTOR CFloatVector16 cfloat16_log(CFloatVector16 a) {
  // The bits of sqrt(1/2) are those of 1 less 0x4afb0d.
  CFloatVector16 k = cfloat16_exponent((CFloatVector16)((CBits16)a + 0x4afb0d));
  CBits16 whole = ((CBits16)a + 0x4afb0d) & 0x7f800000;
  CFloatVector16 f = (CFloatVector16)((CBits16)a - whole + 0x3f800000) - 1;
  CFloatVector16 square = f * f, series = (CFloatVector16)(0.0864355043f);
  series = series * f - 0.142626241f;
  series = series * f + 0.149337858f;
  series = series * f - 0.165789738f;
  series = series * f + 0.199611902f;
  series = series * f - 0.250012606f;
  series = series * f + 0.333339661f;
  return k * 0.693147182f + (f - square * 0.5f + square * f * series);
}

// Exponentials to within 3 units in the last place for numbers from -708 to 709, and those of these
// two beyond them.
//
// x = k ln 2 + r with |r| <= ln 2 / 2, and e^x = 2^k * e^r with e^r by its power series.
CVECTOR CDoubleVector8 cdouble8_exp(CDoubleVector8 a) {
  CDoubleVector8 x = a < -708 ? (CDoubleVector8)(-708) : (a > 709 ? (CDoubleVector8)(709) : a);
  // Adding 1.5 * 2^52 leaves the nearest whole number in the last bits.
  CDoubleVector8 shifted = x * 1.4426950408889634 + 0x1.8p52, whole = shifted - 0x1.8p52;
  CDoubleVector8 r = x - whole * 6.9314718036912382e-1 - whole * 1.9082149292705877e-10;
  CDoubleVector8 series = (CDoubleVector8)(1.0 / 6227020800);
  series = series * r + 1.0 / 479001600;
  series = series * r + 1.0 / 39916800;
  series = series * r + 1.0 / 3628800;
  series = series * r + 1.0 / 362880;
  series = series * r + 1.0 / 40320;
  series = series * r + 1.0 / 5040;
  series = series * r + 1.0 / 720;
  series = series * r + 1.0 / 120;
  series = series * r + 1.0 / 24;
  series = series * r + 1.0 / 6;
  series = series * r + 0.5;
  CBits8 power = ((CBits8)shifted - 0x4338000000000000 + 1023) << 52;
  return (CDoubleVector8)power * (1 + (r + r * r * series));
}

// x^power of positive normal numbers.
CVECTOR CDoubleVector8 cdouble8_power(CDoubleVector8 x, double power) {
  return cdouble8_exp(power * cdouble8_log(x));
}

// The same of single-precision numbers, computed in double precision.
CVECTOR CFloatVector16 cfloat16_power(CFloatVector16 x, double power) {
  typedef float Half __attribute__((ext_vector_type(8)));
  CDoubleVector8 low = cdouble8_power(__builtin_convertvector(x.lo, CDoubleVector8), power);
  CDoubleVector8 high = cdouble8_power(__builtin_convertvector(x.hi, CDoubleVector8), power);
  CFloatVector16 result;
  result.lo = __builtin_convertvector(low, Half);
  result.hi = __builtin_convertvector(high, Half);
  return result;
}

// Prefetches the memory at `place` for writing.
CVECTOR void cvector_prefetch(void *place) { __builtin_prefetch(place, 1); }
