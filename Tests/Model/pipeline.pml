/* The store, the loop and the screen: one turn of an actor is one atomic step, and nothing else is.
 *
 * What a table holds is a set of bits: one for each caller, one for each of the user's edits. A table replaces all of
 * them by its own bit, an edit adds its own. So a lost edit is a bit that is missing.
 *
 * The names are those of StoreMachine, ScreenMachine, BindingMachine and TableStore+Loop. README.md says what is
 * checked; FAULT is the number of a planted fault, TRACE replays what the real machines did.
 */

#ifndef CALLERS
#define CALLERS 2   /* tasks that submit a table or an edit, once each */
#endif
#ifndef EDITS
#define EDITS 1     /* what the user may edit, in all views together */
#endif
#ifndef DRAGS
#define DRAGS 1
#endif
#ifndef VIEWS
#define VIEWS 1     /* bindings, one after another */
#endif
#ifndef OUTLIVES
#define OUTLIVES 1  /* whether the store outlives its views */
#endif
#ifndef CANCELS
#define CANCELS 1   /* whether the user may cancel at any time, not at the end only */
#endif
#ifndef STAGES
#define STAGES 2    /* how many batches a change may take */
#endif
#ifndef FAULT
#define FAULT 0
#endif

#define own(c) (1 << (c))
#define users(v, from, to) (((1 << (to)) - (1 << (from))) << (CALLERS + start[v]))
#define isEnded(v) (current != (v))

#define detached 1
#define open 2
#define finishing 3
#define closed 4

/* The store. */
byte phase = detached
byte session            /* the view that shows the target; 0: none */
byte newestBinding
byte target
short version
short acknowledged
short newestTable       /* the version of the last whole table */
byte closings
byte signalled          /* whose loop is woken by a submission */
bool hasBase
byte baseShown
byte baseStamp
byte merged[VIEWS + 1]
short waits[CALLERS]    /* the version for which a caller waits; -1: none */
byte answers[CALLERS]

/* The main actor. */
byte current            /* the binding of the view; 0: none */
byte lastBound
byte bound              /* how many bindings are not closed */
byte shown
byte stamp
bool partial
byte drags
byte start[VIEWS + 1]   /* how many edits there were before this binding */
byte settled[VIEWS + 1] /* up to this number the edits are known to be merged */
byte edited[VIEWS + 1]
byte allEdits
bool isDeferred[VIEWS + 1]

/* Between them. */
bool wake[VIEWS + 1]
bool mail[VIEWS + 1]
byte mailShown[VIEWS + 1]
byte mailStamp[VIEWS + 1]
byte mailFrom[VIEWS + 1]
byte mailTo[VIEWS + 1]
bool loopOver[VIEWS + 1]
bool listenerOver[VIEWS + 1]
bool over[VIEWS + 1]
byte toldOver[VIEWS + 1] /* a caller of cancel has returned */

byte admitted           /* how many callers have come to the store */
byte waiting            /* how many callers wait */
byte finished           /* how many callers are through */

#ifdef TRACE
bool refused            /* the real machines did something else */
short entry
c_code {
  \#include "trace.h"
}
/* After each turn: nothing that can be seen has changed, or it is what comes next in the trace. */
#define seen() c_code { follow(); }
#define ALWAYS provided (!refused)
#define promise(holds) skip
#else
#define seen() skip
#define ALWAYS
#define promise(holds) assert(holds)
#endif

/* MARK: - The store */

inline wakes(v) {
  if :: v != 0 -> wake[v] = true :: else fi;
}

inline answer(c) {
  waits[c] = -1; waiting--;
  answers[c]++;
  promise(answers[c] == 1)  /* every submission is answered exactly once */
}

/* Edits of a view that the target has not got yet. */
inline merge(v, from, to) {
  if
  :: v != 0 && !over[v] && phase != closed && (to > merged[v] || (FAULT == 8 && to > from)) ->
    promise(from <= merged[v]);
    target = target | users(v, (FAULT == 8 -> from : merged[v]), to);
    promise(to > merged[v]);
    merged[v] = to;
    version++;
  :: else
  fi;
}

inline learn(v, content, when) {
  if
  :: v == session && (!hasBase || when >= baseStamp) -> hasBase = true; baseShown = content; baseStamp = when
  :: else
  fi;
}

