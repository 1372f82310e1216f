/// A step of a source.
public struct TableChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// From what the reader saw last to the newest table.
  ///
  /// A reader's first changeset is a reload that begins with an empty table.
  public let changeset: Changeset<Section, Row>

  /// Counts the changes of the table.
  public let revision: Int

  /// How many changes this step spans: 1, or more for a reader that was late; 0 for an edit that came to nothing.
  public let spanned: Int

  /// The newest table.
  public var table: TableSnapshot<Section, Row> { changeset.target }

  /// The rows that were inserted, deleted, updated and moved; in a reader's first change, all rows are inserted.
  ///
  /// - Complexity: That of ``Changeset/rows``, at each access.
  public var rows: ChangedRows<Row> { changeset.rows }

  package init(changeset: Changeset<Section, Row>, revision: Int, spanned: Int) {
    self.changeset = changeset
    self.revision = revision
    self.spanned = spanned
  }
}

extension TableChange: CustomStringConvertible {
  /// The revision, and the changeset in words.
  public var description: String {
    "revision \(revision)\(spanned == 1 ? "" : ", spanning \(spanned)"): \(changeset)"
  }
}

extension TableChange {
  /// - Returns: `nil` if several changes have led back to where the reader is.
  package init?(
    from seen: SourceState<Section, Row>?, to now: SourceState<Section, Row>, _ differencer: Differencer<Section, Row>
  ) {
    guard let seen else {
      let all = Changeset(reloading: now.table, from: TableSnapshot(), because: .firstTable)
      self.init(changeset: all, revision: now.revision, spanned: 1)
      return
    }
    let changeset = now.changeset(since: seen, with: differencer)
    if changeset.isEmpty { return nil }
    self.init(changeset: changeset, revision: now.revision, spanned: now.revision - seen.revision)
  }
}
