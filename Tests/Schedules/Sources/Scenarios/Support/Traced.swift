@testable import LiveTables
import LiveTablesSchedules

/// The visible state of the store, the loop and the screen, after every turn that changes it.
///
/// The traces are compared with the model in `Tests/Model`. Rows are the bits of its tables: 0 and 1 are the callers'
/// rows, 2 and 3 those of the user's edits.
@MainActor final class Traced {
  /// One line in the format that `Tests/Model/trace.h` reads.
  struct Entry: Hashable, Sendable, CustomStringConvertible {
    var phase = 0
    var session = 0
    var target = 0
    var version = 0
    var acknowledged = 0
    var waiting = 0
    var shown = 0
    var stamp = 0
    var drags = 0
    var current = 0
    var unmerged = 0

    var description: String {
      [phase, session, target, version, acknowledged, waiting, shown, stamp, drags, current, unmerged]
        .map(String.init).joined(separator: " ")
    }
  }

  private(set) var entries: [Entry] = []
  private let store: Store
  private weak var view: ExploredView?
  private var isOver = false

  /// Starts the trace, before anything is bound or submitted.
  init(_ store: Store, on view: ExploredView?) {
    self.store = store
    self.view = view
    look()
    JobScheduler.shared.count("the end of the trace", within: .max) {
      MainActor.assumeIsolated {
        self.look()
        return self.isOver
      }
    }
  }

  func end() { isOver = true }

  private func look() {
    guard let view else { return }
    var entry = Entry()
    // Between two turns, no other code runs on the store.
    let read: (isolated Store) -> Store.Machine = { $0.machine }
    let machine = unsafeBitCast(read, to: ((Store) -> Store.Machine).self)(store)
    switch machine.phase {
    case .detached: entry.phase = 1
    case .open: entry.phase = 2
    case .finishing: entry.phase = 3
    case .closed: entry.phase = 4
    }
    entry.session = machine.bindingNumber ?? 0
    entry.target = bits(machine.target?.table ?? TableSnapshot())
    entry.version = machine.version
    entry.acknowledged = machine.shownVersion
    entry.waiting = machine.waiting.count
    let link = view.link
    entry.shown = bits(link.table)
    entry.stamp = link.screen.stamp
    entry.drags = link.isInteracting ? 1 : 0
    entry.current = link.applier?.bindingNumber ?? 0
    entry.unmerged = link.applier?.machine.unmerged.count ?? 0
    if entry != entries.last { entries.append(entry) }
  }

  private func bits(_ table: Items) -> Int { table.reduce(0) { $0 | 1 << $1.id } }
}