inline waitFor(c, number) { waits[c] = number; waiting++ }

/* A task that submits a table or an edit, from the main actor or from elsewhere. Callers are alike, so the first comes first. */
proctype caller(byte c) ALWAYS {
  byte v; byte from; byte to; byte count
  bool isBound
  short mine

  if
  :: EDITS > 0 && VIEWS == 1 -> atomic { lastBound > 0 -> v = lastBound; from = settled[v]; to = edited[v] }
  :: true
  fi;
  atomic {
    admitted == c -> admitted++;
    merge(v, from, to);
    v = 0; from = 0; to = 0;
    if
    :: phase == closed || phase == finishing -> answers[c]++; seen(); goto answered
    :: else
    fi;
    if
    :: target = own(c); version++; newestTable = version
    :: target = target | own(c); version++
    fi;
    if
    :: phase == detached -> mine = version; count = closings
    :: else -> waitFor(c, version); if :: FAULT != 3 -> wakes(signalled) :: else fi
    fi;
    seen()
  };
  /* Accepted without a view: one may be on its way. */
  do
  :: waits[c] >= 0 || answers[c] > 0 -> break
  :: else ->
    isBound = bound > 0;
    atomic {
      if
      :: !isBound -> answers[c]++
      :: isBound && closings != count && FAULT != 10 -> count = closings
      :: isBound && (closings == count || FAULT == 10) ->
        if
        :: phase == closed -> answers[c]++
        :: phase == detached -> waitFor(c, mine)
        :: phase == open || phase == finishing ->
          if :: acknowledged < mine -> waitFor(c, mine); wakes(signalled) :: else -> answers[c]++ fi
        fi
      fi;
      isBound = false;
      seen()
    }
  od;
  mine = 0; count = 0;
  if
  :: answers[c] > 0
#ifdef IMPATIENT
  :: atomic { answers[c] == 0 -> answer(c); seen() }  /* its task is cancelled */
#endif
  fi;
answered:
  finished++
}

/* The end of a stream. */
proctype feed() ALWAYS {
  atomic {
    if :: phase == open -> phase = finishing; wakes(signalled) :: else fi;
    seen()
  };
}

/* The user edits what is shown: it is on screen at once, and the store is told. */
inline showEdit(v) {
  edited[v]++; allEdits++;
  if
  :: stamp > 0 -> shown = shown | users(v, edited[v] - 1, edited[v]); stamp++
  :: else  /* nothing is on screen yet that could be edited; the store gets the edit */
  fi
}

inline edit(v) {
  showEdit(v);
  mail[v] = true; mailShown[v] = shown; mailStamp[v] = stamp; mailFrom[v] = settled[v]; mailTo[v] = edited[v]
}

/* MARK: - The loop of one view */

inline acknowledge(v, number, content, newest) {
  if
  :: v == session ->
    if :: number > acknowledged -> acknowledged = number :: else fi;
    k = 0;
    do
    :: k < CALLERS && waits[k] >= 0 && waits[k] <= number ->
      /* Its own table or edit is in what is shown, unless a newer table has replaced it. */
      promise((content & own(k)) || waits[k] < newest);
      answer(k); k++
    :: k < CALLERS && (waits[k] < 0 || waits[k] > number) -> k++
    :: k == CALLERS -> break
    od;
  :: else
  fi;
}

