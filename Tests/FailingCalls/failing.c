// A C library that fails, for tests: preloaded, it lets calls that concern files through, or has one of them fail.
//
// failing_plan("fsync", EIO, 2, "todo") has the second fsync of a file with "todo" in its path fail with EIO, and each
// after it where `lasts` is set; SHORT_COUNT in place of an error has a read or write take half of what was asked.
// failing_hits() is how many calls the plan has met. A plan concerns all threads.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#define SHORT_COUNT -1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char planned[32], place[256];
static int with, at, hits;
static bool lasts;

void failing_plan(const char *call, int error, int number, bool goes_on, const char *part) {
  pthread_mutex_lock(&lock);
  snprintf(planned, sizeof planned, "%s", call);
  snprintf(place, sizeof place, "%s", part);
  with = error, at = number, lasts = goes_on, hits = 0;
  pthread_mutex_unlock(&lock);
}

int failing_hits(void) {
  pthread_mutex_lock(&lock);
  int count = hits;
  pthread_mutex_unlock(&lock);
  return count;
}

// 0, an error, or SHORT_COUNT
static int verdict(const char *call, const char *path) {
  int result = 0;
  pthread_mutex_lock(&lock);
  if (planned[0] && strcmp(call, planned) == 0 && path && strstr(path, place)) {
    hits++;
    if (hits == at || (lasts && hits > at)) result = with;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static int verdict_of(const char *call, int file) {
  if (!planned[0] || strcmp(call, planned) != 0) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count < 0) return 0;
  path[count] = 0;
  return verdict(call, path);
}

#define REAL(name) \
  static __typeof__(name) *real; \
  if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define FAIL(found) \
  do { \
    int error_ = (found); \
    if (error_ > 0) { \
      errno = error_; \
      return -1; \
    } \
  } while (0)
#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(name); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
    va_end(rest); \
    FAIL(verdict("open", path)); \
    return real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define TRANSFER(name, kind, buffer, offset_type) \
  ssize_t name(int file, buffer bytes, size_t count, offset_type offset) { \
    REAL(name); \
    int found = verdict_of(kind, file); \
    FAIL(found); \
    return real(file, bytes, found == SHORT_COUNT && count > 1 ? count / 2 : count, offset); \
  }
TRANSFER(pread, "read", void *, off_t)
TRANSFER(pread64, "read", void *, off64_t)
TRANSFER(pwrite, "write", const void *, off_t)
TRANSFER(pwrite64, "write", const void *, off64_t)

ssize_t read(int file, void *bytes, size_t count) {
  REAL(read);
  int found = verdict_of("read", file);
  FAIL(found);
  return real(file, bytes, found == SHORT_COUNT && count > 1 ? count / 2 : count);
}

ssize_t write(int file, const void *bytes, size_t count) {
  REAL(write);
  int found = verdict_of("write", file);
  FAIL(found);
  return real(file, bytes, found == SHORT_COUNT && count > 1 ? count / 2 : count);
}

int fsync(int file) {
  REAL(fsync);
  FAIL(verdict_of("fsync", file));
  return real(file);
}

int fdatasync(int file) {
  REAL(fdatasync);
  FAIL(verdict_of("fsync", file));
  return real(file);
}

int ftruncate(int file, off_t size) {
  REAL(ftruncate);
  FAIL(verdict_of("ftruncate", file));
  return real(file, size);
}

int ftruncate64(int file, off64_t size) {
  REAL(ftruncate64);
  FAIL(verdict_of("ftruncate", file));
  return real(file, size);
}

int rename(const char *old, const char *new) {
  REAL(rename);
  FAIL(verdict("rename", new));
  return real(old, new);
}

int flock(int file, int operation) {
  static int (*real)(int, int);
  if (!real) real = (int (*)(int, int))dlsym(RTLD_NEXT, "flock");
  FAIL(verdict_of("flock", file));
  return real(file, operation);
}

int inotify_init1(int flags) {
  REAL(inotify_init1);
  FAIL(verdict("inotify_init1", ""));
  return real(flags);
}

int inotify_add_watch(int file, const char *path, uint32_t mask) {
  REAL(inotify_add_watch);
  FAIL(verdict("inotify_add_watch", path));
  return real(file, path, mask);
}
