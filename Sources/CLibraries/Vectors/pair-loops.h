// The loops of `pairs.h` for one type of number: `Number`, `Vector`, `Points` and `NAME` are macros,
// undefined at the end.
// Loops over axes would not be unrolled, so all three are written out. In the plane, z is zero, and
// the compiler drops it.

typedef struct {
  Vector x, y, z;
} Points;

CVECTOR Points NAME(load_points)(long axes, const Number *from, long stride) {
  return (Points){
      NAME(load)(from), NAME(load)(from + stride),
      axes == 2 ? (Vector)(0) : NAME(load)(from + 2 * stride)};
}

CVECTOR void NAME(store_points)(long axes, Points a, Number *to, long stride) {
  NAME(store)(a.x, to);
  NAME(store)(a.y, to + stride);
  if (axes == 3) NAME(store)(a.z, to + 2 * stride);
}

CVECTOR Points NAME(each_point)(long axes, const Number *from, long stride) {
  return (Points){from[0], from[stride], axes == 2 ? 0 : from[2 * stride]};
}

CVECTOR Points NAME(add_points)(Points a, Points b) {
  return (Points){a.x + b.x, a.y + b.y, a.z + b.z};
}

CVECTOR Points NAME(subtract_points)(Points a, Points b) {
  return (Points){a.x - b.x, a.y - b.y, a.z - b.z};
}

CVECTOR Points NAME(scale_points)(Points a, Vector factor) {
  return (Points){a.x * factor, a.y * factor, a.z * factor};
}

CVECTOR Vector NAME(squares)(long axes, Points a) {
  Vector plane = a.x * a.x + a.y * a.y;
  return axes == 2 ? plane : plane + a.z * a.z;
}

// The factor times the charge of the source, where `strength` is their product.
CVECTOR Vector NAME(factors)(CPairForm form, CPairLaw law, Vector strength, Vector square) {
  Vector min_square = (Number)law.min_square, zero = 0;
  switch (form) {
    case CPairQuotient: return strength / square;
    case CPairCutQuotient:
      strength = strength / (square < min_square ? NAME(root)(square * min_square) : square);
      return square < (Number)law.max_square ? strength : zero;
    case CPairCoulomb:
      return strength / (NAME(greater)(square, min_square) * NAME(root)(square));
    case CPairLinear: return strength;
    case CPairConstant: return strength * (1 / NAME(root)(square));
    case CPairInverse: return strength * (1 / square);
    case CPairInverseSquare: return strength * (1 / (square * NAME(root)(square)));
    case CPairInverseCube: return strength * (1 / (square * square));
    case CPairPower: return strength * NAME(power)(square, (law.exponent - 1) / 2);
    case CPairSoft:
      square += min_square;
      if (law.exponent == -3) return strength * (1 / (square * square));
      if (law.exponent == -4) return strength * (1 / (square * square * NAME(root)(square)));
      return strength * NAME(power)(square, (law.exponent - 1) / 2);
  }
}

// The squared distances for which the fast form of the law is its full form.
CVECTOR Vector NAME(clamped)(CPairForm form, CPairLaw law, Vector square) {
  Vector min_square = (Number)law.min_square;
  switch (form) {
    case CPairQuotient: return square < min_square ? NAME(root)(square * min_square) : square;
    case CPairCutQuotient:
    case CPairCoulomb:
    case CPairSoft: return square;
    default: return NAME(greater)(square, min_square);
  }
}

CVECTOR Vector NAME(full_factors)(CPairForm form, CPairLaw law, Vector square) {
  return NAME(factors)(form, law, (Number)law.strength, NAME(clamped)(form, law, square));
}

// The offsets of targets from a source, the squares of their lengths, and the source's charge.
typedef struct {
  Points way;
  Vector square, charge;
} NAME(Pair);

