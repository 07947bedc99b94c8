#ifndef FIELDPACK_CSHA256_H
#define FIELDPACK_CSHA256_H

// The compression function of SHA-256 (FIPS 180-4 §6.2.2) by the instructions that x86-64 processors
// have for it.
#if defined(__x86_64__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has the instructions.
bool sha256_has_instructions(void);

/// Adds `count` blocks of 64 bytes to a hash value of 8 words. Stops the program if the processor
/// does not have the instructions.
void sha256_compress(uint32_t *state, const void *bytes, size_t count);

#endif
#endif
