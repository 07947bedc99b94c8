#ifndef FIELDPACK_COVERAGE_H
#define FIELDPACK_COVERAGE_H

#include <stddef.h>

/// The number of branches that this program counts: 0 unless it was compiled with counters, as
/// `Tests/Judges/fuzz.py` does.
size_t coverage_branches(void);

/// Returns the number of branches that were taken for the first time since the last call, or clearly
/// more often than ever before. Sets all counters to 0. One thread at a time can call it.
size_t coverage_take_new(void);

#endif