CVECTOR NAME(Pair) NAME(pair)(
    long axes, _Bool has_own, const CPairs *pairs, long source, Points target) {
  const Number *sources = pairs->sources;
  NAME(Pair) pair;
  pair.way = NAME(subtract_points)(
      target, NAME(each_point)(axes, sources + source, pairs->source_stride));
  pair.square = NAME(squares)(axes, pair.way);
  // A harmless distance of a target from itself.
  Number own_square = pairs->fast_limit < __builtin_inf() ? 2 * (Number)pairs->fast_limit : 1;
  if (has_own) pair.square = NAME(with)(pair.square, (int)(source - pairs->own), own_square);
  pair.charge = ((const Number *)pairs->charges)[source];
  return pair;
}

// The force of a source on targets for a strength of 1, in the opposite direction.
CVECTOR Points NAME(pull)(CPairForm form, _Bool is_full, const CPairs *pairs, NAME(Pair) a) {
  Vector held = is_full ? NAME(clamped)(form, pairs->law, a.square) : a.square;
  return NAME(scale_points)(a.way, NAME(factors)(form, pairs->law, a.charge, held));
}

// The sum for two sources; in the fast form, two quotients need one division.
CVECTOR Points NAME(pull_of_two)(
    CPairForm form, _Bool is_full, const CPairs *pairs, NAME(Pair) a, NAME(Pair) b) {
  if (is_full || (form != CPairQuotient && form != CPairInverse))
    return NAME(add_points)(
        NAME(pull)(form, is_full, pairs, a), NAME(pull)(form, is_full, pairs, b));
  Vector shared = 1 / (a.square * b.square);
  return NAME(add_points)(
      NAME(scale_points)(a.way, a.charge * (shared * b.square)),
      NAME(scale_points)(b.way, b.charge * (shared * a.square)));
}

// Adds the forces of a stretch of sources to `total`, or returns false if one is too near.
CVECTOR _Bool NAME(add_stretch)(
    CPairForm form, long axes, _Bool has_own, _Bool is_full, const CPairs *pairs, long start,
    long end, Points target, Vector limits, Points *total) {
  Points part = {0, 0, 0};
  Vector nearest = (Number)__builtin_inf();
  long source = start;
  for (; source + 1 < end; source += 2) {
    NAME(Pair) a = NAME(pair)(axes, has_own, pairs, source, target);
    NAME(Pair) b = NAME(pair)(axes, has_own, pairs, source + 1, target);
    part = NAME(subtract_points)(part, NAME(pull_of_two)(form, is_full, pairs, a, b));
    nearest = NAME(lesser)(nearest, NAME(lesser)(a.square, b.square));
  }
  if (source < end) {
    NAME(Pair) a = NAME(pair)(axes, has_own, pairs, source, target);
    part = NAME(subtract_points)(part, NAME(pull)(form, is_full, pairs, a));
    nearest = NAME(lesser)(nearest, a.square);
  }
  if (NAME(any_less)(nearest, limits)) return 0;
  part = NAME(scale_points)(part, (Number)pairs->law.strength);
  *total = NAME(add_points)(*total, part);
  return 1;
}

// The force of one source, at any distance. Counts the targets that are too near, but not itself.
CVECTOR Points NAME(pull_of_one)(
    CPairForm form, long axes, const CPairs *pairs, long source, Points target, Vector *close) {
  const Number *sources = pairs->sources, charge = ((const Number *)pairs->charges)[source];
  Points way = NAME(subtract_points)(
      NAME(each_point)(axes, sources + source, pairs->source_stride), target);
  Vector square = NAME(squares)(axes, way), zero = 0, one = 1;
  Vector factor =
      NAME(full_factors)(form, pairs->law, NAME(where_zero)(square, one, square)) * charge;
  *close += square <= (Number)pairs->too_near ? one : zero;
  if (pairs->too_near >= 0) *close -= NAME(with)(zero, (int)(source - pairs->own), 1);
  return NAME(scale_points)(way, square < (Number)pairs->squared_reach ? factor : zero);
}

