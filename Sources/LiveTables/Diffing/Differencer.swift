/// The diffing functions that depend on the user's types, specialized in the module that creates the store.
///
/// Methods of an actor, and the functions that they call, are not specialized for types from another module. Therefore,
/// an inlinable initializer captures these functions when a store is created.
@usableFromInline package struct Differencer<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline package typealias Content = CapturedTable<Section, Row>
  @usableFromInline typealias Body =
    @Sendable (
      _ old: Content, _ new: Content, _ hints: DiffHints<Row.Identity>, _ limit: Int, _ check: () throws -> Void
    ) throws -> PreparedUpdate<Section, Row>

  package let capture: @Sendable (TableSnapshot<Section, Row>) -> Content
  private let body: Body

  @inlinable package init() {
    self.init(
      capture: { CapturedTable($0) },
      body: { try PreparedUpdate(from: $0, to: $1, hints: $2, limit: $3, check: $4) })
  }

  @usableFromInline init(capture: @escaping @Sendable (TableSnapshot<Section, Row>) -> Content, body: @escaping Body) {
    self.capture = capture
    self.body = body
  }

  func capture(_ state: TableState<Section, Row>) -> Content {
    var content = capture(state.table)
    content.value = state.value
    content.knownChangeset = state.knownChangeset
    return content
  }

  /// Diffs two versions of a table.
  ///
  /// - Parameters:
  ///   - hints: Changes to rows that comparing the tables cannot detect. Finding these rows requires one scan.
  ///   - limit: The maximum number of operations for batch updates, or 0 if only the changeset is needed.
  ///   - check: Called at least once for every 1,024 rows. It can throw an error to stop the diff.
  package func update(
    from old: Content, to new: Content, hints: DiffHints<Row.Identity> = DiffHints(), limit: Int = 0,
    check: () throws -> Void
  ) throws -> PreparedUpdate<Section, Row> {
    try body(old, new, hints, limit, check)
  }

  func uncancelledUpdate(
    from old: Content, to new: Content, hints: DiffHints<Row.Identity>, limit: Int
  ) -> PreparedUpdate<Section, Row> {
    do {
      return try update(from: old, to: new, hints: hints, limit: limit, check: {})
    } catch {
      preconditionFailure("a diff that cannot be cancelled was cancelled: \(error)")
    }
  }

  func uncancelledChangeset(
    from old: Content, to new: Content, hints: DiffHints<Row.Identity> = DiffHints()
  ) -> Changeset<Section, Row> {
    uncancelledUpdate(from: old, to: new, hints: hints, limit: 0).changeset
  }
}
