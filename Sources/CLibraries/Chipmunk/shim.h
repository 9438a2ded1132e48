#include <chipmunk/chipmunk.h>
#include <stdio.h>

// In Debian's build, the first space of a process prints to the standard output. This makes and frees one without
// printing. Replaces `stdout` meanwhile, so that one thread may call it, once.
static inline void make_first_space(void) {
  FILE *output = stdout;
  FILE *nothing = fopen("/dev/null", "w");
  if (nothing) stdout = nothing;
  cpSpaceFree(cpSpaceNew());
  stdout = output;
  if (nothing) fclose(nothing);
}

// How deep two shapes are in each other; 0 if they do not touch. Swift does not see the points of a
// contact, whose type has no name.
static inline cpFloat contact_depth(const cpShape *a, const cpShape *b) {
  cpContactPointSet contact = cpShapesCollide(a, b);
  cpFloat depth = 0;
  for (int i = 0; i < contact.count; i++) {
    // Chipmunk 7.0.3 has the wrong sign where it swaps the shapes.
    depth = cpfmax(depth, cpfabs(contact.points[i].distance));
  }
  return depth;
}
