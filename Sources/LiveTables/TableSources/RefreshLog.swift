/// A log of the versions in which rows were refreshed although their content compares equal.
///
/// Readers that have fallen behind need this log, because the diff of two states does not include such rows.
struct RefreshLog<Identity: Hashable & Sendable>: Sendable {
  private var revisions: [Identity: Int] = [:]
  private var newest = -1
  private var limit = 1_024

  var count: Int { revisions.count }

  func ids(after revision: Int) -> Set<Identity> {
    newest <= revision ? [] : Set(revisions.lazy.filter { $0.value > revision }.map(\.key))
  }

  /// Adds refreshed rows.
  ///
  /// The log keeps at most as many deleted rows as the table has rows.
  ///
  /// - Complexity: O(*k*) for *k* rows, amortized.
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

/// A log of the versions in which rows received a new identity, for readers that have fallen behind.
///
/// For a reader that has missed more than a thousand log entries, such a row is replaced instead of updated.
struct RenameLog<Identity: Hashable & Sendable>: Sendable {
  private var entries: [(version: Int, names: [Identity: Identity])] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Returns the new identities of rows renamed since a version, by their identities in that version.
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
