#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells

/// Work for rows that are about to appear on screen.
///
/// Each row has its own scope, which ends when the view no longer expects the row, when the row has left the screen or
/// the table, or when the binding ends.
@MainActor final class PrefetchScopes<Row: Diffable & Sendable> {
  var begin: (@MainActor (Row, CellScope) -> Void)?

  /// Whether the binding has ended, in which case no work can begin.
  var isOver = false { didSet { if isOver { forgetAll() } } }

  private var scopes: [Row.Identity: CellScope] = [:]

  var count: Int { scopes.count }

  func expect(_ row: Row) {
    guard !isOver, let begin, scopes[row.identity] == nil else { return }
    let scope = CellScope()
    scopes[row.identity] = scope
    begin(row, scope)
  }

  func forget(_ row: Row) { scopes.removeValue(forKey: row.identity)?.end() }

  /// Updates the identities of rows, and continues the work for these rows.
  func rename(_ rows: [(old: Row, new: Row)]) {
    let moved = rows.compactMap { old, new in scopes.removeValue(forKey: old.identity).map { (new.identity, $0) } }
    for (id, scope) in moved { scopes.updateValue(scope, forKey: id)?.end() }
  }

  func forgetAll() {
    let ended = scopes
    scopes = [:]
    for scope in ended.values { scope.end() }
  }
}
#endif
