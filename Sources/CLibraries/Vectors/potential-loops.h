// The loops of `potentials.h` for one type of number: `Number`, `Vector`, `Points`, `NAME` and the
// limits of products are macros, undefined at the end.

// How many of the first 16 of `count` adjacent sources have the charge of the first one.
CVECTOR long NAME(run_length)(const Number *charges, long count) {
  long length = 1;
  if (count >= 16) {
    const int width = sizeof(Vector) / sizeof(Number);
    unsigned others = 1 << 16;
    for (int next = 0; next < 16; next += width)
      others |= NAME(differences)(NAME(load)(charges + next), charges[0]) << next;
    return __builtin_ctz(others);
  }
  while (length < count && charges[length] == charges[0]) length += 1;
  return length;
}

// The squared distances from `source`. If the sum `is_careful`, those of targets at its place are
// counted, and replaced by 1.
CVECTOR Vector NAME(factor)(
    long axes, _Bool is_careful, const CPotentials *all, long source, Points place, Vector *nearest,
    Vector *coincident) {
  const Number *sources = all->sources;
  Points other = NAME(each_point)(axes, sources + source, all->source_stride);
  Vector square = NAME(squares)(axes, NAME(subtract_points)(place, other));
  *nearest = square;
  if (!is_careful) return square;
  Vector zero = 0, one = 1, infinity = (Number)__builtin_inf();
  *coincident += NAME(where_zero)(square, one, zero);
  *nearest = NAME(where_zero)(square, infinity, square);
  return NAME(where_zero)(square, one, square);
}

// A product of numbers 2^k * m with 1 <= m < 2: the sum of k, and the product of m.
typedef struct {
  Vector exponents, significands, coincident;
} NAME(product);

// Multiplies `product` by the squared distances of `length` sources, of which `group` are multiplied
// before the exponent is taken. Returns whether that is accurate, and no source too near.
CVECTOR _Bool NAME(multiply_squares)(
    long axes, _Bool is_careful, long group, long length, const CPotentials *all, long source,
    Points place, NAME(product) *product) {
  NAME(product) result = *product;
  Vector nearest = (Number)__builtin_inf(), greatest = 0;
  long end = source + length;
  for (long start = source; start < end; start += group) {
    Vector total = 1, *zeros = &result.coincident;
    long next = start, last = start + group < end ? start + group : end;
    for (; next + 3 < last; next += 4) {
      Vector near_a, near_b, near_c, near_d;
      Vector a = NAME(factor)(axes, is_careful, all, next, place, &near_a, zeros);
      Vector b = NAME(factor)(axes, is_careful, all, next + 1, place, &near_b, zeros);
      Vector c = NAME(factor)(axes, is_careful, all, next + 2, place, &near_c, zeros);
      Vector d = NAME(factor)(axes, is_careful, all, next + 3, place, &near_d, zeros);
      near_a = NAME(lesser)(NAME(lesser)(near_a, near_b), NAME(lesser)(near_c, near_d));
      nearest = NAME(lesser)(nearest, near_a);
      total *= (a * b) * (c * d);
    }
    for (; next < last; ++next) {
      Vector near;
      total *= NAME(factor)(axes, is_careful, all, next, place, &near, zeros);
      nearest = NAME(lesser)(nearest, near);
    }
    greatest = NAME(greater)(greatest, total);
    result.exponents += NAME(exponent)(total);
    result.significands *= NAME(significand)(total);
  }
  double limit = group == 1 || all->limit > LEAST ? all->limit : LEAST;
  if (NAME(any_less)(nearest, NAME(first)((int)all->count, (Number)limit, -1))) return 0;
  Vector most = NAME(first)((int)all->count, MOST, (Number)__builtin_inf());
  if (NAME(any_less)(most, greatest)) return 0;
  *product = result;
  return 1;
}

