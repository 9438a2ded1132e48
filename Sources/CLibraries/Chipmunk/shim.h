#include <chipmunk/chipmunk.h>
#include <stdio.h>

// Like cpSpaceNew, which in Debian's build prints to the standard output when it is first called.
static inline cpSpace *quiet_space_new(void) {
  static int was_called = 0;
  if (was_called) return cpSpaceNew();
  was_called = 1;
  FILE *output = stdout;
  FILE *nothing = fopen("/dev/null", "w");
  if (!nothing) return cpSpaceNew();
  stdout = nothing;
  cpSpace *space = cpSpaceNew();
  stdout = output;
  fclose(nothing);
  return space;
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
