#ifndef LIVETABLES_CSQLITE_H
#define LIVETABLES_CSQLITE_H

// Declares the hook that reports changed rows, including rows of tables WITHOUT ROWID. Must precede the header.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#define SQLITE_ENABLE_COLUMN_METADATA 1
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast that Swift does not import.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
  return length == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                     : sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

// Reads the current header of the write-ahead log's index, which identifies the newest commit (SQLite's "WAL-mode File
// Format", 2.1). Of its two copies, writers write the second one first. Returns 0 if it is missing or being written.
static inline int csqlite_log_header(sqlite3_file *file, unsigned int header[12]) {
  const sqlite3_io_methods *methods = file->pMethods;
  if (!methods || methods->iVersion < 2 || !methods->xShmMap || !methods->xShmBarrier) return 0;
  void volatile *page = 0;
  if (methods->xShmMap(file, 0, 32768, 0, &page) != SQLITE_OK || !page) return 0;
  volatile unsigned int *words = (volatile unsigned int *)page;
  unsigned int other[12];
  for (int index = 0; index < 12; index++) header[index] = words[index];
  methods->xShmBarrier(file);
  for (int index = 0; index < 12; index++) other[index] = words[12 + index];
  for (int index = 0; index < 12; index++)
    if (header[index] != other[index]) return 0;
  return 1;
}

// Returns whether a connection of any process holds the write lock of the write-ahead log (SQLite's "WAL-mode File
// Format", 2.3). Takes the lock in shared mode for a moment, which requires no permission to write.
static inline int csqlite_log_is_locked(sqlite3_file *file) {
  const sqlite3_io_methods *methods = file->pMethods;
  if (!methods || methods->iVersion < 2 || !methods->xShmMap || !methods->xShmLock) return 0;
  void volatile *page = 0;
  int code = methods->xShmMap(file, 0, 32768, 0, &page);
  if ((code != SQLITE_OK && code != SQLITE_READONLY) || !page) return 0;
  code = methods->xShmLock(file, 0, 1, SQLITE_SHM_LOCK | SQLITE_SHM_SHARED);
  if (code == SQLITE_OK) methods->xShmLock(file, 0, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED);
  return code == SQLITE_BUSY;
}

// Words of the log's index: two copies of the header, and then information about checkpoints and readers (2.1, 2.2).
enum { csqlite_commit_word = 2, csqlite_frame_word = 4, csqlite_salt_word = 8, csqlite_attempt_word = 32 };
// The first reader lock, which a checkpoint holds while it writes to the file, and the last one (2.3).
enum { csqlite_first_reader = 3, csqlite_last_reader = 7 };

// Releases all locks of a connection that reads from a write-ahead log, without SQLite's knowledge. Before the
// connection reads again in its transaction, csqlite_log_hold must succeed.
static inline void csqlite_log_release(sqlite3_file *file) {
  for (int lock = csqlite_first_reader; lock <= csqlite_last_reader; lock++)
    file->pMethods->xShmLock(file, lock, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED);
}

// Takes locks that prevent the log from being written back to the file or started over. Returns 1 if a transaction that
// began with this header can continue, or 0, without a lock, if its state may no longer exist.
static inline int csqlite_log_hold(sqlite3_file *file, const unsigned int header[12]) {
  const sqlite3_io_methods *methods = file->pMethods;
  void volatile *page = 0;
  if (methods->xShmMap(file, 0, 32768, 0, &page) != SQLITE_OK || !page) return 0;
  const int shared = SQLITE_SHM_LOCK | SQLITE_SHM_SHARED;
  if (methods->xShmLock(file, csqlite_first_reader, 1, shared) != SQLITE_OK) return 0;
  int lock = csqlite_first_reader + 1;
  while (lock <= csqlite_last_reader && methods->xShmLock(file, lock, 1, shared) != SQLITE_OK) lock++;
  if (lock <= csqlite_last_reader) {
    methods->xShmBarrier(file);
    volatile unsigned int *now = (volatile unsigned int *)page;
    unsigned int attempt = now[csqlite_attempt_word];
    if (now[csqlite_salt_word] == header[csqlite_salt_word] && now[csqlite_salt_word + 1] == header[csqlite_salt_word + 1] &&
        attempt <= header[csqlite_frame_word])
      return 1;
    // The whole state is in the file, and the only later commit is in a log that was not written back.
    if (header[csqlite_frame_word] == 0 && attempt == 0 && now[csqlite_commit_word] - header[csqlite_commit_word] <= 1) return 1;
  }
  csqlite_log_release(file);
  return 0;
}

#endif
