#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

@Suite struct EditLedgerTests {
  @Test("an edit that is not written has the query read again; any other has not", arguments: [false, true])
  func ends(isCommitted: Bool) async {
    let readers = QueryReaders()
    let (signal, received) = Signal.make()
    readers.add(signal)
    let ledger = EditLedger<OneSection, Mail>(readers)
    let number = ledger.begin(.set([]))
    let begun = ledger.now
    ledger.end(number, isCommitted: isCommitted)
    #expect(ledger.edits(since: ledger.now.time).isEmpty)
    await ledger.settled()
    signal.finish()
    var count = 0
    for await _ in received { count += 1 }
    #expect(count == (isCommitted ? 0 : 1))
    #expect(ledger.now.doubtCount == begun.doubtCount + (isCommitted ? 0 : 1))
    #expect(ledger.edits(since: begun.time).count == (isCommitted ? 1 : 0), "what was read before may lack it")
  }

  @Test("an edit that a table was handed out with, and that was committed meanwhile, has it handed out again")
  func overlaps() {
    let ledger = EditLedger<OneSection, Mail>(QueryReaders())
    let first = ledger.begin(.set([]))
    let begun = ledger.now
    #expect(ledger.edits(since: begun.time).count == 1 && ledger.now.doubtCount == 0)
    ledger.end(first, isCommitted: true)
    #expect(ledger.now.doubtCount == 1, "handed out before it ended")
    let second = ledger.begin(.set([]))
    let later = ledger.now
    ledger.end(second, isCommitted: true)
    #expect(ledger.now.doubtCount == 1)
    #expect(ledger.edits(since: later.time).count == 1 && ledger.now.doubtCount == 2, "handed out after it ended")
    #expect(ledger.edits(since: ledger.now.time).isEmpty && ledger.now.doubtCount == 2)
  }

  @Test("each edit ends by itself; of those that are written, the last ones stay for what is read late")
  func several() {
    let ledger = EditLedger<OneSection, Mail>(QueryReaders())
    let open = ledger.begin(.set([]))
    for number in (1...70).map({ _ in ledger.begin(.set([])) }) { ledger.end(number, isCommitted: true) }
    #expect(ledger.edits(since: 0).count == 65)
    #expect(ledger.edits(since: ledger.now.time).count == 1, "the first one is not written yet")
    ledger.end(open, isCommitted: false)
    #expect(ledger.edits(since: ledger.now.time).isEmpty && ledger.edits(since: 0).count == 64)
  }
}
#endif