proctype loop(byte v) ALWAYS {
  byte oTarget; byte oMerged; short oVersion; short oNewest
  byte from; byte at; byte tries; byte k
  byte nowShown; byte nowStamp; byte left; byte right
  bool wasDeferred; bool reloads; bool isStage

  if  /* what the user did in the view before this one may not have arrived */
  :: v > 1 -> atomic { left = settled[v - 1]; right = edited[v - 1] }
  :: else
  fi;
  atomic {
    if
    :: v > 1 ->
      if :: FAULT != 13 -> merge(v - 1, left, right) :: else fi;
      promise(phase == closed || merged[v - 1] == edited[v - 1]);  /* its first table has these edits */
      left = 0; right = 0
    :: else
    fi;
    if
    :: v > newestBinding ->
      newestBinding = v;
      if
      :: phase == detached || phase == open -> phase = open; session = v
      :: phase == finishing -> session = v
      :: phase == closed
      fi;
      if :: OUTLIVES -> acknowledged = version - 1 :: else fi;
      wakes(signalled);
      signalled = v; hasBase = false;
      wake[v] = true; seen()
    :: else -> seen(); goto leave
    fi;
  };
sleeping:
  if
  :: atomic { wake[v] -> wake[v] = false }
  :: !wake[v] && isEnded(v) -> goto leave
  fi;
orders:
  atomic {
    if
    :: phase == closed || session != v -> goto leave
    :: phase == open && session == v && version == acknowledged -> goto sleeping
    :: phase == finishing && session == v && version == acknowledged -> goto leave
    :: else  /* there is something to show */
    fi;
    if
    :: wasDeferred -> goto looking
    :: else
    fi;
    oTarget = target; oVersion = version; oMerged = merged[v]; oNewest = newestTable;
    reloads = !hasBase || tries >= 3;
    from = baseShown; at = baseStamp
  };
apply:  /* … and here is the difference */
  atomic {
    if
    :: isEnded(v) && FAULT != 5 -> goto leave
    :: else
    fi;
    if
    :: drags > 0 ->
      isDeferred[v] = true; wasDeferred = true; seen();
      oTarget = 0; oMerged = 0; oVersion = 0; oNewest = 0; from = 0; at = 0; isStage = false; reloads = false;
      goto sleeping
    :: else
    fi;
    if  /* a window, a budget or a view that refuses may ask for a reload */
    :: !isStage -> reloads = true
    :: true
    fi;
    if :: oMerged > settled[v] -> settled[v] = oMerged :: else fi;
    nowShown = shown; nowStamp = stamp; left = settled[v]; right = edited[v];
    if
    :: !reloads && FAULT != 1 && (at != stamp || left < right) -> seen(); goto stale
    :: else
    fi;
    promise(reloads || isStage || from == shown);  /* a difference is applied to what is shown only */
    promise(!toldOver[v]);                         /* nothing after cancel() */
    if
    :: reloads -> shown = oTarget | (FAULT == 11 -> 0 : users(v, left, right)); partial = false
    :: !reloads && !isStage && shown != oTarget && STAGES > 1 -> shown = oTarget; partial = true   /* rows come and go … */
    :: !reloads && !isStage && shown != oTarget -> shown = oTarget; partial = false
    :: !reloads && (isStage || shown == oTarget) -> partial = false  /* … then others change, or nothing */
    fi;
    /* The user's edits stay on screen until the store has them. */
    promise((shown & users(v, left, right)) == users(v, left, right));
    stamp++;
    nowShown = shown; nowStamp = stamp; at = stamp;
    if  /* the user edits while the view is told of the change: the edit is shown after it */
    :: allEdits < EDITS && !isEnded(v) -> edit(v)
    :: true
    fi;
    isStage = partial && !reloads;
    seen();
    if :: isStage -> goto apply :: else fi
  };
  atomic {
    tries = 0; oTarget = 0; oMerged = 0; from = 0; at = 0; isStage = false; reloads = false;
    learn(v, nowShown, nowStamp);
    if :: FAULT == 2 -> oVersion = version :: else fi;
    acknowledge(v, oVersion, nowShown, oNewest);
    oVersion = 0; oNewest = 0; nowShown = 0; nowStamp = 0; left = 0; right = 0; k = 0;
    seen(); goto orders
  };
stale:
  atomic {
    tries++;
    promise(tries <= 3);
    learn(v, nowShown, nowStamp);
    merge(v, left, right);
    oTarget = 0; oMerged = 0; oVersion = 0; oNewest = 0; from = 0; at = 0; isStage = false; reloads = false;
    nowShown = 0; nowStamp = 0; left = 0; right = 0;
    seen(); goto orders
  };
looking:
  atomic {
    if
    :: !isEnded(v) && drags > 0 ->
      isDeferred[v] = true; seen();
      if :: FAULT == 9 -> goto orders :: else -> goto sleeping fi
    :: else -> wasDeferred = false; goto orders
    fi
  };
leave:
  oTarget = 0; oMerged = 0; oVersion = 0; oNewest = 0; from = 0; at = 0; tries = 0;
  nowShown = 0; nowStamp = 0; left = 0; right = 0; wasDeferred = false; reloads = false; isStage = false;
  loopOver[v] = true;
  listenerOver[v];
  atomic {
    if :: current == v -> current = 0 :: else fi;
    left = settled[v]; right = edited[v];
    bound--;
    seen()
  };
  atomic {
    if :: FAULT != 7 -> merge(v, left, right) :: else fi;
    if :: v == session -> signalled = 0; hasBase = false :: else fi;
    wakes(signalled);  /* for the view that is here now */
    over[v] = true; closings++;
    if
    :: v == session || phase == detached ->
      if
      :: OUTLIVES -> phase = detached
      :: else -> phase = closed
      fi;
      session = 0;
      k = 0;
      do
      :: k < CALLERS && waits[k] >= 0 && FAULT != 4 -> answer(k); k++
      :: k < CALLERS && (waits[k] < 0 || FAULT == 4) -> k++
      :: k == CALLERS -> break
      od;
    :: else
    fi;
    seen()
  };
}

