#include "CSchedules.h"

#if defined(__linux__)
#include <errno.h>
#include <poll.h>
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

pid_t schedules_fork(void) { return fork(); }

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

int schedules_wait(pid_t process, int milliseconds, int *status) {
#if defined(SYS_pidfd_open)
  int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
  if (descriptor >= 0) {
    struct pollfd waited = {.fd = descriptor, .events = POLLIN};
    poll(&waited, 1, milliseconds);
    close(descriptor);
    return waitpid(process, status, WNOHANG) == process;
  }
#endif
  // Without descriptors of processes (Linux before 5.3), it looks every millisecond.
  for (int passed = 0; passed <= milliseconds; passed++) {
    if (waitpid(process, status, WNOHANG) == process) return 1;
    struct timespec pause = {.tv_nsec = 1000000};
    nanosleep(&pause, NULL);
  }
  return 0;
}
#endif
