#ifndef FIELDPACK_COVERAGE_H
#define FIELDPACK_COVERAGE_H

#include <stddef.h>

/// How many branches this program counts: 0 unless it was compiled with counters, as `.ci/fuzz` does.
size_t coverage_branches(void);

/// Sets all counters to 0. Returns how many branches were taken for the first time, or about twice as
/// often as ever before, since the last call. Not for several threads at a time.
size_t coverage_take_new(void);

#endif
