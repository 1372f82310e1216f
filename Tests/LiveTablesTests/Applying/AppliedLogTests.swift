import TestSupport
import Testing

@testable import LiveTables

/// Tests of the log that a binding's readers read.
@Suite("Log of applied changes") struct AppliedLogTests {
  private typealias State = AppliedLog<OneSection, Item>.State

  private func state(_ ids: some Sequence<Int>, version: Int) -> State {
    let table = TableSnapshot<OneSection, Item>(rows: items(ids))
    let all = Changeset(reloading: table, from: TableSnapshot(), because: .firstTable)
    let applied = AppliedChangeset(changeset: all, revision: version, mode: .batch)
    return State(applied: applied, presented: CapturedTable(table), version: version)
  }

  @MainActor @Test("a problem while the view is idle belongs to the revision that it shows")
  func reports() {
    let view = FlatView()
    var revisions: [Int] = []
    let options = BindingOptions { revisions.append($0.revision) }
    view.show(flat(1), options: options)
    view.link.report(.reloadCommits(2))
    #expect(revisions == [1])
    view.link.end()
    view.link.report(.reloadCommits(2))
    #expect(revisions == [1, 1], "cells are still made when the binding has ended")
  }

  @MainActor @Test("nothing of a cancelled binding is kept, and later problems are written to standard error")
  func reportsAfterACancelledBinding() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
      let view = FlatView()
      view.show(flat(1), options: BindingOptions { _ in Issue.record("it is kept") }).cancel()
      view.link.report(.reloadCommits(2))
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(text == "LiveTables: table: the view committed the reload of revision 1 2 times, not once\n")
  }

  @MainActor @Test("a slow reader receives the newest edits without effect of the changes that it missed")
  func notFound() async {
    let log = AppliedLog<OneSection, Item>(differencer: Differencer(), presented: CapturedTable(flat()))
    func publish(_ missing: Int?) {
      let all = Changeset(reloading: flat(1), from: flat(), because: .firstTable)
      let notFound = missing.map { [TableEdit<OneSection, Item>.remove(id: $0)] } ?? []
      let applied = AppliedChangeset(changeset: all, revision: 1, mode: .batch, notFound: notFound)
      log.publish(applied, presented: CapturedTable(flat(1)), follows: true)
    }
    var reader = log.changes.makeAsyncIterator()
    publish(1)
    #expect(await reader.next()?.notFound.map(\.description) == ["remove 1"])
    for missing in [2, 3, nil] { publish(missing) }
    #expect(await reader.next()?.notFound.map(\.description) == ["remove 2", "remove 3"])
    for missing in 0..<150 { publish(missing) }
    #expect(await reader.next()?.notFound.map(\.description) == (50..<150).map { "remove \($0)" })
  }

  @Test("the diff for a slow reader is cancelled with the reader's task")
  func cancelled() async {
    let (seen, now) = (state(0..<3_000, version: 1), state((0..<3_000).reversed(), version: 3))
    #expect(now.change(since: seen, with: Differencer())?.spanned == 2)
    let reader = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return now.change(since: seen, with: Differencer()) == nil
    }
    #expect(await reader.value)
  }
}
