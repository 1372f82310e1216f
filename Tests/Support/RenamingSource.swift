package import LiveTables

/// A source with a value, and with a row whose identity changes.
package actor RenamingSource: TableSource {
  package private(set) var state = SourceState(flat(1, 2), value: "old")
  private var subscribers = SubscriberList()

  package init() {}

  package func subscribe(_ signal: Signal) { subscribers.add(signal) }

  package func rename() {
    var content = CapturedTable(flat(1, 3))
    content.value = "new"
    state.derive(content, renamed: [2: 3], with: Differencer())
    subscribers.notify()
  }
}