/* Merges the user's edits as soon as they are made: while it merges some, others may be in its mail. */
proctype listener(byte v) ALWAYS {
  byte content; byte when; byte from; byte to
  do
  :: atomic {
      mail[v] && newestBinding >= v ->
      mail[v] = false;
      content = mailShown[v]; when = mailStamp[v]; from = mailFrom[v]; to = mailTo[v];
      mailShown[v] = 0; mailStamp[v] = 0; mailFrom[v] = 0; mailTo[v] = 0
    };
    atomic {
      if :: hasBase -> learn(v, content, when) :: else fi;
      if :: FAULT != 12 -> merge(v, from, to) :: else fi;
      wakes(signalled);
      content = 0; when = 0; from = 0; to = 0;
      seen()
    }
  :: (isEnded(v) || loopOver[v]) && !mail[v] -> break
  od;
  listenerOver[v] = true
}

/* MARK: - The main actor */

inline bind() {
  lastBound++; bound++;
  start[lastBound] = allEdits;
  current = lastBound;
  run listener(lastBound);
  run loop(lastBound)
}

inline endDrag() {
  drags--;
  if
  :: drags == 0 && current != 0 && isDeferred[current] && FAULT != 6 -> isDeferred[current] = false; wake[current] = true
  :: else
  fi;
}

/* Who has the view: binds it, edits and drags in it, cancels. */
proctype user() ALWAYS {
  byte begun
  atomic { bind(); seen() };
  do
  :: atomic { current != 0 && allEdits < EDITS -> edit(current); seen() }
  :: atomic { drags == 0 && begun < DRAGS -> begun++; drags++; seen() }
  :: atomic { drags > 0 -> endDrag(); seen() }
  :: atomic { lastBound < VIEWS -> bind(); seen() }
  /* While an edit is being shown, the store is bound again: nobody is told of the edit. */
  :: atomic { lastBound < VIEWS && current != 0 && allEdits < EDITS -> showEdit(current); bind(); seen() }
  :: atomic { CANCELS && current != 0 -> toldOver[current] = true; current = 0; seen() }
  :: drags == 0 -> break
  od;
}

inline everybodyIsAnswered() {
  k = 0;
  do
  :: k < CALLERS -> assert(answers[k] == 1); k++
  :: k == CALLERS -> break
  od;
}

init {
  byte k
  atomic {
    k = 0;
    do
    :: k < CALLERS -> waits[k] = -1; run caller(k); k++
    :: k == CALLERS -> break
    od;
    if
    :: OUTLIVES
    :: else -> phase = open; acknowledged = version; run feed()
    fi;
    run user()
  };
#ifndef TRACE
  timeout ->  /* nothing moves any more */
    everybodyIsAnswered();
    if
    :: current != 0 ->
      assert(shown == target && !partial);           /* the newest is on screen, with every edit */
      assert(edited[current] == merged[current]);
      assert(acknowledged == version)
    :: else
    fi;
    atomic { if :: current != 0 -> toldOver[current] = true; current = 0 :: else fi };
  timeout ->
    k = 1;
    do
    :: k <= VIEWS && k <= lastBound ->
      assert(over[k]);                               /* every binding has ended */
      assert(!OUTLIVES || edited[k] == merged[k]);   /* … and no edit is lost with it */
      k++
    :: else -> break
    od;
    everybodyIsAnswered();
    assert(waiting == 0 && finished == CALLERS)
#endif
}
