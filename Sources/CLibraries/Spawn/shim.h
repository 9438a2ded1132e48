// Parts of glibc that Swift does not see, such as those of spawn.h that are not in POSIX.

#pragma once

#include <spawn.h>

#if defined(__linux__)
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
// From glibc 2.34 on.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

#include <sys/prctl.h>

// Swift cannot call functions with a variable number of arguments.
static inline void forcelab_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L); }
#endif
