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
  switch (form) {
    case CPairQuotient: return strength / square;
    case CPairInverse: return strength * (1 / square);
    case CPairInverseSquare: return strength * (1 / (square * NAME(root)(square)));
    case CPairCoulomb:
      return strength / (NAME(greater)(square, (Number)law.least) * NAME(root)(square));
  }
}

// The squared distances for which the fast form of the law is its full form.
CVECTOR Vector NAME(clamped)(CPairForm form, CPairLaw law, Vector square) {
  Vector least = (Number)law.least;
  switch (form) {
    case CPairQuotient: return NAME(greater)(square, NAME(root)(square * least));
    case CPairInverse:
    case CPairInverseSquare: return NAME(greater)(square, least);
    case CPairCoulomb: return square;
  }
}

// Sets `square` to the squared distances of `place` from a source; returns the force of the source
// in the opposite direction.
CVECTOR Points NAME(pull)(
    CPairForm form, long axes, _Bool has_own, const CPairs *pairs, long source, Points place,
    Vector *square) {
  const Number *sources = pairs->sources, *charges = pairs->charges;
  Points way = NAME(subtract_points)(
      place, NAME(each_point)(axes, sources + source, pairs->source_stride));
  *square = NAME(squares)(axes, way);
  if (has_own)
    *square = NAME(with)(*square, (int)(source - pairs->own), (Number)pairs->own_square);
  Vector held = pairs->is_full ? NAME(clamped)(form, pairs->law, *square) : *square;
  Vector strength = (Number)pairs->law.strength * charges[source];
  return NAME(scale_points)(way, NAME(factors)(form, pairs->law, strength, held));
}

// Adds the forces of a stretch of sources to `total`, or returns false if one is too near.
CVECTOR _Bool NAME(add_stretch)(
    CPairForm form, long axes, _Bool has_own, const CPairs *pairs, long start, long end,
    Points place, Vector limits, Points *total) {
  Points part = {0, 0, 0};
  Vector nearest = (Number)__builtin_inf(), square, next;
  long source = start;
  for (; source + 1 < end; source += 2) {
    Points a = NAME(pull)(form, axes, has_own, pairs, source, place, &square);
    Points b = NAME(pull)(form, axes, has_own, pairs, source + 1, place, &next);
    part = NAME(subtract_points)(part, NAME(add_points)(a, b));
    nearest = NAME(lesser)(nearest, NAME(lesser)(square, next));
  }
  if (source < end) {
    Points a = NAME(pull)(form, axes, has_own, pairs, source, place, &square);
    part = NAME(subtract_points)(part, a);
    nearest = NAME(lesser)(nearest, square);
  }
  if (NAME(any_less)(nearest, limits)) return 0;
  *total = NAME(add_points)(*total, part);
  return 1;
}

CVECTOR long NAME(add_stretches)(
    CPairForm form, long axes, _Bool is_full, const CPairs *original, Number *totals) {
  const long width = sizeof(Vector) / sizeof(Number), stretch = 16;
  CPairs pairs = *original;
  pairs.is_full = is_full;
  Points place = NAME(load_points)(axes, pairs.targets, pairs.target_stride);
  Points total = NAME(load_points)(axes, totals, width);
  Vector limits = NAME(first)((int)pairs.count, (Number)pairs.limit, -1);
  long start = pairs.start;
  while (start < pairs.end) {
    long end = start + stretch < pairs.end ? start + stretch : pairs.end;
    _Bool has_own = is_full || (pairs.own < end && pairs.own + width > start);
    _Bool is_right =
        has_own
            ? NAME(add_stretch)(form, axes, 1, &pairs, start, end, place, limits, &total)
            : NAME(add_stretch)(form, axes, 0, &pairs, start, end, place, limits, &total);
    if (!is_right) break;
    start = end;
  }
  NAME(store_points)(axes, total, totals, width);
  return start;
}

CVECTOR long NAME(add_inlined)(const CPairs *pairs, Number *totals) {
  if (pairs->is_full) {
    CPAIR_SWITCH(
        pairs->law.form, NAME(add_stretches), pairs->dimensions, 1, pairs, totals)
  }
  CPAIR_SWITCH(pairs->law.form, NAME(add_stretches), pairs->dimensions, 0, pairs, totals)
}

// Adds the forces of the sources to `totals`, one vector per axis, up to the first stretch that has a
// source nearer than the limit. Returns the start of that stretch, or the end.
CVECTOR_DISPATCHED(
    long, NAME(add_pairs), NAME(add_inlined), (const CPairs *pairs, Number *totals), (pairs, totals))

#undef Number
#undef Vector
#undef Points
#undef NAME
