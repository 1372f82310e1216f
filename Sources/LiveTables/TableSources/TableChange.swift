/// A change to the table of a source.
public struct TableChange<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The changeset from the last table that the reader received to the newest table.
  ///
  /// A reader's first changeset is a reload from an empty table, so its `rows` lists all rows as inserted.
  public let changeset: Changeset<Section, Row>

  /// The number of times that the source's table has changed, including this change.
  public let revision: Int

  /// The number of changes to the source's table that this change combines.
  ///
  /// The number is greater than 1 if the reader has fallen behind, and 0 for an edit without effect.
  public let spanned: Int

  /// The source's table after the change.
  public var table: TableSnapshot<Section, Row> { changeset.target }

  package init(changeset: Changeset<Section, Row>, revision: Int, spanned: Int) {
    self.changeset = changeset
    self.revision = revision
    self.spanned = spanned
  }
}

extension TableChange: CustomStringConvertible {
  /// The revision and the changeset.
  public var description: String {
    "revision \(revision)\(spanned == 1 ? "" : ", spanning \(spanned)"): \(changeset)"
  }
}

extension TableChange {
  /// - Returns: `nil` if several changes have restored the table that the reader has already seen.
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
