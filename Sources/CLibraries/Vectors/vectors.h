// Eight doubles, and sixteen floats, side by side. Swift takes its own SIMD types apart into numbers;
// these types of clang's stay whole, and become one vector, or as many as the processor needs.

#pragma once

// Products are rounded before they are added: the same bits with and without fused operations.
#pragma STDC FP_CONTRACT OFF

#define CVECTOR static inline __attribute__((always_inline))

// A type of `count` numbers, and what can be done with it, under names that begin with `name`.
#define CVECTOR_OF(Type, name, Number, count)                                                   \
  typedef Number Type __attribute__((ext_vector_type(count)));                                  \
  typedef Number Type##Anywhere                                                                 \
      __attribute__((ext_vector_type(count), aligned(sizeof(Number))));                         \
  CVECTOR Type name##_load(const Number *from) { return *(const Type##Anywhere *)from; }        \
  CVECTOR void name##_store(Type a, Number *to) { *(Type##Anywhere *)to = a; }                  \
  CVECTOR Type name##_all(Number value) { return (Type)(value); }                               \
  CVECTOR Type name##_add(Type a, Type b) { return a + b; }                                     \
  CVECTOR Type name##_subtract(Type a, Type b) { return a - b; }                                \
  CVECTOR Type name##_multiply(Type a, Type b) { return a * b; }                                \
  CVECTOR Type name##_divide(Type a, Type b) { return a / b; }                                  \
  CVECTOR Type name##_root(Type a) { return __builtin_elementwise_sqrt(a); }                    \
  CVECTOR Type name##_greater(Type a, Type b) { return a > b ? a : b; }                         \
  CVECTOR Type name##_lesser(Type a, Type b) { return a < b ? a : b; }                          \
  CVECTOR Number name##_least(Type a) { return __builtin_reduce_min(a); }                       \
  CVECTOR Number name##_greatest(Type a) { return __builtin_reduce_max(a); }                    \
  /* Whether any of `a` is less than `b` beside it. */                                          \
  CVECTOR _Bool name##_any_less(Type a, Type b) { return __builtin_reduce_or(a < b) != 0; }     \
  /* `a` with `value` in the place `lane`, if there is such a place. */                         \
  CVECTOR Type name##_with(Type a, int lane, Number value) {                                   \
    for (int place = 0; place < count; place++) a[place] = place == lane ? value : a[place];   \
    return a;                                                                                   \
  }                                                                                             \
  /* `value` in the first places, and `other` in those after them. */                           \
  CVECTOR Type name##_first(int places, Number value, Number other) {                          \
    Type a;                                                                                     \
    for (int place = 0; place < count; place++) a[place] = place < places ? value : other;     \
    return a;                                                                                   \
  }

CVECTOR_OF(CEight, ceight, double, 8)
CVECTOR_OF(CSixteen, csixteen, float, 16)

// Halves are added to halves, in this order.
CVECTOR double ceight_sum(CEight a) {
  double __attribute__((ext_vector_type(4))) four = a.lo + a.hi;
  double __attribute__((ext_vector_type(2))) two = four.lo + four.hi;
  return two.x + two.y;
}

// Asks for the memory at `place`, which will soon be written to.
CVECTOR void cvector_prefetch(void *place) { __builtin_prefetch(place, 1); }
