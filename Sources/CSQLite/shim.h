#ifndef LIVETABLES_CSQLITE_H
#define LIVETABLES_CSQLITE_H

// Says which rows a statement changes, also in tables WITHOUT ROWID; must be known before the header is read.
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

// The header of the write-ahead log's index, as it is at this moment: which commit is the newest (SQLite's "WAL-mode File
// Format", 2.1). It is there twice; writers write the second one first. Returns 0 if it is being written or is not there.
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

// Whether some connection, of whatever process, holds the lock of the write-ahead log under which it is written (SQLite's
// "WAL-mode File Format", 2.3). This takes the lock in shared mode for a moment, which needs no right to write.
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

// The words of the log's index: the header is there twice, then what readers and checkpoints have agreed on (2.1, 2.2).
enum { csqlite_commit_word = 2, csqlite_frame_word = 4, csqlite_salt_word = 8, csqlite_attempt_word = 32 };
// The first lock of readers, under which a checkpoint writes to the file, and the last (2.3).
enum { csqlite_first_reader = 3, csqlite_last_reader = 7 };

// Gives back all locks of a connection that reads from a write-ahead log. SQLite does not know: before the connection reads
// on in its transaction, csqlite_log_hold has to succeed.
static inline void csqlite_log_release(sqlite3_file *file) {
  for (int lock = csqlite_first_reader; lock <= csqlite_last_reader; lock++)
    file->pMethods->xShmLock(file, lock, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_SHARED);
}

// Takes locks under which nobody writes the log back to the file or starts it over. Returns 1 if a transaction that has begun
// with this header can go on, and 0, without a lock, if what it has to read may not be there any more.
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
    // All of the state is in the file, and the one commit since then is in a log that was not written back.
    if (header[csqlite_frame_word] == 0 && attempt == 0 && now[csqlite_commit_word] - header[csqlite_commit_word] <= 1) return 1;
  }
  csqlite_log_release(file);
  return 0;
}

#endif
