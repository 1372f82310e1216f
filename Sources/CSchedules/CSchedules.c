#define _GNU_SOURCE
#include "CSchedules.h"

#if defined(__linux__)
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The layouts are those of Swift 6.3 (include/swift/ABI/Task.h and stdlib/public/Concurrency/Actor.cpp). Every exploration
// begins with a check that fails if they have changed: `Runtime.isKnown()`.

typedef __attribute__((swiftasynccall)) void resume_function(__attribute__((swift_async_context)) void *);

struct context {
  struct context *parent;
  resume_function *resume;
};

/// A job, and the beginning of a task. While a task waits in a queue, `scheduler` belongs to the queue; that of an actor
/// links its jobs with the first word, and does not use the second one.
struct job {
  void *object[2];
  void *scheduler[2];
  uint32_t flags, id;
  void *reserved[2];
  resume_function *resume;
  struct context *context;
};

/// A default actor. Jobs that were added last are in a list with the latest first, and jobs that the actor has seen are
/// in a list by priority.
struct actor {
  void *object[2];
  void *padding[2];
  uintptr_t flags, added;
  void *other[2];
  struct job *sorted;
};

struct actor_job {
  void *job[8];
  struct actor *actor;
};

extern __attribute__((swiftasynccall)) void swift_task_switch(
    __attribute__((swift_async_context)) void *, resume_function *, void *, uintptr_t);
extern __attribute__((swiftcall)) struct job *swift_task_getCurrent(void);

// Written before an actor's queue is run and read while it runs, by the one thread that runs jobs.
static void *executor_identity;
static uintptr_t executor_implementation;

uint8_t schedules_kind(const void *job) { return (uint8_t)(((const struct job *)job)->flags & 0xff); }

void *schedules_actor(const void *job) { return ((const struct actor_job *)job)->actor; }

static __attribute__((swiftasynccall)) void enter_executor(__attribute__((swift_async_context)) void *context) {
  resume_function *resume = (resume_function *)swift_task_getCurrent()->scheduler[1];
  return swift_task_switch(context, resume, executor_identity, executor_implementation);
}

/// The first function of a diverted task. Without an actor a task gives up its thread at once, and the actor with it.
static __attribute__((swiftasynccall)) void leave_actor(__attribute__((swift_async_context)) void *context) {
  return swift_task_switch(context, enter_executor, NULL, 0);
}

static int divert(struct job *job) {
  int count = 0;
  for (; job != NULL; job = (struct job *)job->scheduler[0]) {
    if (schedules_kind(job) != schedules_kind_task) continue;
    count += 1;
    if (job->resume == leave_actor) continue;
    job->scheduler[1] = (void *)job->resume;
    job->resume = leave_actor;
  }
  return count;
}

int schedules_divert(void *job, void *identity, uintptr_t implementation) {
  executor_identity = identity;
  executor_implementation = implementation;
  struct actor *actor = schedules_actor(job);
  return divert((struct job *)(actor->added & ~(uintptr_t)7)) + divert(actor->sorted);
}

int schedules_functions(const void *job, uintptr_t *functions, int count) {
  if (schedules_kind(job) != schedules_kind_task) return 0;
  const struct job *task = job;
  int found = 0;
  functions[found++] = (uintptr_t)task->resume;
  for (const struct context *context = task->context; context != NULL && found < count; context = context->parent) {
    functions[found++] = (uintptr_t)context->resume;
  }
  return found;
}

// The clocks of Swift and the dates of Foundation call `clock_gettime` through the tables of imported functions of their
// libraries, in which another function takes its place. Other libraries are left alone, because they may wait for a time.

enum { clock_count = 12 };
static struct timespec clock_bases[clock_count];
static atomic_bool is_virtual;
static _Atomic int64_t virtual_seconds, virtual_nanoseconds;

static int system_clock(clockid_t clock, struct timespec *time) { return (int)syscall(SYS_clock_gettime, clock, time); }

static int read_clock(clockid_t clock, struct timespec *time) {
  int measures_work = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
  if (!is_virtual || measures_work || clock < 0 || clock >= clock_count) return system_clock(clock, time);
  long nanoseconds = clock_bases[clock].tv_nsec + (long)virtual_nanoseconds;
  time->tv_nsec = nanoseconds % 1000000000;
  time->tv_sec = clock_bases[clock].tv_sec + virtual_seconds + nanoseconds / 1000000000;
  return 0;
}

