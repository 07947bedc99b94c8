#ifndef FIELDPACK_CLINUX_H
#define FIELDPACK_CLINUX_H

// Glibc declares this only for programs that ask for all of its extensions.
extern int renameat2(
    int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);

extern char **environ;

// Swift can't read a variable of C that any thread may change.
static inline char *const *fieldpack_environment(void) { return environ; }

#endif
