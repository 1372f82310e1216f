#ifndef HEAP_METER_H
#define HEAP_METER_H

#include <stdbool.h>
#include <stdint.h>

/// Returns whether this platform can count allocated bytes.
bool heap_meter_is_available(void);

/// Starts counting at zero. Freeing a block that was allocated earlier lowers the count.
void heap_meter_start(void);

/// Stops counting.
void heap_meter_stop(void);

/// Returns the peak number of allocated bytes since the start, relative to the start.
int64_t heap_meter_peak(void);

/// Returns the number of bytes that are allocated now, relative to the start.
int64_t heap_meter_live(void);

#endif
