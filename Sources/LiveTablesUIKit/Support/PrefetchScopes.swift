#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells

/// Work that is done for rows before they come on the screen.
///
/// Each row has a scope of its own. It ends when the view no longer expects the row, when the row has been on the screen
/// and left it, when it is gone, and when the binding ends.
@MainActor final class PrefetchScopes<Row: Diffable & Sendable> {
  /// Begins work for a row.
  var begin: (@MainActor (Row, CellScope) -> Void)?

  /// Whether the binding is over, so that no work begins.
  var isOver = false { didSet { if isOver { forgetAll() } } }

  private var scopes: [Row.Identity: CellScope] = [:]

  /// For how many rows something may be under way.
  var count: Int { scopes.count }

  /// The view expects a row.
  func expect(_ row: Row) {
    guard !isOver, let begin, scopes[row.identity] == nil else { return }
    let scope = CellScope()
    scopes[row.identity] = scope
    begin(row, scope)
  }

  /// A row is not expected any more.
  func forget(_ row: Row) { scopes.removeValue(forKey: row.identity)?.end() }

  /// Rows have got other identities; the work for them goes on.
  func rename(_ rows: [(old: Row, new: Row)]) {
    let moved = rows.compactMap { old, new in scopes.removeValue(forKey: old.identity).map { (new.identity, $0) } }
    for (id, scope) in moved { scopes.updateValue(scope, forKey: id)?.end() }
  }

  /// No row is expected any more.
  func forgetAll() {
    let ended = scopes
    scopes = [:]
    for scope in ended.values { scope.end() }
  }
}
#endif