CVECTOR long NAME(add_logarithms_of)(long axes, const CPotentials *all, Number *totals) {
  const long width = sizeof(Vector) / sizeof(Number);
  Points place = NAME(load_points)(axes, all->targets, all->target_stride);
  // The significands are those of `factors` products for sources of `charge`.
  NAME(product) product = {0, 1, NAME(load)(totals + width)};
  Vector sum = 0, exponents = 0;
  Number charge = 0;
  long start = all->start, factors = 0;
  while (start < all->end) {
    _Bool is_doubled = start < all->doubled;
    const Number *charges = (const Number *)all->charges + start;
    long length = NAME(run_length)(charges, (is_doubled ? all->doubled : all->end) - start);
    Number next = is_doubled ? 2 * *charges : *charges;
    if (next != charge || factors >= PRODUCTS) {
      sum += charge * NAME(log)(product.significands);
      product.significands = 1;
      factors = 0;
    }
    charge = next;
    product.exponents = 0;
    _Bool is_right =
        length == 16 ? NAME(multiply_squares)(axes, 0, FACTORS, 16, all, start, place, &product)
        : length == 4 ? NAME(multiply_squares)(axes, 0, FACTORS, 4, all, start, place, &product)
                      : NAME(multiply_squares)(axes, 0, FACTORS, length, all, start, place, &product);
    long group = FACTORS;
    if (!is_right)
      is_right = NAME(multiply_squares)(axes, 1, FACTORS, length, all, start, place, &product);
    if (!is_right) {
      group = 1;
      is_right = NAME(multiply_squares)(axes, 1, 1, length, all, start, place, &product);
    }
    if (!is_right) break;
    exponents += charge * product.exponents;
    factors += group == 1 ? length : (length + FACTORS - 1) / FACTORS;
    start += length;
  }
  sum += charge * NAME(log)(product.significands) + exponents * (Number)0.6931471805599453;
  NAME(store)(NAME(load)(totals) + sum, totals);
  NAME(store)(product.coincident, totals + width);
  return start;
}

// Adds the potentials of `length` sources to `sum`. Returns whether no source is too near or too far.
CVECTOR _Bool NAME(add_reciprocals)(
    long axes, _Bool is_careful, const CPotentials *all, long source, long length, Points place,
    Vector *sum, Vector *coincident) {
  const Number *charges = all->charges;
  Number scale = source < all->doubled ? 2 : 1;
  Vector total = 0, nearest = (Number)__builtin_inf(), greatest = 0, near_a, near_b;
  Vector zeros = *coincident;
  long next = source, end = source + length;
  // Two sources need one division, unless they are infinitely far away, as the targets themselves are.
  for (; !is_careful && next + 1 < end; next += 2) {
    NAME(factor)(axes, 0, all, next, place, &near_a, &zeros);
    NAME(factor)(axes, 0, all, next + 1, place, &near_b, &zeros);
    nearest = NAME(lesser)(nearest, NAME(lesser)(near_a, near_b));
    greatest = NAME(greater)(greatest, NAME(greater)(near_a, near_b));
    Vector a = NAME(root)(near_a), b = NAME(root)(near_b);
    total += (charges[next] * b + charges[next + 1] * a) / (a * b);
  }
  for (; next < end; ++next) {
    NAME(factor)(axes, is_careful, all, next, place, &near_a, &zeros);
    nearest = NAME(lesser)(nearest, near_a);
    total += charges[next] / NAME(root)(near_a);
  }
  if (NAME(any_less)(nearest, NAME(first)((int)all->count, (Number)all->limit, -1))) return 0;
  Vector most = NAME(first)((int)all->count, MOST, (Number)__builtin_inf());
  if (NAME(any_less)(most, greatest)) return 0;
  *sum += scale * total;
  *coincident = zeros;
  return 1;
}

CVECTOR long NAME(add_reciprocals_of)(long axes, const CPotentials *all, Number *totals) {
  const long width = sizeof(Vector) / sizeof(Number), stretch = 16;
  Points place = NAME(load_points)(axes, all->targets, all->target_stride);
  Vector sum = NAME(load)(totals), coincident = NAME(load)(totals + width);
  long start = all->start;
  while (start < all->end) {
    long end = start < all->doubled ? all->doubled : all->end;
    long length = start + stretch < end ? stretch : end - start;
    _Bool is_right =
        NAME(add_reciprocals)(axes, 0, all, start, length, place, &sum, &coincident);
    if (!is_right)
      is_right = NAME(add_reciprocals)(axes, 1, all, start, length, place, &sum, &coincident);
    if (!is_right) break;
    start += length;
  }
  NAME(store)(sum, totals);
  NAME(store)(coincident, totals + width);
  return start;
}

// Adds the potentials of the sources, charge * ln(square) or charge / distance, to a vector of totals,
// and the number of sources at the place of each target to the next one. Stops at sources that are too
// near or too far, and returns the first one of these, or the end.
CVECTOR_DISPATCHED(
    long, NAME(add_potentials), (const CPotentials *all, Number *totals), (all, totals),
    long axes = all->dimensions;
    if (all->is_reciprocal)
      return axes == 2 ? NAME(add_reciprocals_of)(2, all, totals)
                       : NAME(add_reciprocals_of)(3, all, totals);
    return axes == 2 ? NAME(add_logarithms_of)(2, all, totals)
                     : NAME(add_logarithms_of)(3, all, totals))

#undef Number
#undef Vector
#undef Points
#undef NAME
#undef FACTORS
#undef LEAST
#undef MOST
#undef PRODUCTS
