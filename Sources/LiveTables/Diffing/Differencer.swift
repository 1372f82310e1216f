/// The functions that depend on the user's types, specialised where the store was made.
///
/// An actor's methods are not specialised for the types of another module, and neither are the functions they call. So
/// the functions are captured here where a store is made, in an inlinable initialiser.
@usableFromInline package struct Differencer<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline package typealias Content = CapturedTable<Section, Row>
  @usableFromInline typealias Body =
    @Sendable (
      _ old: Content, _ new: Content, _ marks: RowMarks<Row.Identity>, _ limit: Int, _ check: () throws -> Void
    ) throws -> PreparedChange<Section, Row>

  /// Captures what has to be captured of a submitted table.
  package let capture: @Sendable (TableSnapshot<Section, Row>) -> Content
  private let body: Body

  @inlinable package init() {
    self.init(
      capture: { CapturedTable($0) },
      body: { try PreparedChange(from: $0, to: $1, marks: $2, limit: $3, check: $4) })
  }

  @usableFromInline init(capture: @escaping @Sendable (TableSnapshot<Section, Row>) -> Content, body: @escaping Body) {
    self.capture = capture
    self.body = body
  }

  /// Captures a table with the value that belongs to it.
  func capture(_ state: TableState<Section, Row>) -> Content {
    var content = capture(state.table)
    content.value = state.value
    return content
  }

  /// Diffs two tables.
  ///
  /// - Parameters:
  ///   - marks: What the diff cannot see of rows. Costs one scan for them.
  ///   - limit: How many operations may be shown by stages; 0 where only the changeset is used.
  ///   - check: Asked at least once for every 1,024 rows; throws to end the work.
  package func change(
    from old: Content, to new: Content, marks: RowMarks<Row.Identity> = RowMarks(), limit: Int = 0,
    check: () throws -> Void
  ) throws -> PreparedChange<Section, Row> {
    try body(old, new, marks, limit, check)
  }
}
