/// A difference of snapshots: the changeset, and the same in captured rows if there are such.
@usableFromInline struct Difference<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline let changeset: Changeset<Section, Row>
  @usableFromInline let captured: Changeset<Section, CapturedRow<Row>>?

  @inlinable init(changeset: Changeset<Section, Row>, captured: Changeset<Section, CapturedRow<Row>>?) {
    self.changeset = changeset
    self.captured = captured
  }
}

/// The functions that depend on the user's types, specialised where the store was made.
///
/// An actor's methods are not specialised for the types of another module, and neither are the functions they call. So
/// whoever makes a store captures them here, in an inlinable initialiser.
@usableFromInline struct Differencer<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline typealias Content = Snapshot<Section, Row>
  @usableFromInline typealias Body =
    @Sendable (
      _ old: Content, _ new: Content, _ check: () throws -> Void
    ) throws -> Difference<Section, Row>

  /// Captures what has to be captured of a table that comes in.
  let capture: @Sendable (Table<Section, Row>) -> Content
  private let body: Body

  @inlinable init() {
    self.init(
      capture: { Snapshot($0) },
      body: { old, new, check in
        guard let source = old.captured, let target = new.captured else {
          return Difference(changeset: try new.table.difference(from: old.table, check: check), captured: nil)
        }
        let captured = try target.difference(from: source, check: check)
        return Difference(
          changeset: Changeset(source: old.table, target: new.table, indicesOf: captured), captured: captured)
      })
  }

  @usableFromInline init(capture: @escaping @Sendable (Table<Section, Row>) -> Content, body: @escaping Body) {
    self.capture = capture
    self.body = body
  }

  /// How to get from one snapshot to another.
  ///
  /// - Parameters:
  ///   - marks: Rows to list as updated although their content compares equal. Costs one more difference, of all rows.
  ///   - check: Asked at least once for every 1,024 rows; throws to end the work.
  func difference(
    from old: Content, to new: Content, marks: Set<Row.Identity> = [], check: () throws -> Void
  ) throws -> Difference<Section, Row> {
    let difference = try body(old, new, check)
    if marks.isEmpty || difference.changeset.reload != nil { return difference }
    let marked = try new.marked(marks).difference(from: old.marked([]), check: check)
    if marked.reload != nil { return difference }
    return Difference(
      changeset: Changeset(source: old.table, target: new.table, indicesOf: marked),
      captured: difference.captured.map { Changeset(source: $0.source, target: $0.target, indicesOf: marked) })
  }
}

extension Snapshot {
  fileprivate func marked(_ ids: Set<Row.Identity>) -> Table<Section, CapturedRow<Row>> {
    if let captured { return captured.mapRows { CapturedRow($0, isMarked: ids.contains($0.identity)) } }
    return table.mapRows { CapturedRow(CapturedRow($0), isMarked: ids.contains($0.identity)) }
  }
}
