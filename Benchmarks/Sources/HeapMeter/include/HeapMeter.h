#ifndef HEAP_METER_H
#define HEAP_METER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether bytes can be counted on this platform.
bool heap_meter_is_available(void);

/// Starts counting from zero. Blocks from before count when they are freed.
void heap_meter_start(void);

/// Stops counting.
void heap_meter_stop(void);

/// The most bytes that were allocated at once since the start, above what was allocated then.
int64_t heap_meter_peak(void);

/// The bytes that are allocated now, above what was allocated at the start.
int64_t heap_meter_live(void);

#endif
