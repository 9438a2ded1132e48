// Parts of glibc's spawn.h that Swift does not see, because they are not in POSIX.

#pragma once

#include <spawn.h>

#if defined(__linux__)
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
// From glibc 2.34 on.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
#endif
