#if SQLite
import Testing

@testable import LiveTablesSQLite

struct RowCacheTests {
  private typealias Cache = RowCache<Int>

  private final class State {}

  private func entry(_ value: Int, stamp: UInt32) -> Cache.Entry {
    .init(value: value, fingerprint: value, stamp: stamp)
  }

  @Test("the most recently used rows are kept, up to the limit")
  func thoseUsedLastAreKept() {
    let cache = Cache(limit: 100)
    for number in 0..<1000 {
      cache.put([RowID(number): entry(number, stamp: 1)], since: 0)
      #expect(cache.value(of: 0, since: 1) == 0, "it is used all the time")
      #expect(cache.fingerprints().count <= 100)
    }
    for number in 951..<1000 { #expect(cache.value(of: RowID(number), since: 1) == number) }
    #expect(cache.value(of: 500, since: 1) == nil)
  }

  @Test("a row has a stamp, and older content does not replace it")
  func aRowIsKnownAsOfAStamp() {
    let cache = Cache(limit: 100)
    cache.put([1: entry(10, stamp: 5)], since: 0)
    #expect(cache.value(of: 1, since: 5) == 10 && cache.value(of: 1, since: 6) == nil)
    cache.put([1: entry(9, stamp: 4)], since: 0)
    #expect(cache.value(of: 1, since: 0) == 10)
    cache.put([1: entry(11, stamp: 6)], since: 0)
    #expect(cache.value(of: 1, since: 6) == 11)
  }

  @Test("older content is not cached for a row that was unused for a while")
  func aRowOfTheOlderGeneration() {
    let cache = Cache(limit: 100)
    cache.put([1: entry(10, stamp: 5)], since: 0)
    for number in 100..<160 { cache.put([RowID(number): entry(number, stamp: 5)], since: 0) }
    #expect(cache.value(of: 1, since: 6) == nil)
    #expect(cache.value(of: 1, since: 5) == 10)
  }

  @Test("a newer table replaces the state and its rows together, and late rows are reported")
  func aNewerTable() {
    let cache = Cache(limit: 100)
    let (one, two) = (State(), State())
    cache.adopt(.init(), of: one, revision: 1)
    #expect(cache.moment(of: one) == 1 && cache.moment(of: two) == nil)
    cache.put([1: entry(10, stamp: 1), 2: entry(20, stamp: 1)], since: 1)
    #expect(!cache.takeLate())
    cache.adopt(.init(entries: [1: entry(11, stamp: 2)], missing: [2]), of: two, revision: 2)
    #expect(cache.moment(of: one) == nil && cache.moment(of: two) == 2)
    #expect(cache.value(of: 1, since: 2) == 11 && cache.value(of: 2, since: 0) == nil)
    #expect(!cache.takeLate())
    let calls = Guarded(0)
    cache.listen { calls.with { $0 += 1 } }
    cache.put([3: entry(30, stamp: 1)], since: 1)
    #expect(cache.takeLate() && !cache.takeLate() && calls.now == 1)
  }

  @Test("rows that arrive during a read are late, and earlier rows are not")
  func rowsThatComeWhileATableIsRead() {
    let cache = Cache(limit: 100)
    let state = State()
    cache.adopt(.init(), of: state, revision: 1)
    cache.put([1: entry(10, stamp: 1)], since: 1)
    cache.beginReading(hasNews: true)
    cache.put([1: entry(10, stamp: 1)], since: 1)
    #expect(cache.fingerprints(of: [1, 2]) == [1: 10])
    cache.adopt(.init(), of: state, revision: 2)
    let calls = Guarded(0)
    cache.listen { calls.with { $0 += 1 } }
    #expect(!cache.takeLate())
    cache.beginReading(hasNews: true)
    cache.put([2: entry(20, stamp: 1)], since: 2)
    #expect(calls.now == 0)
    cache.adopt(.init(), of: state, revision: 3)
    #expect(cache.takeLate() && calls.now == 1, "whoever waits for them hears of it")
    cache.beginReading(hasNews: false)
    cache.put([3: entry(30, stamp: 1)], since: 3)
    cache.adopt(.init(), of: state, revision: 4)
    #expect(!cache.takeLate())
  }

  @Test(
    "the expected content of a user's edit keeps its stamp when it is found, and is discarded if it is not written")
  func whatTheUserChanges() {
    let cache = Cache(limit: 100)
    cache.put([1: entry(10, stamp: cache.nextNumber())], since: 0)
    let stamp = cache.nextNumber()
    let written = entry(11, stamp: stamp)
    cache.expect(written, of: 1)
    #expect(cache.fingerprints() == [1: 10] && cache.expectations[1]?.isCommitted == false)
    cache.commit(1)
    #expect(cache.expectations[1]?.isCommitted == true)
    cache.adopt(.init(entries: [1: written], fulfilled: [1: written]), of: State(), revision: 9)
    #expect(cache.fingerprints() == [1: 11] && cache.expectations.isEmpty)
    cache.expect(entry(12, stamp: stamp), of: 1)
    cache.adopt(.init(fulfilled: [1: written]), of: State(), revision: 10)
    #expect(cache.expectations[1]?.entry.value == 12, "that was not found yet")
    cache.forget(1)
    #expect(cache.value(of: 1, since: 0) == 11 && cache.expectations.isEmpty)
  }

}
#endif
