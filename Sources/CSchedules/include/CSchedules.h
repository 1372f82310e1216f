// The parts of LiveTablesSchedules that need C: Swift's runtime as its sources declare it, and a child process.

#ifndef CSCHEDULES_H
#define CSCHEDULES_H

#if defined(__linux__)
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

// MARK: Jobs

enum {
  /// A job that continues a task.
  schedules_kind_task = 0,
  /// A job that runs the jobs in the queue of a default actor.
  schedules_kind_actor = 193,
  /// A job that resumes a continuation, after a sleep or a yield.
  schedules_kind_continuation = 195,
};

/// Returns the kind of a job.
uint8_t schedules_kind(const void *job);

/// Returns the actor whose queue is run by a job of the kind `schedules_kind_actor`.
void *schedules_actor(const void *job);

/// Makes the tasks in the queue of an actor leave the actor as soon as they run, and enter an executor instead.
///
/// The job that runs this queue then continues no task. It moves one task to the executor, and is enqueued again if there
/// are others.
///
/// - Parameters:
///   - job: A job of the kind `schedules_kind_actor`.
///   - identity: The object of the executor.
///   - implementation: Its witness table, as in the second word of an `UnownedSerialExecutor`.
/// - Returns: The number of tasks in the queue.
int schedules_divert(void *job, void *identity, uintptr_t implementation);

/// Returns the functions in which a task continues, innermost first; the first ones may be the runtime's.
///
/// - Returns: The number of functions, which is not greater than `count`.
int schedules_functions(const void *job, uintptr_t *functions, int count);

// MARK: Time

/// Stops all clocks of the process. They show the time of this call, plus the time that is set.
///
/// The clocks that measure the work of a thread or process go on.
void schedules_begin_virtual_time(void);

/// Sets the time since the clocks were stopped.
void schedules_set_time(int64_t seconds, int64_t nanoseconds);

/// Lets all clocks show the time of the system again.
void schedules_end_virtual_time(void);

/// Returns the time of the system in seconds, also while the clocks are stopped.
double schedules_system_time(void);

// MARK: Processes

/// Makes a copy of the process, in which only the calling thread runs.
pid_t schedules_fork(void);

/// Makes standard output write each line at once, so that a process that crashes loses none.
void schedules_buffer_lines(void);

/// Creates a file in memory to which processes append, or returns -1.
int schedules_temporary_file(void);

/// Closes all files but the standard ones, so that a copy of a process keeps no pipe of other threads open.
void schedules_close_files(void);

/// Allocates memory that a process shares with its copies, or returns `NULL`.
void *_Nullable schedules_share(size_t size);

/// Waits until a process ends, but no longer than some milliseconds.
///
/// - Returns: Whether the process has ended, and `status` is its status.
int schedules_wait(pid_t process, int milliseconds, int *status);

#pragma clang assume_nonnull end
#endif
#endif