static void replace_clocks(uintptr_t base, const char *names, const ElfW(Sym) *symbols, uintptr_t table, size_t size) {
  for (const ElfW(Rela) *entry = (void *)table; (uintptr_t)entry < table + size; entry++) {
    if (strcmp(names + symbols[ELF64_R_SYM(entry->r_info)].st_name, "clock_gettime") != 0) continue;
    uintptr_t slot = base + entry->r_offset, page = slot & ~(uintptr_t)(sysconf(_SC_PAGESIZE) - 1);
    if (mprotect((void *)page, slot + sizeof(slot) - page, PROT_READ | PROT_WRITE) == 0) *(void **)slot = read_clock;
  }
}

static int replace_clocks_of(struct dl_phdr_info *object, size_t size, void *unused) {
  const ElfW(Dyn) *entry = NULL;
  int has_clocks = strstr(object->dlpi_name, "/libFoundationEssentials.so") != NULL;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t begin = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_DYNAMIC) entry = (void *)begin;
    // The runtime is a library, or a part of the program.
    has_clocks |= part->p_type == PT_LOAD && (uintptr_t)swift_task_getCurrent - begin < part->p_memsz;
  }
  if (!has_clocks) return 0;
  uintptr_t values[DT_NUM] = {0};
  for (; entry != NULL && entry->d_tag != DT_NULL; entry++) {
    if (entry->d_tag >= 0 && entry->d_tag < DT_NUM) values[entry->d_tag] = entry->d_un.d_val;
  }
  const char *names = (void *)values[DT_STRTAB];
  const ElfW(Sym) *symbols = (void *)values[DT_SYMTAB];
  replace_clocks(object->dlpi_addr, names, symbols, values[DT_RELA], values[DT_RELASZ]);
  if (values[DT_PLTREL] == DT_RELA) {
    replace_clocks(object->dlpi_addr, names, symbols, values[DT_JMPREL], values[DT_PLTRELSZ]);
  }
  return 0;
}

void schedules_begin_virtual_time(void) {
  static int is_replaced = 0;
  for (int clock = 0; clock < clock_count; clock++) system_clock(clock, &clock_bases[clock]);
  if (!is_replaced) dl_iterate_phdr(replace_clocks_of, NULL);
  is_replaced = 1;
  schedules_set_time(0, 0);
  is_virtual = 1;
}

void schedules_set_time(int64_t seconds, int64_t nanoseconds) {
  virtual_seconds = seconds;
  virtual_nanoseconds = nanoseconds;
}

void schedules_end_virtual_time(void) { is_virtual = 0; }

double schedules_system_time(void) {
  struct timespec time;
  system_clock(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

pid_t schedules_fork(void) { return fork(); }

void schedules_buffer_lines(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }

int schedules_temporary_file(void) {
  int file = memfd_create("schedules", MFD_CLOEXEC);
  if (file >= 0) fcntl(file, F_SETFL, O_APPEND);
  return file;
}

void schedules_close_files(void) {
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, 3, ~0U, 0) == 0) return;
#endif
  // Before Linux 5.9.
  long limit = sysconf(_SC_OPEN_MAX);
  for (int file = 3; file < limit && file < 65536; file++) close(file);
}

void *schedules_share(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// A process that another thread has waited for, or whose parent ignores SIGCHLD, is over, too.
static int is_over(pid_t process, int *status) {
  pid_t result = waitpid(process, status, WNOHANG);
  return result == process || (result < 0 && errno == ECHILD);
}

int schedules_wait(pid_t process, int milliseconds, int *status) {
#if defined(SYS_pidfd_open)
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  if (descriptor >= 0) {
    struct pollfd waited = {.fd = descriptor, .events = POLLIN};
    poll(&waited, 1, milliseconds);
    close(descriptor);
    return is_over(process, status);
  }
#endif
  // Without descriptors of processes (Linux before 5.3), it looks every millisecond.
  for (int passed = 0; passed <= milliseconds; passed++) {
    if (is_over(process, status)) return 1;
    struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
  }
  return 0;
}
#endif
