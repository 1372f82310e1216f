#include "HeapMeter.h"

#include <stdatomic.h>

static atomic_bool is_counting;
static _Atomic int64_t live;
static _Atomic int64_t peak;

void heap_meter_start(void) {
  atomic_store(&live, 0);
  atomic_store(&peak, 0);
  atomic_store(&is_counting, true);
}

void heap_meter_stop(void) { atomic_store(&is_counting, false); }

int64_t heap_meter_peak(void) { return atomic_load(&peak); }

int64_t heap_meter_live(void) { return atomic_load(&live); }

#if defined(__linux__) && defined(__GLIBC__)

// These definitions override the C library's, which remain available under their `__libc_` names.

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

bool heap_meter_is_available(void) { return true; }

static inline bool counting(void) {
  return __builtin_expect(atomic_load_explicit(&is_counting, memory_order_relaxed), 0);
}

static void count(int64_t bytes) {
  int64_t now = atomic_fetch_add_explicit(&live, bytes, memory_order_relaxed) + bytes;
  int64_t highest = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > highest
         && !atomic_compare_exchange_weak_explicit(
             &peak, &highest, now, memory_order_relaxed, memory_order_relaxed)) {
  }
}

static inline void *counted(void *block) {
  if (counting() && block) count((int64_t)malloc_usable_size(block));
  return block;
}

static inline void uncounted(void *block) {
  if (counting() && block) count(-(int64_t)malloc_usable_size(block));
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *realloc(void *block, size_t size) {
  uncounted(block);
  void *moved = __libc_realloc(block, size);
  return moved || size == 0 ? counted(moved) : (counted(block), (void *)0);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  void *block = memalign(alignment, size);
  if (!block) return ENOMEM;
  *result = block;
  return 0;
}

void free(void *block) {
  uncounted(block);
  __libc_free(block);
}

#else

bool heap_meter_is_available(void) { return false; }

#endif