CVECTOR void NAME(add_fully_of)(
    CPairForm form, long axes, const CPairs *original, long first, long start, long end,
    const Points *target, Points *sum, Vector *close) {
  CPairs pairs = *original;
  pairs.own += first;
  Points total = {0, 0, 0};
  Vector limits = NAME(first)((int)(pairs.target_count - first), (Number)pairs.full_limit, -1);
  long step = pairs.squared_reach < __builtin_inf() ? 0 : end - start;
  while (start < end) {
    if (step > 0
        && NAME(add_stretch)(
            form, axes, 1, 1, &pairs, start, start + step, *target, limits, &total)) {
      start += step;
    } else if (step > 1) {
      step = 1;
    } else {
      Points pull = NAME(pull_of_one)(form, axes, &pairs, start, *target, close);
      total = NAME(add_points)(total, pull);
      start += 1;
    }
  }
  *sum = NAME(add_points)(*sum, total);
}

// Adds the forces of a stretch of sources on the targets from `first` on by the law in full, one by one
// if some are too near.
CVECTOR_DISPATCHED(
    void, NAME(add_fully),
    (const CPairs *pairs, long first, long start, long end, const Points *target, Points *sum,
     Vector *close),
    (pairs, first, start, end, target, sum, close),
    CPairForm form = pairs->law.form;
    long axes = pairs->dimensions;
    if (form == CPairQuotient) CPAIR_AXES(
        CPairQuotient, NAME(add_fully_of), axes, pairs, first, start, end, target, sum, close);
    CPAIR_AXES(form, NAME(add_fully_of), axes, pairs, first, start, end, target, sum, close))

// Adds stretches of sources by the law's fast form. Returns the start of the first stretch with a source
// that is too near, or the end.
CVECTOR long NAME(add_fast)(
    CPairForm form, long axes, const CPairs *original, long first, long start, Points target,
    Points *total) {
  // A copy that no other function sees stays in registers.
  CPairs pairs = *original;
  pairs.own += first;
  const long width = sizeof(Vector) / sizeof(Number);
  Vector limits = NAME(first)((int)(pairs.target_count - first), (Number)pairs.fast_limit, -1);
  while (start < pairs.source_count) {
    long end = start + 16 < pairs.source_count ? start + 16 : pairs.source_count;
    _Bool has_own = pairs.own < end && pairs.own + width > start;
    _Bool is_right =
        has_own
            ? NAME(add_stretch)(form, axes, 1, 0, &pairs, start, end, target, limits, total)
            : NAME(add_stretch)(form, axes, 0, 0, &pairs, start, end, target, limits, total);
    if (!is_right) break;
    start = end;
  }
  return start;
}

CVECTOR void NAME(add_pairs_of)(
    CPairForm form, long axes, const CPairs *pairs, Number *close_counts) {
  const _Bool is_fast = pairs->fast_limit < __builtin_inf()
      && !(pairs->squared_reach < __builtin_inf());
  for (long first = 0; first < pairs->target_count; first += sizeof(Vector) / sizeof(Number)) {
    Points target = NAME(load_points)(
        axes, (const Number *)pairs->targets + first, pairs->target_stride);
    Points total = {0, 0, 0};
    Vector close = 0;
    for (long start = 0; start < pairs->source_count; start += 16) {
      if (is_fast) start = NAME(add_fast)(form, axes, pairs, first, start, target, &total);
      if (start >= pairs->source_count) break;
      long end = start + 16 < pairs->source_count ? start + 16 : pairs->source_count;
      // Nobody reads z in the plane, so the compiler drops it.
      Points here = target, sum = {total.x, total.y, axes == 2 ? (Vector)(0) : total.z};
      NAME(add_fully)(pairs, first, start, end, &here, &sum, &close);
      total = sum;
    }
    Number *sums = (Number *)pairs->sums + first;
    Points sum = NAME(load_points)(axes, sums, pairs->sum_stride);
    NAME(store_points)(axes, NAME(add_points)(sum, total), sums, pairs->sum_stride);
    NAME(store)(close, close_counts + first);
  }
}

// Adds the forces of the sources on the targets to `sums`, and counts the sources that are too near
// each target, itself excepted. Whole vectors are written.
CVECTOR_DISPATCHED(
    void, NAME(add_pairs), (const CPairs *pairs, Number *close_counts), (pairs, close_counts),
    CPAIR_SWITCH(pairs->law.form, NAME(add_pairs_of), pairs->dimensions, pairs, close_counts))

#undef Number
#undef Vector
#undef Points
#undef NAME
