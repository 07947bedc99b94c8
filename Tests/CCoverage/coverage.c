#include "coverage.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The linker gives names to the two ends of the compiler's counters. A program without counters has
// neither, so both are null.
#define END_OF_COUNTERS extern uint8_t __attribute__((weak, visibility("hidden")))
END_OF_COUNTERS __start___sancov_cntrs[];
END_OF_COUNTERS __stop___sancov_cntrs[];

size_t coverage_branches(void) {
  return (size_t)(__stop___sancov_cntrs - __start___sancov_cntrs);
}

// One bit for a range of counts, because a loop that runs once more is nothing new.
static uint8_t size_of(uint8_t count) {
  if (count < 4) return (uint8_t)(1 << (count - 1));
  if (count < 8) return 8;
  if (count < 16) return 16;
  if (count < 32) return 32;
  return count < 128 ? 64 : 128;
}

// For 64 counters at a time, because nearly all are 0 after each round.
static int are_zero(const uint8_t *counters) {
  uint64_t eight[8];
  memcpy(eight, counters, 64);
  return (eight[0] | eight[1] | eight[2] | eight[3] | eight[4] | eight[5] | eight[6] | eight[7]) == 0;
}

size_t coverage_take_new(void) {
  static uint8_t *seen;
  size_t branches = coverage_branches();
  if (seen == NULL && branches > 0) seen = calloc(branches, 1);
  if (seen == NULL) return 0;
  size_t new = 0;
  uint8_t *counters = __start___sancov_cntrs;
  for (size_t at = 0; at < branches; at++) {
    while (at + 64 <= branches && are_zero(counters + at)) at += 64;
    if (at == branches || counters[at] == 0) continue;
    uint8_t bit = size_of(counters[at]);
    if ((seen[at] & bit) == 0) new++;
    seen[at] |= bit;
    counters[at] = 0;
  }
  return new;
}
