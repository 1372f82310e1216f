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
    #expect(ledger.edits(since: begun.time).count == 1)
    ledger.end(number, isCommitted: isCommitted)
    #expect(ledger.edits(since: begun.time).count == (isCommitted ? 1 : 0), "what was read before may lack it")
    #expect(ledger.edits(since: ledger.now.time).isEmpty)
    await ledger.settled()
    signal.finish()
    var count = 0
    for await _ in received { count += 1 }
    #expect(count == (isCommitted ? 0 : 1))
    #expect(ledger.now.failureCount == begun.failureCount + (isCommitted ? 0 : 1))
  }
}
#endif
