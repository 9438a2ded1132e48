// Eight doubles side by side. Swift takes its own SIMD types apart into numbers; this type of
// clang's stays whole, and becomes one vector, or as many as the processor needs.

#pragma once

// Products are rounded before they are added: the same bits with and without fused operations.
#pragma STDC FP_CONTRACT OFF

typedef double CEight __attribute__((ext_vector_type(8)));
typedef double CEightAnywhere __attribute__((ext_vector_type(8), aligned(8)));

#define CEIGHT static inline __attribute__((always_inline))

CEIGHT CEight ceight_load(const double *from) { return *(const CEightAnywhere *)from; }
CEIGHT void ceight_store(CEight a, double *to) { *(CEightAnywhere *)to = a; }
CEIGHT CEight ceight_all(double value) { return (CEight)(value); }
CEIGHT CEight ceight_add(CEight a, CEight b) { return a + b; }
CEIGHT CEight ceight_subtract(CEight a, CEight b) { return a - b; }
CEIGHT CEight ceight_multiply(CEight a, CEight b) { return a * b; }
CEIGHT CEight ceight_divide(CEight a, CEight b) { return a / b; }
CEIGHT CEight ceight_root(CEight a) { return __builtin_elementwise_sqrt(a); }
CEIGHT CEight ceight_greater(CEight a, CEight b) { return a > b ? a : b; }
CEIGHT CEight ceight_lesser(CEight a, CEight b) { return a < b ? a : b; }

// Halves are added to halves, in this order.
CEIGHT double ceight_sum(CEight a) {
  double __attribute__((ext_vector_type(4))) four = a.lo + a.hi;
  double __attribute__((ext_vector_type(2))) two = four.lo + four.hi;
  return two.x + two.y;
}

CEIGHT double ceight_greatest(CEight a) { return __builtin_reduce_max(a); }

// Whether any of `a` is less than `b` beside it.
CEIGHT _Bool ceight_any_less(CEight a, CEight b) { return __builtin_reduce_or(a < b) != 0; }
