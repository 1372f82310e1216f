/// Which rows were refreshed although their content compares equal, and in which version of a table.
///
/// For readers that were late: the diff of two states does not see such rows.
struct RefreshLog<Identity: Hashable & Sendable>: Sendable {
  private var revisions: [Identity: Int] = [:]
  private var newest = -1
  private var limit = 1_024

  /// How many rows are remembered.
  var count: Int { revisions.count }

  /// Those of them that a reader has missed who saw an earlier version.
  func ids(after revision: Int) -> Set<Identity> {
    newest <= revision ? [] : Set(revisions.lazy.filter { $0.value > revision }.map(\.key))
  }

  /// Remembers rows; of those that are gone, not more than there are rows.
  ///
  /// - Complexity: O(*k*) for *k* rows, amortised.
  mutating func note<Section, Row>(
    _ ids: Set<Identity>, at revision: Int, in table: @autoclosure () -> TableSnapshot<Section, Row>
  ) where Row.Identity == Identity {
    if ids.isEmpty { return }
    newest = revision
    for id in ids { revisions[id] = revision }
    if revisions.count <= limit { return }
    var kept: [Identity: Int] = [:]
    for row in table() { kept[row.identity] = revisions[row.identity] }
    revisions = kept
    limit = max(1_024, 2 * kept.count, table().count)
  }
}

/// Which rows have got another identity, and in which version of a table; for readers that were late.
///
/// A reader that is later than the last thousand of them sees such a row replaced instead of updated.
struct RenameLog<Identity: Hashable & Sendable>: Sendable {
  private var entries: [(version: Int, names: [Identity: Identity])] = []

  /// The new identities since a version, by those that the rows had then.
  func names(after version: Int) -> [Identity: Identity] {
    var names: [Identity: Identity] = [:]
    for entry in entries where entry.version > version { names.chain(entry.names) }
    return names
  }

  mutating func note(_ names: [Identity: Identity], at version: Int) {
    if names.isEmpty { return }
    entries.append((version, names))
    if entries.count > 1_024 { entries.removeFirst() }
  }
}
