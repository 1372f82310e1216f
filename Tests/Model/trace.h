/* A trace of the real machines, from the file that TRACE names: a line for each turn in which something has changed. */
#include <stdio.h>
#include <stdlib.h>

enum { FIELDS = 11, LONGEST = 1000 };
static int trace[LONGEST][FIELDS];
static int entries = -1;
static int farthest = 0;

static void tell(void) {
  if (farthest + 1 == entries) printf("accepted\n");
  else printf("refused after line %d of %d\n", farthest + 1, entries);
}

static void load(void) {
  FILE *file = fopen(getenv("TRACE") ? getenv("TRACE") : "", "r");
  int field = 0, value;
  entries = 0;
  while (file && entries < LONGEST && fscanf(file, "%d", &value) == 1) {
    trace[entries][field++] = value;
    if (field == FIELDS) { field = 0; entries++; }
  }
  if (entries == 0 || field != 0) { printf("no trace\n"); _Exit(2); }
  atexit(tell);
}

static int matches(int entry, const int *seen) {
  if (entries < 0) load();
  if (entry >= entries) return 0;
  for (int field = 0; field < FIELDS; field++)
    if (trace[entry][field] != seen[field]) return 0;
  return 1;
}

/* Nothing that can be seen has changed, or what comes next in the trace is seen, or this is no run of the real machines. */
static int followed(int entry, const int *seen) {
  if (matches(entry, seen)) return entry;
  if (!matches(entry + 1, seen)) return -1;
  if (entry + 1 > farthest) farthest = entry + 1;
  if (entry + 2 == entries) exit(0);
  return entry + 1;
}

#define follow() do { \
  int next = followed(now.entry, (int[FIELDS]) { \
    now.phase, now.session, now.target, now.version, now.acknowledged, now.waiting, now.shown, now.stamp, now.drags, \
    now.current, now.edited[now.current] - now.settled[now.current] }); \
  if (next < 0) now.refused = 1; else now.entry = next; \
} while (0)
